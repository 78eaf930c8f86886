/// One line to the person in the status line; it stays until the next key.
package struct Notice: Equatable, Sendable {
  package enum Level: Equatable, Sendable { case info, warning, error }

  package var text: String
  package var level: Level

  package init(text: String, level: Level) {
    self.text = text
    self.level = level
  }
}
