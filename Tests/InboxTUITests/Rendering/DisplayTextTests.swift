import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@Suite("Text for the screen")
struct DisplayTextTests {
  private func shown(_ text: String) -> String {
    DisplayText.cells(text).map(\.cluster).joined()
  }

  @Test(
    "FE-9 what a server sends is printed harmless",
    arguments: [
      ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m"),
      ("\u{1B}]8;;https://evil.example\u{07}link\u{1B}]8;;\u{07}", "␛]8;;https://evil.example␇link␛]8;;␇"),
      ("\u{1B}]52;c;ZXZpbA==\u{1B}\\", "␛]52;c;ZXZpbA==␛\\"),
      ("\u{1B}P+q544e\u{1B}\\", "␛P+q544e␛\\"),
      ("\u{9B}31m\u{9D}52;\u{90}q\u{9C}", "�31m�52;�q�"),
      ("a\u{202E}gpj.exe\u{202C}", "a�gpj.exe�"),
      ("\u{2066}x\u{2069}\u{200E}\u{200F}\u{61C}", "�x�"),
      ("a\u{200B}b\u{FEFF}c\u{2060}d\u{AD}e", "abcde"),
      ("one\r\ntwo\tthree\u{2028}four\u{85}five", "one two three four five"),
      ("\u{0}\u{7}\u{8}\u{7F}", "␀␇␈␡"),
      ("\u{E000}\u{F0000}\u{FFFF}\u{378}\u{10FFFE}", "�����"),
      ("\u{E0001}\u{E0067}\u{E007F}x", "x"),
    ])
  func harmless(text: String, expected: String) {
    #expect(shown(text) == expected)
  }

  @Test(
    "Emoji, flags and marks become what ncurses and every terminal agree about",
    arguments: [
      ("👨‍👩‍👧‍👦", "👨", 2), ("👩‍❤️‍💋‍👨x", "👩x", 3), ("👍🏽!", "👍!", 3), ("❤️", "❤", 1), ("1️⃣", "1", 1),
      ("🇫🇷🇩🇪", "[FR][DE]", 8), ("🇫x", "Fx", 2), ("🏳️‍🌈", "🏳", 1), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴", 2),
      ("👨‍👩😀", "👨😀", 4), ("e\u{301}", "e\u{301}", 1), ("\u{301}e", "◌\u{301}e", 2),
      ("\u{1112}\u{1161}\u{11AB}", "한", 2), ("日本", "日本", 4), ("กำ", "กำ", 2), ("שלום", "שלום", 4),
      ("", "", 0),
    ])
  func clusters(text: String, expected: String, width: Int) {
    #expect(Array(shown(text).unicodeScalars) == Array(expected.unicodeScalars))
    #expect(DisplayText.width(of: text) == width)
  }

  @Test("FE-9 a letter keeps four marks of two hundred")
  func zalgo() {
    let cells = DisplayText.cells("a" + String(repeating: "\u{336}", count: 200) + "b")
    #expect(cells.map(\.cluster.unicodeScalars.count) == [5, 1])
    #expect(cells.map(\.width) == [1, 1])
  }

  @Test("FE-9 no scalar of Unicode brings a control to the screen")
  func everyScalar() {
    // All of the scripts and symbols; the ideographs and private planes are uniform.
    let ranges: [ClosedRange<UInt32>] = [
      0...0x3400, 0xA000...0xABFF, 0xD700...0x12000, 0x16000...0x1FFFF, 0xE0000...0xE01FF,
    ]
    for value in ranges.flatMap({ Array($0) }) + Array(stride(from: UInt32(0x3400), to: 0x10FFFF, by: 61)) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for cell in DisplayText.cells("a" + String(scalar)) {
        let columns = cell.cluster.unicodeScalars.map { CharacterWidth.columns(of: $0) }
        if columns.first != cell.width || columns.dropFirst().contains(where: { $0 != 0 }) {
          Issue.record("U+\(String(value, radix: 16)) became \(columns)")
        }
      }
    }
  }

  @Test(
    "Text is cut with an ellipsis, never in the middle of a wide character",
    arguments: [
      ("Spring sale", 11, "Spring sale"), ("Spring sale", 7, "Spring…"), ("Spring sale", 1, "…"),
      ("x", 0, ""),
      ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"), ("日本", -3, ""),
      ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧‍👦 family", 4, "👨 …"),
    ])
  func clip(text: String, width: Int, expected: String) {
    #expect(DisplayText.clip(text, to: width) == expected)
    #expect(DisplayText.width(of: DisplayText.clip(text, to: width)) <= max(0, width))
  }

  @Test(
    "Text is wrapped at blanks, inside words that are too long, and between ideographs",
    arguments: [
      ("the quick brown fox", 9, ["the quick", "brown fox"]), ("the quick", 3, ["the", "qui", "ck"]),
      ("a\n\nb\r\nc", 5, ["a", "", "b", "c"]), ("", 5, [""]), ("日本語文", 5, ["日本", "語文"]),
      ("ab日本", 4, ["ab日", "本"]), ("one  two", 8, ["one  two"]), ("one   two", 4, ["one", "two"]),
      ("  in", 6, ["  in"]), ("a\tb", 10, ["a    b"]), ("日", 1, ["?"]), ("a\u{1B}b", 5, ["a␛b"]),
      ("ab", 0, ["a", "b"]),
    ])
  func wrap(text: String, width: Int, expected: [String]) {
    #expect(DisplayText.wrap(text, to: width) == expected)
  }

  @Test("Wrapped lines are never wider than asked, and only blanks are lost")
  func wrapProperties() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let alphabet = ["a", "bc", " ", "  ", "日", "e\u{301}", "😀", "-", "longwordlongword", "\u{1B}", "🇫🇷"]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...30, using: &random))
        .compactMap { _ in alphabet.randomElement(using: &random) }.joined()
      let width = Int.random(in: 2...20, using: &random)
      let lines = DisplayText.wrap(text, to: width)
      #expect(lines.allSatisfy { DisplayText.width(of: $0) <= width }, "seed \(seed)")
      let retained = lines.joined().filter { $0 != " " }
      #expect(retained == shown(text).filter { $0 != " " }, "seed \(seed)")
    }
  }

  @Test("A terminal without UTF-8 gets the closest ASCII")
  func ascii() {
    var frame = Frame(size: Size(columns: 30, rows: 1), repertoire: .ascii)
    frame.write("Café „Ünïcode“ – 5 € 日 ●│…", x: 0, y: 0, style: .plain)
    #expect(frame.lines == ["Cafe \"Unicode\" - 5 EUR ? *|..."])
    frame = Frame(size: Size(columns: 8, rows: 1), repertoire: .ascii)
    frame.write("naïve message", x: 0, y: 0, style: .plain)
    #expect(frame.lines == ["naive..."])
    #expect(DisplayText.clip("naïve message", to: 8, in: .ascii) == "naive...")
  }
}
