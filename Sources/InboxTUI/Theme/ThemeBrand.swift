/// Whose colours a theme shows, for a demonstration.
package struct ThemeBrand: Hashable, Sendable, Codable {
  /// The brand's name.
  package var name: String
  /// Name and sign in one line, for the tab bar.
  package var line: String
  /// The logo as text of two or three lines, for screens with room; empty for none.
  package var logo: [String]

  package init(name: String, line: String? = nil, logo: [String] = []) {
    self.name = name
    self.line = line ?? name
    self.logo = logo
  }

  /// The most lines and columns that a logo takes.
  package static let largestLogo = Size(columns: 60, rows: 3)
  /// The most columns that the line takes.
  package static let longestLine = 30
}
