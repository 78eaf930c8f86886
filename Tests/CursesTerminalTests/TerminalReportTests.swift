@testable import CursesTerminal
import InboxTUI
import Testing

@Suite("What the terminal says of itself")
struct TerminalReportTests {
  private func raw(_ text: String) -> [RawInput] { text.unicodeScalars.map { .character($0) } }

  private static let responses =
    "\u{1B}]11;rgb:ffff/fafa/0000\u{1B}\\\u{1B}[?997;2n\u{1B}[?2026;2$y\u{1B}[?64;1;2;22c"
  private static let reports: [TerminalReport] = [
    .background(.rgb(255, 250, 0)), .colorScheme(isDark: false), .synchronizedOutput(true), .endOfReports,
  ]

  private func awaiting() -> KeyDecoder {
    var decoder = KeyDecoder()
    decoder.awaitsReports = true
    return decoder
  }

  @Test("FE-7 answers come out as reports, and the keys around them as keys")
  func whole() {
    var decoder = awaiting()
    #expect(
      decoder.decode(raw("j" + Self.responses + "k\u{1B}")) == [.character("j"), .character("k"), .escape])
    #expect(decoder.takeReports() == Self.reports && decoder.takeReports() == [] && !decoder.awaitsReports)
    // Later they are understood as well, and so is a notice.
    #expect(decoder.decode(raw(Self.responses)) == [] && decoder.takeReports() == Self.reports)
    #expect(decoder.decode(raw("\u{1B}[?997;1n")) == [])
    #expect(decoder.takeReports() == [.colorScheme(isDark: true)])
  }

  @Test("FE-6 FE-7 cut anywhere, once or twice, however late: no byte becomes a key")
  func cut() {
    let scalars = Array(Self.responses.unicodeScalars)
    for first in 1..<scalars.count {
      for second in stride(from: first, to: scalars.count, by: 5) {
        var decoder = awaiting()
        var now = ContinuousClock.now
        for part in [0..<first, first..<second, second..<scalars.count] where !part.isEmpty {
          let keys = decoder.decode(scalars[part].map { .character($0) }, at: now)
          #expect(keys == [], "cut at \(first) and \(second)")
          now += .seconds(1)
        }
        #expect(decoder.takeReports() == Self.reports, "cut at \(first) and \(second)")
      }
    }
    // No one waits any longer, and it is cut behind its Escape all the same.
    var late = KeyDecoder()
    let now = ContinuousClock.now
    #expect(late.decode(raw("\u{1B}"), at: now) == [.escape])
    #expect(late.decode(raw("]11;rgb:00/00/00\u{07}q"), at: now + .milliseconds(40)) == [.character("q")])
    #expect(late.takeReports() == [.background(.rgb(0, 0, 0))])
  }

  @Test("FE-6 while answers are waited for Escape waits for the rest, and is Escape when none comes")
  func escape() {
    var decoder = awaiting()
    #expect(decoder.decode(raw("\u{1B}")) == [] && decoder.isHolding)
    #expect(decoder.flush() == [.escape] && !decoder.isHolding && decoder.flush() == [])
    #expect(decoder.decode(raw("\u{1B}")) == [])
    #expect(decoder.decode(raw("j")) == [.escape, .character("j")])
    #expect(decoder.decode(raw("\u{1B}")) == [])
    #expect(decoder.decode([.up]) == [.escape, .up])
    #expect(decoder.decode(raw("\u{1B}]")) == [] && decoder.flush() == [.alt("]")])
    #expect(decoder.decode(raw("\u{1B}x")) == [.alt("x")])
  }

  @Test(
    "FE-7 colours of every precision, and nothing of what is none",
    arguments: [
      ("11;rgb:0000/8080/ffff", .background(.rgb(0, 128, 255))),
      ("11;rgb:0/8/f", .background(.rgb(0, 136, 255))),
      ("11;rgba:1c/1c/1c/ff", .background(.rgb(28, 28, 28))), ("11;rgb:000/fff", nil),
      ("11;rgb:00000/0/0", nil),
      ("11;rgb:x/0/0", nil), ("10;rgb:0/0/0", nil), ("52;c;aaaa", nil), ("11", nil), ("11;?", nil),
    ] as [(String, TerminalReport?)])
  func colors(command: String, expected: TerminalReport?) {
    #expect(TerminalReport(command: command) == expected)
  }

  @Test("FE-6 a response that breaks off swallows no more than itself")
  func broken() {
    var decoder = awaiting()
    let start = ContinuousClock.now
    #expect(decoder.decode(raw("\u{1B}]11;rgb:12/"), at: start) == [])
    #expect(decoder.decode(raw("q"), at: start + .seconds(3)) == [.character("q")])
    #expect(decoder.decode(raw("\u{1B}[?20"), at: start + .seconds(4)) == [])
    #expect(decoder.decode(raw("\u{1B}"), at: start + .seconds(4)) == [] && decoder.flush() == [.escape])
    let long = "\u{1B}]11;" + String(repeating: "a", count: 200)
    #expect(decoder.decode(raw(long + "\u{7}j")) == [.character("j")])
    #expect(decoder.decode(raw("\u{1B}[?" + String(repeating: "1", count: 200) + "cj")) == [.character("j")])
  }
}
