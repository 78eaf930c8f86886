@testable import CursesTerminal
import InboxTUI
import Testing

/// What terminals say without having been asked, or after another program has asked: no byte of it is a key.
@Suite("What no one asked the terminal")
struct UnaskedReportTests {
  private func raw(_ text: String) -> [RawInput] { text.unicodeScalars.map { .character($0) } }

  private static let start = ContinuousClock.now
  /// Every kind of control string, each with letters that would quit, delete and open, in every way to begin and end it.
  private static let strings: [String] = {
    let words = ["", "q", "1$r0;1mqdQ", ">|xterm(390)", "52;c;cXFkZA==", "Gi=31;OKq", "wörds\nq\r\u{3}\u{4}"]
    let kinds = [("P", "\u{90}"), ("X", "\u{98}"), ("]", "\u{9D}"), ("^", "\u{9E}"), ("_", "\u{9F}")]
    return kinds.flatMap { letter, control in
      ["\u{1B}" + letter, control].flatMap { begin in
        words.flatMap { text in ["\u{7}", "\u{1B}\\", "\u{9C}"].map { begin + text + $0 } }
      }
    }
  }()

  private static let sequences = [
    "[?62;22c", "[>1;10;0c", "[=0;1c", "[0n", "[12;40R", "[?1;2R", "[?2026;2$y", "[?997;1n", "[8;24;80t",
    "[4;600;800t",
    "[1t", "[I", "[O", "[2;1;1;112;112;1;0x", "[?64;1;2;6;9;15;18;21;22c", "[27;5;113~", "[113;5u", "[?1u",
    "[M", "[3^",
    "[[A", "Oq", "Oj", "O5P", "[<0;3;4M",
  ].flatMap { ["\u{1B}" + $0] + ($0.hasPrefix("[") ? ["\u{9B}" + $0.dropFirst()] : []) }

  @Test(
    "FE-6 control strings and control sequences of every kind are dropped whole, and the keys around them are keys"
  )
  func whole() {
    for text in Self.strings + Self.sequences {
      for isAsked in [false, true] {
        var decoder = KeyDecoder()
        decoder.awaitsReports = isAsked
        #expect(
          decoder.decode(raw("j" + text + "k"), at: Self.start) == [.character("j"), .character("k")],
          "\(text.debugDescription)")
        #expect(decoder.flush() == [])
      }
    }
  }

  @Test("FE-6 so they are in whatever pieces they come, also cut behind their Escape")
  func cut() {
    for text in Self.strings + Self.sequences {
      let scalars = Array(text.unicodeScalars)
      for place in 1..<scalars.count {
        var decoder = KeyDecoder()
        let first = decoder.decode(scalars[..<place].map { .character($0) }, at: Self.start)
        let rest = decoder.decode(
          scalars[place...].map { .character($0) }, at: Self.start + .milliseconds(50))
        // An Escape that nothing followed in time was pressed, as far as anyone can tell; a lone letter behind it too.
        let isAlone = place == 1 && scalars[0] == "\u{1B}"
        #expect(first == (isAlone ? [.escape] : []), "\(text.debugDescription) at \(place)")
        if !isAlone || scalars.count > 2 { #expect(rest == [], "\(text.debugDescription) at \(place)") }
        let later = Self.start + .seconds(1)
        #expect(
          decoder.decode(raw("j"), at: later) == [.character("j")], "\(text.debugDescription) at \(place)")
      }
    }
  }

  @Test(
    "FE-6 byte by byte, and longer than anything keeps: nothing of it is a key, and nothing of it is kept")
  func long() {
    var decoder = KeyDecoder()
    var now = Self.start
    // ncurses waits behind an Escape.
    #expect(decoder.decode(raw("\u{1B}P"), at: now) == [])
    for scalar in "qdq\u{1B}\\".unicodeScalars {
      now += .milliseconds(100)
      #expect(decoder.decode([.character(scalar)], at: now) == [])
    }
    #expect(decoder.decode(raw("\u{1B}]52;c;"), at: now) == [])
    for _ in 0..<100 {
      now += .milliseconds(100)
      #expect(decoder.decode(raw(String(repeating: "q", count: 10_000)), at: now) == [])
    }
    #expect(decoder.decode(raw("\u{1B}\\q"), at: now) == [.character("q")])
  }

  @Test("FE-6 what never ends swallows nothing that is typed after a pause")
  func unterminated() {
    for text in Self.strings + ["\u{1B}[", "\u{1B}[?6", "\u{1B}[>1;1", "\u{9B}5", "\u{1B}O"] {
      let open =
        text.hasSuffix("\u{1B}\\")
        ? String(text.dropLast(2))
        : text.hasPrefix("\u{1B}[") || text == "\u{1B}O" ? text : String(text.dropLast())
      for pause in [Duration.milliseconds(400), .milliseconds(1_500)] {
        var decoder = KeyDecoder()
        let held = decoder.decode(raw(open), at: Self.start)
        let flushed = decoder.flush(at: Self.start + .milliseconds(25))
        // The two bytes alone are what Alt and the letter send.
        let isAlt = open.unicodeScalars.count == 2 && open.hasPrefix("\u{1B}")
        #expect(held == [] && flushed == (isAlt ? [.alt(open.last ?? " ")] : []), "\(open.debugDescription)")
        #expect(
          decoder.decode(raw("q"), at: Self.start + pause) == [.character("q")], "\(open.debugDescription)")
      }
    }
    var decoder = KeyDecoder()
    // Another sequence ends it at once, and an arrow in it is none.
    #expect(decoder.decode(raw("\u{1B}Pq\u{1B}[?62c"), at: Self.start) == [])
    #expect(decoder.decode(raw("q\u{1B}_x"), at: Self.start) == [.character("q")])
    #expect(decoder.decode([.up] + raw("q\u{1B}\\"), at: Self.start) == [])
  }

  @Test(
    "FE-6 Escape alone, and Alt with a letter that begins such things, are keys once nothing has followed")
  func alt() {
    for letter in "OPX[]^_" {
      var decoder = KeyDecoder()
      #expect(decoder.decode(raw("\u{1B}\(letter)"), at: Self.start) == [] && decoder.isHolding)
      #expect(decoder.flush(at: Self.start + .milliseconds(25)) == [.alt(letter)] && !decoder.isHolding)
      #expect(decoder.decode(raw("j"), at: Self.start + .milliseconds(30)) == [.character("j")])
      // The next key comes before that: both are keys.
      #expect(decoder.decode(raw("\u{1B}\(letter)"), at: Self.start) == [])
      #expect(decoder.decode([.up], at: Self.start + .milliseconds(5)) == [.alt(letter), .up])
      // What comes late and long is the rest of what it began.
      #expect(decoder.decode(raw("\u{1B}\(letter)"), at: Self.start) == [])
      #expect(decoder.flush(at: Self.start + .milliseconds(25)) == [.alt(letter)])
      let rest = letter == "[" || letter == "O" ? "?1c" : "1c\u{7}"
      #expect(decoder.decode(raw(rest), at: Self.start + .milliseconds(60)) == [])
      #expect(decoder.decode(raw("q"), at: Self.start + .milliseconds(70)) == [.character("q")])
    }
    var decoder = KeyDecoder()
    #expect(decoder.decode(raw("\u{1B}]")) == [] && decoder.flush() == [.alt("]")])
    #expect(decoder.decode(raw("\u{1B}x\u{1B}p")) == [.alt("x"), .alt("p")])
    #expect(decoder.decode(raw("\u{1B}")) == [.escape])
    #expect(decoder.decode(raw("\u{1B}x\u{1B}p")) == [.alt("x"), .alt("p")])
  }

  @Test("FE-6 what is typed quickly behind Escape, or behind Alt and such a letter, is typed")
  func typed() {
    for letter in "]PX^_" {
      var decoder = KeyDecoder()
      #expect(
        decoder.decode(raw("\u{1B}\(letter)\u{C}[\rq"), at: Self.start)
          == [.alt(letter), .control("l"), .character("["), .enter, .character("q")])
      #expect(decoder.decode(raw("\u{1B}"), at: Self.start) == [.escape])
      #expect(
        decoder.decode(raw("\(letter)\u{C}"), at: Self.start + .milliseconds(20)) == [
          .character(letter), .control("l"),
        ])
      #expect(decoder.decode(raw("\u{1B}"), at: Self.start + .seconds(1)) == [.escape])
      #expect(
        decoder.decode(raw("\(letter)jq"), at: Self.start + .milliseconds(1_020))
          == [.character(letter), .character("j"), .character("q")])
      #expect(decoder.decode(raw("\u{1B}\(letter)"), at: Self.start + .seconds(2)) == [])
      #expect(decoder.flush(at: Self.start + .milliseconds(2_025)) == [.alt(letter)])
      #expect(
        decoder.decode(raw("jq"), at: Self.start + .milliseconds(2_040)) == [
          .character("j"), .character("q"),
        ])
    }
  }

  @Test("FE-6 in a paste they are text")
  func pasted() {
    let text = Self.strings.joined() + Self.sequences.joined()
    var decoder = KeyDecoder()
    #expect(decoder.decode([.pasteBegin] + raw(text) + [.pasteEnd]) == [.paste(text)])
  }

  @Test("FE-7 only the last response to what was asked ends the waiting, whatever else the terminal says")
  func others() {
    for text in ["\u{1B}[>1;10;0c", "\u{1B}[=1c", "\u{1B}P!|00000000\u{1B}\\", "\u{1B}]10;rgb:0/0/0\u{7}"] {
      var decoder = KeyDecoder()
      decoder.awaitsReports = true
      #expect(decoder.decode(raw(text)) == [] && decoder.awaitsReports && decoder.takeReports() == [])
    }
  }
}
