/// A line that is typed into: its text and the cursor's position, in characters as people see them.
///
/// The keys are those of every other line at a terminal; no key map changes them.
package struct LineEditor: Hashable, Sendable {
  /// The text before the cursor.
  package private(set) var before: String
  /// The text from the cursor on.
  package private(set) var after = ""
  /// Whether the last text did not fit, and nothing was changed since: what stands in the line is not what was meant.
  private(set) var isRefused = false

  /// A line with the cursor at its end.
  package init(_ text: String = "") { before = text }

  package var text: String { before + after }

  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  enum Outcome: Equatable {
    case edited
    /// Only the cursor moved, or there was nothing to do; to delete nothing takes a refusal back all the same.
    case moved
    /// The line would be too long, and stays as it was.
    case full
  }

  /// Takes a key.
  ///
  /// - Parameters:
  ///   - most: How many characters fit.
  ///   - accepts: Which characters can be typed; of a paste the others are left out.
  /// - Returns: nil when the key is none of a line's.
  mutating func take(
    _ key: Key, most: Int, accepts: (Character) -> Bool = { _ in true }
  ) -> Outcome? {
    switch key {
    case .character(let character): return accepts(character) ? insert(String(character), most) : nil
    case .paste(let text): return insert(Self.oneLine(text).filter(accepts), most)
    case .backspace: return edit { $0.before = String($0.before.dropLast()) }
    case .delete: return edit { $0.after = String($0.after.dropFirst()) }
    case .control("u"): return edit { $0.before = "" }
    case .control("k"): return edit { $0.after = "" }
    case .control("w"): return edit { $0.before = $0.before.withoutLastWord }
    case .left, .control("b"): return move { $0.dropLast().count }
    case .right, .control("f"): return move { $0.count + 1 }
    case .home, .control("a"): return move { _ in 0 }
    case .end, .control("e"): return move { _ in Int.max }
    default: return nil
    }
  }

  private mutating func insert(_ text: String, _ most: Int) -> Outcome {
    guard !text.isEmpty else { return .moved }
    var next = self
    next.before += text
    // Marks without number can stand on one character.
    guard next.text.count <= most, next.text.utf8.count <= 4 * most else {
      isRefused = true
      return .full
    }
    next.isRefused = false
    self = next
    return .edited
  }

  private mutating func edit(_ change: (inout LineEditor) -> Void) -> Outcome {
    let last = (text, isRefused)
    change(&self)
    isRefused = false
    return (text, isRefused) == last ? .moved : .edited
  }

  private mutating func move(_ place: (String) -> Int) -> Outcome {
    let (whole, target) = (text, max(0, place(before)))
    before = String(whole.prefix(target))
    after = String(whole.dropFirst(before.count))
    return .moved
  }

  /// Several lines as one, without what no line shows.
  private static func oneLine(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.replacing("\t", with: " ") }
    let line = lines.joined(separator: " ")
    return String(
      line.unicodeScalars.filter { $0.properties.generalCategory != .control }.map(Character.init))
  }
}

extension LineEditor: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension String {
  /// Without blanks at either end.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The line without its last word and the blanks behind it, as Ctrl-W leaves it.
  fileprivate var withoutLastWord: String {
    String(reversed().drop { $0.isWhitespace }.drop { !$0.isWhitespace }.reversed())
  }
}
