/// What `/` narrows a list to, or finds in a text: one line for all lists, pages and panes but the message list, whose
/// filter has a language of its own.
package struct Narrowing: Equatable, Sendable {
  /// What it does where the keys go.
  enum Kind: Sendable { case list, text }

  package var line = LineEditor() { didSet { if line.text != oldValue.text { match = 0 } } }
  /// Whether the keys go into the line.
  package var isTyping = false
  /// Which of the places in a text is shown, from 0.
  var match = 0
  /// The line at which a text stood when the typing began.
  var origin: Int?

  /// The most characters.
  static let longest = 64

  /// What is looked for.
  var text: String { String(line.text.drop(while: \.isWhitespace)) }
  var isEmpty: Bool { text.isEmpty }
  /// Whether something is narrowed, or will be.
  var isOn: Bool { isTyping || !isEmpty }

  /// Whether every word stands in a text, in whatever case.
  func matches(_ text: String) -> Bool {
    guard !isEmpty else { return true }
    let text = text.lowercased()
    return self.text.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
  }
}
