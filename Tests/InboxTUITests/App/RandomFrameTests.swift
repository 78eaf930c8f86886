import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

/// Any text, any size, any keys: the picture is whole and harmless.
struct RandomFrameTests {
  private static let alphabet: [String] =
    Attack.all + [
      "日本語のお知らせ", "한국어 공지", "ภาษาไทย", "שלום עולם", "مرحبا بالعالم", "👨‍👩‍👧‍👦", "🇫🇷🇩🇪🇫", "👍🏽", "e\u{301}\u{327}",
      "plain words", "ａｂｃ", "ﷺ", "𒐫", "꧅", "\u{1100}\u{1161}\u{11A8}", "\u{0}", "\u{1F469}\u{200D}",
      "x\u{20E3}", " ", "",
    ]

  private func text(_ random: inout SeededGenerator, most: Int = 12) -> String {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in
      Self.alphabet.randomElement(using: &random) ?? ""
    }.joined(separator: Bool.random(using: &random) ? " " : "")
  }

  private func state(_ random: inout SeededGenerator) throws -> AppState {
    var state = try StateFixture.inbox(80, 24)
    let rows = (0..<Int.random(in: 1...20, using: &random)).map { number in
      let html = "<p>\(text(&random))<a href=\"https://x.example/\(number)\">\(text(&random))</a></p>"
      let message = Message(
        id: MessageID("m\(number)\(text(&random, most: 2))"),
        sent: StateFixture.now.addingTimeInterval(-60 * Double(number)), subject: text(&random),
        body: text(&random, most: 40), center: .primary,
        deepLink: Bool.random(using: &random) ? "shop://\(text(&random))" : nil,
        richHTML: Bool.random(using: &random) ? html : nil,
        expiry: Bool.random(using: &random) ? StateFixture.now.addingTimeInterval(90) : nil)
      return ArchivedMessage(
        message: message, fetched: StateFixture.now,
        read: Bool.random(using: &random) ? StateFixture.now : nil)
    }
    let window = ListWindow(
      identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: rows.count)
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    _ = state.settle()
    return state
  }

  /// What is wrong with a picture, in words.
  private func flaws(of frame: Frame, _ size: Size) -> [String] {
    var flaws: [String] = frame.size == size ? [] : ["the size is \(frame.size)"]
    for y in 0..<frame.size.rows {
      var x = 0
      while x < frame.size.columns {
        let cell = frame[x, y]
        let scalars = cell.cluster.unicodeScalars
        if cell.width < 1 { flaws.append("\(x),\(y): half a character") }
        if x + cell.width > frame.size.columns { flaws.append("\(x),\(y): cut at the edge") }
        if cell.width == 2, frame[x + 1, y].width != 0 { flaws.append("\(x),\(y): over another") }
        if scalars.isEmpty || scalars.count > 5 { flaws.append("\(x),\(y): \(scalars.count) scalars") }
        if !scalars.allSatisfy(TerminalTranscript.isVisible) {
          flaws.append("\(x),\(y): \(scalars.map { String($0.value, radix: 16) })")
        }
        x += max(1, cell.width)
      }
    }
    return flaws
  }

  @Test(
    "FE-5 FE-9 random texts at random sizes after random keys: whole, harmless, and the selection is in sight"
  )
  func frames() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let keys = try Key.sequence(
      "j k g G J K <enter> l <esc> h <tab> <s-tab> ] [ 1 2 z | + - E ? : / * i P T b U F L y Y v x V A m d u n p t <space>"
        + " <c-d> <c-u> <pgdn> <pgup> <f5> <c-g> D X M r R o f q")
    for _ in 0..<40 {
      var state = try state(&random)
      for step in 0..<12 {
        let size = Size(
          columns: Int.random(in: 0...200, using: &random), rows: Int.random(in: 0...80, using: &random))
        _ = state.reduce(.screen(.resized(size)))
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          let key =
            Int.random(in: 0..<12, using: &random) == 0
            ? .paste(text(&random)) : try #require(keys.randomElement(using: &random))
          for effect in state.reduce(.keyPressed(key)) {
            if case .open(let opened) = effect {
              _ = state.reduce(.message(.opened(opened, state.list.selectedRow)))
            }
          }
        }
        _ = state.settle()
        let frame = MainView.draw(state, state.shownTheme)
        let flaws = flaws(of: frame, size)
        #expect(flaws.prefix(3) == [], "seed \(seed), step \(step), \(size)")
        let layout = PaneLayout(state)
        if !PaneLayout.isTooSmall(size), state.layer == nil, let list = layout.listRows, list.height > 1,
          let index = state.list.selectedIndex
        {
          #expect(
            (state.list.top..<state.list.top + max(1, layout.wholeRows)).contains(index),
            "seed \(seed), step \(step), \(size): the selection is out of sight")
        }
        if !flaws.isEmpty { return }
      }
    }
  }
}
