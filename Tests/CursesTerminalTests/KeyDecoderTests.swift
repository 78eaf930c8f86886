import CCurses
@testable import CursesTerminal
import InboxModel
import InboxTUI
import Testing

@Suite("Decoding of keys")
struct KeyDecoderTests {
  private func raw(_ text: String) -> [RawInput] {
    text.unicodeScalars.map { .character($0) }
  }

  @Test(
    "FE-6 characters, controls and Alt",
    arguments: [
      ("aé日", "aé日"), ("\r\t\u{7F}\u{8} ", "<enter><tab><bs><bs><space>"),
      ("\u{3}\u{1A}\u{0}", "<c-c><c-z><c-space>"),
      ("\u{1B}x\u{1B}X", "<a-x><a-X>"), ("\u{1B}", "<esc>"), ("\u{1B}\u{1B}", "<esc><esc>"),
      ("\u{1C}", "<c-\\>"),
      ("\n", "<c-j>"),
    ])
  func characters(input: String, expected: String) throws {
    var decoder = KeyDecoder()
    let keys = decoder.decode(raw(input))
    #expect(keys + decoder.flush() == (try Key.sequence(expected)))
  }

  @Test("FE-3 every key that can arrive is read back from its name")
  func names() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var inputs: [[RawInput]] = (0..<1_000).map { [.code($0)] }
    var scalars = (UInt32(0)...0x2FF).compactMap(Unicode.Scalar.init)
    scalars += [
      "\u{200D}", "\u{FE0F}", "\u{301}", "\u{3000}", "\u{A0}", "\u{2028}", "\u{1F1E9}", "\u{E0061}",
      "\u{11941}",
    ]
    scalars += (0..<500).compactMap { _ in
      Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
    }
    inputs += scalars.flatMap { [[.character($0)], [.character("\u{1B}"), .character($0)]] }
    inputs += (0..<500).map { _ in
      (0..<4).compactMap { _ in scalars.randomElement(using: &random) }.map { .character($0) }
    }
    var met: Set<Key> = []
    for input in inputs {
      var decoder = KeyDecoder()
      for key in decoder.decode(input) {
        met.insert(key)
        #expect(Key(notation: key.notation) == key, "seed \(seed), \(input): \(key.notation)")
      }
    }
    #expect(met.isSuperset(of: [.function(1), .function(63), .backTab, .character("\u{200D}")]))
  }

  @Test("FE-6 Escape and an arrow, the mouse or a paste in one read are both, as Escape and a letter are")
  func escapeBefore() {
    func keys(_ rest: [RawInput]) -> [Key] {
      var decoder = KeyDecoder()
      return decoder.decode(raw("\u{1B}") + rest)
    }
    #expect(keys([.up]) == [.escape, .up])
    #expect(keys(raw("\u{1B}") + [.up, .up]) == [.escape, .escape, .up, .up])
    let click = Key.mouse(MouseEvent(kind: .press, button: 1, x: 0, y: 0))
    #expect(keys([.mouse] + raw("0;1;1M")) == [.escape, click])
    #expect(keys([.pasteBegin] + raw("q") + [.pasteEnd]) == [.escape, .paste("q")])
    #expect(keys([.code(CC_KEY_FOCUS_OUT)]) == [.escape, .focusLost])
    // While reports are expected, too, also where the key comes with the next read.
    var decoder = KeyDecoder()
    decoder.awaitsReports = true
    #expect(decoder.decode(raw("\u{1B}") + [.up]) == [.escape, .up])
    #expect(decoder.decode(raw("\u{1B}")) == [] && decoder.decode([.up]) == [.escape, .up])
  }

  @Test("A letter and its marks are one key")
  func clusters() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(raw("e\u{301}x👍🏽")) == [.character("e\u{301}"), .character("x"), .character("👍🏽")])
  }

  @Test(
    "FE-6 of a mouse report that is broken, or of the old form, nothing is a key",
    arguments: [
      "d", "0;5;5 d", "0;-5;5d", String(repeating: "7", count: 400) + "d", "0;5;5;6M", ";;M",
      "0;99999999999999999999;1M",
    ])
  func brokenMouse(text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode([.mouse] + raw(text) + raw("j")) == [.character("j")])
    #expect(decoder.decode([.oldMouse] + raw(" d*j")) == [.character("j")])
    // One that does not go on is forgotten.
    #expect(decoder.decode([.mouse] + raw("0;5"), at: .now) == [])
    #expect(decoder.decode(raw("j"), at: .now + .seconds(3)) == [.character("j")])
  }

  @Test(
    "FE-6 a button beyond the third is no left click, and a place beyond every screen no place",
    arguments: ["128;5;6M", "129;5;6M", "160;5;6M", "128;5;6m", "0;9223372036854775807;1M", "0;1;65536M"])
  func otherButtons(report: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode([.mouse] + raw(report) + raw("j")) == [.character("j")])
  }

  @Test("FE-6 the mouse is reported in cells from zero, beyond column 223 too")
  func mouse() {
    var decoder = KeyDecoder()
    func report(_ text: String) -> [Key] { decoder.decode([.mouse] + raw(text)) }
    #expect(report("0;1;1M") == [.mouse(MouseEvent(kind: .press, button: 1, x: 0, y: 0))])
    #expect(report("2;300;40m") == [.mouse(MouseEvent(kind: .release, button: 3, x: 299, y: 39))])
    #expect(report("32;5;6M") == [.mouse(MouseEvent(kind: .drag, button: 1, x: 4, y: 5))])
    #expect(report("64;5;6M") == [.mouse(MouseEvent(kind: .wheelUp, button: 0, x: 4, y: 5))])
    #expect(
      report("81;5;6Mj") == [.mouse(MouseEvent(kind: .wheelDown, button: 0, x: 4, y: 5)), .character("j")])
    #expect(report("0;0;1M") == [])
    #expect(report("0;99999999999999999999;1M") == [])
  }

  @Test("FE-6 a paste is one key, whatever it holds and however it is split")
  func paste() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([.pasteBegin] + raw("one\rt\u{1B}")) == [])
    #expect(decoder.decode([.up] + raw("wo")) == [])
    #expect(decoder.decode([.pasteEnd] + raw("q")) == [.paste("one\rt\u{1B}wo"), .character("q")])
  }

  @Test(
    "FE-5 FE-6 a paste whose end was lost locks no one out: what asks to leave, alone after a silence, is a key",
    arguments: ["\u{3}", "\u{1A}", "\u{1C}", "\u{1B}"])
  func lostEnd(leaving: String) {
    var decoder = KeyDecoder()
    let start = ContinuousClock.now
    #expect(decoder.decode([.pasteBegin] + raw("some words"), at: start) == [])
    #expect(decoder.decode(raw(leaving), at: start + .seconds(1)) == [])
    #expect(decoder.decode(raw("q" + leaving), at: start + .seconds(4)) == [])
    #expect(decoder.decode(raw(leaving), at: start + .seconds(7)).count == 1)
    #expect(decoder.decode(raw("q"), at: start + .seconds(8)) == [.character("q")])
    let next = [RawInput.pasteBegin] + raw("next") + [.pasteEnd]
    #expect(decoder.decode(next, at: start + .seconds(9)) == [.paste("next")])
  }

  @Test("FE-6 a paste that is longer than can be kept ends as well, however its end is split")
  func longPaste() {
    var decoder = KeyDecoder()
    let whole = String(repeating: "x", count: 1 << 20)
    #expect(decoder.decode([.pasteBegin] + raw(whole) + raw("yyyyyyy")) == [])
    #expect(decoder.decode(raw("\u{1B}[2")) == [])
    let keys = decoder.decode(raw("01~q"))
    guard case .paste(let text)? = keys.first else { return #expect(Bool(false), "\(keys.count)") }
    #expect(keys.count == 2 && text.allSatisfy { $0 == "x" } && text.count > 1 << 19)
  }

  @Test("FE-6 a paste whose marks were cut behind their Escape begins and ends all the same")
  func cutPaste() {
    var decoder = KeyDecoder()
    let start = ContinuousClock.now
    #expect(decoder.decode(raw("\u{1B}"), at: start) == [.escape])
    #expect(decoder.decode(raw("[200~qd\u{1B}P1$r\u{1B}"), at: start + .milliseconds(40)) == [])
    #expect(
      decoder.decode(raw("[201~j"), at: start + .seconds(1)) == [.paste("qd\u{1B}P1$r"), .character("j")])
  }

  @Test("FE-6 the rest of a sequence that came late is not text, and Escape alone is a key")
  func split() {
    var decoder = KeyDecoder()
    let start = ContinuousClock.now
    #expect(decoder.decode(raw("\u{1B}"), at: start) == [.escape])
    #expect(decoder.decode(raw("[Aq"), at: start + .milliseconds(40)) == [.character("q")])
    #expect(decoder.decode(raw("\u{1B}"), at: start + .seconds(1)) == [.escape])
    #expect(decoder.decode(raw("[A"), at: start + .seconds(2)) == [.character("["), .character("A")])
  }
}
