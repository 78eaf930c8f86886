import InboxTUI
import Testing

@Suite("Names of keys")
struct KeyNotationTests {
  @Test("FE-6 what a key is called makes that key again")
  func roundTrip() throws {
    var keys: [Key] = [
      .enter, .escape, .tab, .backTab, .backspace, .delete, .insert, .up, .down, .left, .right, .pageUp,
      .pageDown, .home, .end, .focusGained, .focusLost, .character(" "), .character("<"), .character(">"),
      .character("é"), .character("日"), .control(" "), .control("["), .alt("X"), .alt(">"), .alt("<"),
      .alt("-"),
    ]
    keys += (1...63).map { .function($0) }
    keys += "abcxyz".map { .control($0) } + "azAZ09?/:.[]-".map { .character($0) }
    for key in keys { #expect(Key(notation: key.notation) == key, "\(key.notation)") }
    let text = keys.map(\.notation)
    #expect(try Key.sequence(text.joined(separator: " ")) == keys)
    #expect(try Key.sequence(text.joined()) == keys)
  }

  @Test("FE-6 keys follow one another with or without blanks")
  func sequences() throws {
    #expect(try Key.sequence("jj<enter>") == [.character("j"), .character("j"), .enter])
    #expect(try Key.sequence(" j  <C-R> <PgDn>") == [.character("j"), .control("r"), .pageDown])
    #expect(try Key.sequence("") == [])
    #expect(try Key.sequence("a>b") == [.character("a"), .character(">"), .character("b")])
  }

  @Test(
    "FE-6 a mistake is named with its place and with what is valid",
    arguments: [("jj<entr>", "<entr>", 2), ("a < b", "<", 2), ("<c-é>", "<c-é>", 0), ("<f64>x", "<f64>", 0)])
  func mistakes(text: String, token: String, offset: Int) throws {
    let error = #expect(throws: KeyNotationError.self) { try Key.sequence(text) }
    #expect(error?.token == token)
    #expect(error?.offset == offset)
    let sentence = try #require(error?.description)
    #expect(sentence.contains("\"\(token)\" at character \(offset + 1)"))
    #expect(sentence.contains("<enter>") && sentence.contains("<c-r>"))
  }

  @Test("What is not a key has no value")
  func invalid() {
    for text in ["", " ", "jj", "<>", "<a>", "<c->", "<c-ab>", "<a-xy>", "\u{1B}", "<paste>", "<mouse>"] {
      #expect(Key(notation: text) == nil, "\(text)")
    }
  }
}
