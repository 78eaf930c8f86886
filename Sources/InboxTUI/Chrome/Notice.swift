package import Foundation

/// One line to the person in the status line.
///
/// It goes with the next key, or by itself after a while: what is still wrong stands in the status line then.
package struct Notice: Equatable, Sendable {
  package enum Level: Equatable, Sendable { case info, warning, error }

  package var text: String
  package var level: Level
  /// When it goes by itself; nil stays until a key.
  package var until: Date?

  package init(text: String, level: Level, until: Date? = nil) {
    self.text = text
    self.level = level
    self.until = until
  }
}
