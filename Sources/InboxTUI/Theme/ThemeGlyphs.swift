/// The signs that a theme chooses; a terminal that has only ASCII shows the nearest.
package struct ThemeGlyphs: Hashable, Sendable, Codable {
  /// The lines around layers.
  package enum Border: String, CaseIterable, Sendable, Codable {
    case single, rounded, double, heavy, ascii

    /// What it is drawn with.
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
  /// The lines around layers.
  package var border = Border.rounded

  package init() {}

  /// The mark where only such characters can be drawn: a sign without a twin in ASCII would be a question mark.
  func unread(in repertoire: Repertoire) -> String {
    repertoire == .ascii && !unread.allSatisfy(\.isASCII) ? "●" : unread
  }
}
