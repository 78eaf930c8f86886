import InboxHTML
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// The phones on which an audience sees a message.
struct PhoneTests {
  private func press(_ state: inout AppState, _ keys: String) throws {
    for key in try Key.sequence(keys) {
      _ = state.reduce(.keyPressed(key))
      _ = state.settle()
    }
  }

  private func handsets(_ state: AppState) throws -> [Stage.Handset] {
    try #require(PaneLayout(state).stage).handsets
  }

  @Test(
    "FE-13 a line ends the rows of the list where a phone stands beside it, and not where one stands below")
  func divider() throws {
    for (columns, rows, isBeside) in [(120, 40, true), (80, 24, true), (60, 20, false)] {
      var state = try PresentingFixture.state(columns, rows)
      let row = try #require(state.list.selectedRow)
      _ = state.reduce(.message(.opened(row.key, row)))
      _ = state.settle()
      let layout = PaneLayout(state)
      let list = try #require(layout.list)
      #expect(layout.detail != nil && layout.hasDivider == isBeside, "\(columns)×\(rows)")
      let frame = MainView.draw(state, state.shownTheme)
      #expect((frame[list.maxX - 1, list.y + 1].cluster == "│") == isBeside, "\(columns)×\(rows)")
    }
  }

  @Test("FE-13 a phone without a message does not say that one was not opened yet")
  func empty() throws {
    var state = try PresentingFixture.state(120, 40)
    func title(_ state: AppState) -> Bool {
      MainView.draw(state, state.shownTheme).lines.contains { $0.contains("─ Opened: not yet ─") }
    }
    #expect(title(state))
    state.detail = nil
    #expect(!title(state))
  }

  @Test(
    "FE-13 phones are 40 to 44 columns wide, beside one another where there is room, else one after the other"
  )
  func sizes() throws {
    let expected: [(columns: Int, rows: Int, looks: [[Presentation.Look]])] = [
      (160, 45, [[.banner], [.row], [.opened]]), (120, 40, [[.banner, .row], [.opened]]),
      (80, 24, [[.banner, .row, .opened]]), (60, 20, [[.banner]]), (40, 12, []),
    ]
    for (columns, rows, looks) in expected {
      var state = try PresentingFixture.state(columns, rows)
      #expect(try handsets(state).map { $0.parts.map(\.look) } == looks, "\(columns)×\(rows)")
      for width in [42, 44, 40] {
        let rects = try handsets(state).map(\.rect)
        #expect(rects.allSatisfy { $0.width == width })
        let whole = Rect(state.size)
        #expect(rects.allSatisfy { whole.intersection($0) == $0 })
        try press(&state, "w")
      }
    }
  }

  @Test("FE-13 a light phone, a dark one, both side by side; both only where two fit")
  func appearances() throws {
    var state = try PresentingFixture.state(80, 24)
    #expect(try handsets(state).map(\.isDark) == [false])
    try press(&state, "a")
    #expect(try handsets(state).map(\.isDark) == [true])
    try press(&state, "a")
    let both = try handsets(state)
    #expect(both.map(\.isDark) == [false, true] && both.map(\.rect.width) == [40, 40])
    #expect(both[0].parts.map(\.look) == both[1].parts.map(\.look))
    let frame = MainView.draw(state, state.shownTheme)
    let row = try #require(both[0].part(.row))
    let grounds = both.compactMap { $0.part(.row).map { frame[$0.x, $0.y].style.background } }
    #expect(grounds == [.rgb(255, 255, 255), .rgb(16, 16, 18)] && row.height >= Stage.wholeRow)
    state.size = Size(columns: 60, rows: 20)
    state.presenting?.phone.appearance = .dark
    try press(&state, "a")
    #expect(state.presenting?.phone.appearance == .light)
    #expect(state.notice?.text == "There is no room for two phones here: 80 columns are needed.")
  }

  @Test("FE-13 what the sender's HTML colours is so, as far as it can be read; its buttons are buttons")
  func colors() throws {
    var state = try PresentingFixture.state(120, 40)
    var row = try #require(state.list.selectedRow)
    row.message.deepLink = nil
    _ = state.reduce(.keyPressed(.enter))
    _ = state.reduce(.message(.opened(row.key, row)))
    let html = """
      <body style="background:#102030;color:#ffffff"><p style="color:#ffe000">Yellow</p>
      <p style="color:#112233">Hardly there</p>
      <p align="center"><a href="https://www.acme.example/" style="background-color:#9c4a1a;color:#fff">Shop now</a></p></body>
      """
    _ = state.reduce(.message(.richLoaded(row.key, HTMLReader.read(html))))
    _ = state.settle()
    let frame = MainView.draw(state, state.shownTheme)
    func cell(_ words: String) throws -> (style: Style, x: Int) {
      let y = try #require(frame.lines.firstIndex { $0.contains(words) })
      let line = (0..<frame.size.columns).map { frame[$0, y].cluster }
      let x = try #require((0..<line.count).first { line[$0...].joined().hasPrefix(words) })
      return (frame[x, y].style, x)
    }
    #expect(try cell("Yellow").style.foreground == .rgb(255, 224, 0))
    #expect(try cell("Yellow").style.background == .rgb(16, 32, 48))
    let dim = try cell("Hardly").style
    let contrast = Light(dim.foreground)?.contrast(with: Light(red: 16, green: 32, blue: 48))
    #expect(try #require(contrast) >= Legibility.least)
    let button = try cell("Shop now")
    #expect(button.style.background == .rgb(156, 74, 26) && button.style.foreground == .rgb(255, 255, 255))
    #expect(!frame.lines.joined().contains("Shop now[1]"))
    let opened = try #require(PaneLayout(state).stage?.opened)
    #expect(button.x > opened.x + 10)
    #expect(frame.marks.contains { $0.target == .link(1) })
  }

  @Test("FE-13 a table on a phone has the sender's colours, and its links no numbers")
  func table() throws {
    var state = try PresentingFixture.state(120, 40)
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    let html = """
      <table border=1><tr><th>Parcel<th>Status</tr>
      <tr><td style="color:#9c4a1a">Pump<td><a href="https://www.acme.example/t">Track</a></table>
      """
    _ = state.reduce(.message(.richLoaded(row.key, HTMLReader.read(html))))
    _ = state.settle()
    let runs = try #require(state.detail?.layout.lines).flatMap(\.runs)
    #expect(runs.contains { $0.text == "Pump" && $0.color != nil })
    #expect(runs.contains { $0.text == "Track" && $0.link == 1 })
    #expect(!runs.contains { $0.text.contains("[") })
  }

  @Test(
    "FE-9 FE-13 an audience sees no sign of an escape sequence",
    arguments: [
      ("\u{1B}[31mRed alert\u{1B}[0m", "Red alert"), ("a\u{1B}]0;title\u{07}b", "ab"),
      ("a\u{1B}Pq#0\u{1B}\\b\u{9B}1mc", "abc"), ("\u{202E}gnp.exe\u{7}", "gnp.exe"),
      ("line\nbreak", "line\nbreak"),
      ("\u{1B}[", ""), ("Grüße 👋", "Grüße 👋"),
    ])
  func escapes(raw: String, shown: String) {
    #expect(Redaction.printable(raw) == shown)
  }

  @Test("FE-13 no frame while presenting holds a sign for a control character", arguments: StateFixture.sizes)
  func glyphs(columns: Int, rows: Int) throws {
    var state = try PresentingFixture.state(columns, rows)
    for keys in ["j j j", "v", "v", "v", "<enter>", "<esc>"] {
      try press(&state, keys)
      let text = MainView.draw(state, state.shownTheme).lines.joined()
      #expect(
        !text.unicodeScalars.contains { (0x2400...0x2421).contains($0.value) || $0 == "\u{FFFD}" }, "\(text)")
    }
  }
}
