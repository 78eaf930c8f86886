@testable import InboxTUI

/// What may reach a terminal.
nonisolated enum Harmless {
  /// Whether a text has no character that steers a terminal or turns text around; a line feed is none.
  static func isText(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || !steers($0) }
  }

  /// Whether the cells of a text, as the screen makes them, hold nothing that steers a terminal.
  static func isShown(_ text: String) -> Bool {
    DisplayText.cells(text).allSatisfy { glyph in
      (1...2).contains(glyph.width) && !glyph.cluster.isEmpty
        && !glyph.cluster.unicodeScalars.contains(where: steers)
    }
  }

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }
}
