/// The brand whose colours a theme shows, for a demonstration.
package struct ThemeBrand: Hashable, Sendable, Codable {
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

  /// The largest logo, in columns and rows.
  package static let largestLogo = Size(columns: 60, rows: 3)
  /// The most columns that the line takes.
  package static let longestLine = 30
}

/// The signs that a theme chooses; a terminal that has only ASCII shows the nearest.
package struct ThemeGlyphs: Hashable, Sendable, Codable {
  /// The lines around layers.
  package enum Border: String, CaseIterable, Sendable, Codable {
    case single, rounded, double, heavy, ascii

    var box: BoxGlyphs {
      switch self {
      case .single: .single
      case .rounded: .rounded
      case .double: .double
      case .heavy: .heavy
      case .ascii: .ascii
      }
    }
  }

  /// What marks an unread message, in one column.
  package var unread = "●"
  package var border = Border.rounded

  package init() {}

  /// The mark for a terminal with only such characters: a sign without an ASCII twin would be a question mark.
  func unread(in repertoire: Repertoire) -> String {
    repertoire == .ascii && !unread.allSatisfy(\.isASCII) ? "●" : unread
  }
}
