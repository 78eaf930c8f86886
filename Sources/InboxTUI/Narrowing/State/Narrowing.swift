/// What `/` narrows a list to, or searches for in a text: one line for all lists, pages and panes except the message
/// list, whose filter has its own language.
package struct Narrowing: Equatable, Sendable {
  /// Its effect at this place.
  enum Kind: Sendable { case list, text }

  package var line = LineEditor() { didSet { if line.text != oldValue.text { match = 0 } } }
  /// Whether the keys go into the line.
  package var isTyping = false
  /// The index of the current match in a text.
  var match = 0
  /// The scroll position of a text when the typing began.
  var origin: Int?

  /// The most characters in the line.
  static let longest = 64

  /// The text that is searched for.
  var text: String { String(line.text.drop(while: \.isWhitespace)) }
  var isEmpty: Bool { text.isEmpty }
  /// Whether it is in effect, or being typed.
  var isOn: Bool { isTyping || !isEmpty }

  /// Whether a text contains every word, ignoring case.
  func matches(_ text: String) -> Bool {
    guard !isEmpty else { return true }
    let text = text.lowercased()
    return self.text.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
  }
}
