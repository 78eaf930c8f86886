import InboxTUI
import Testing

@testable import CursesTerminal

/// How pictures are shown, by what a terminal says.
struct PictureSupportTests {
  private func support(
    _ wanted: PictureForm? = nil, _ depth: ColorDepth = .truecolor, _ repertoire: Repertoire = .unicode,
    _ environment: [String: String] = [:], reports: [TerminalReport] = [], makesSixels: Bool = true
  ) -> PictureSupport {
    var support = PictureSupport(wanted: wanted, depth: depth, repertoire: repertoire) { environment[$0] }
    support.makesSixels = makesSixels
    for report in reports { _ = support.take(report) }
    return support
  }

  @Test("FE-12 without a setting the best form that the terminal reports")
  func found() {
    #expect(support().form == .blocks)
    #expect(support(reports: [.sixel]).form == .sixel)
    #expect(support(reports: [.sixel], makesSixels: false).form == .blocks)
    let kitty: [TerminalReport] = [.program("kitty(0.39.1)"), .kittyGraphics(true), .sixel]
    #expect(support(reports: kitty).form == .kitty)
    #expect(support(reports: [.program("ghostty 1.1.0"), .kittyGraphics(true)]).form == .kitty)
    // It understands the protocol, but no placeholders.
    #expect(support(reports: [.program("WezTerm 2024"), .kittyGraphics(true), .sixel]).form == .sixel)
    #expect(support(reports: [.program("kitty(0.39.1)"), .kittyGraphics(false)]).form == .blocks)
    #expect(support(nil, .palette16, reports: kitty).form == .sixel)
    #expect(support(nil, .mono, reports: kitty).form == .off)
    #expect(support(nil, .truecolor, .ascii, reports: kitty).form == .off)
    #expect(
      support(nil, .palette256, .unicode, ["TERM": "xterm-kitty"], reports: [.kittyGraphics(true)]).form
        == .kitty)
  }

  @Test("FE-12 a setting decides, as far as it can be had, and says so")
  func wanted() {
    for form in PictureForm.allCases { #expect(support(form).form == form) }
    #expect(support(.sixel, makesSixels: false).why == "libchafa, which makes sixels, is not installed")
    #expect(support(.kitty, .palette16).form == .blocks)
    #expect(support(.kitty).questions == 0 && support(.off).questions == 0)
  }

  @Test("FE-9 FE-12 a question that a terminal might print is for those whose name is known")
  func questions() {
    #expect(support().questions == 1)
    #expect(support(nil, .truecolor, .unicode, ["TERM": "xterm-kitty"]).questions == 2)
    #expect(support(nil, .mono).questions == 0)
    var named = support()
    _ = named.take(.program("kitty(0.39.1)"))
    #expect(named.isWorthAsking(after: .program("kitty(0.39.1)")))
    _ = named.take(.program("XTerm(390)"))
    #expect(!named.isWorthAsking(after: .program("XTerm(390)")))
    // In tmux only where a variable says who is around.
    #expect(support(nil, .truecolor, .unicode, ["TMUX": "x", "TERM": "tmux-256color"]).questions == 1)
    let around = ["TMUX": "x", "TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"]
    #expect(support(nil, .truecolor, .unicode, around).questions == 3)
    #expect(support(nil, .truecolor, .unicode, around, reports: [.kittyGraphics(true)]).form == .kitty)
  }

  @Test("FE-12 the responses about pictures are reports, and no byte of them is a key")
  func reports() {
    var decoder = KeyDecoder()
    decoder.awaitsReports = true
    let text =
      "\u{1B}P>|kitty(0.39.1)\u{1B}\\\u{1B}[6;20;10t\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4;22c"
    #expect(decoder.decode(text.unicodeScalars.map { .character($0) }) == [])
    let cell = PictureCellSize(width: 10, height: 20)
    #expect(
      decoder.takeReports() == [
        .program("kitty(0.39.1)"), cell.map(TerminalReport.cell) ?? .endOfReports, .kittyGraphics(true),
        .sixel,
        .endOfReports,
      ])
    #expect(TerminalReport(application: "Gi=31;ENOTSUP:no") == .kittyGraphics(false))
    #expect(TerminalReport(application: "Gi=7;OK") == nil && TerminalReport(device: "1$r0m") == nil)
    #expect(TerminalReport(sequence: "6;0;0t") == nil && TerminalReport(sequence: "8;24;80t") == nil)
    #expect(TerminalReport.hasSixel(sequence: "?62;4c") && !TerminalReport.hasSixel(sequence: "?4c"))
    #expect(!TerminalReport.hasSixel(sequence: "?62;14;24c"))
  }
}
