/// The help: every action, of which one is selected and can be run, and what they are narrowed to.
package struct HelpState: Equatable, Sendable {
  /// What the list is narrowed to.
  package var filter = LineEditor() { didSet { if filter.text != oldValue.text { selected = 0 } } }
  /// Whether the keys go into that line.
  package var isTyping = false
  /// Which of the actions that are shown is selected.
  package var selected = 0

  package init() {}

  static let longest = 64
}
