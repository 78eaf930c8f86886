import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@testable import InboxTUI

/// The palette: finding, running, completing, remembering.
@MainActor
@Suite(.queued)
struct PaletteTests {
  private func palette(_ inbox: TestInbox) -> PaletteState? {
    if case .command(let palette)? = inbox.program.state.layer { palette } else { nil }
  }

  @Test("FE-6 letters find an action by its name, Enter runs it, one that cannot be done says why")
  func actions() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    try await inbox.press(": r e f r e v e r y").expect(shows: "›", "Refresh every center")
    try await inbox.press("<enter>").expect(shows: "Every center: up to date")
    #expect(inbox.program.state.layer == nil)
    try await inbox.press(": s i g n <space> i n <enter>").expect(shows: "Sign in as")
    try await inbox.press("<esc> : u n d o <enter>").expect(
      shows: "Nothing to undo.")
    try await inbox.press(": x y z q").expect(shows: "No matches.")
    try await inbox.press("<enter>").expect(shows: "Unknown command “xyzq”.")
    await inbox.end()
  }

  @Test("SB-4 FE-6 commands are completed, refusals stay beside what was typed, and what was run comes back")
  func commands() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    try await inbox.press(": c l <tab>")
    #expect(palette(inbox)?.input == "clock ")
    try await inbox.press("s o o n <enter>")
    #expect(palette(inbox)?.input == "clock soon" && palette(inbox)?.feedback?.level == .error)
    try await inbox.press("<c-w> + 5 m <enter>").expect(shows: "clock +5m")
    #expect(inbox.program.state.layer == nil)
    try await inbox.press(": <c-p>")
    #expect(palette(inbox)?.input == "clock +5m")
    try await inbox.press("<c-p>")
    #expect(palette(inbox)?.input == "clock soon")
    try await inbox.press("<c-p> <c-n>")
    #expect(palette(inbox)?.input == "clock +5m")
    try await inbox.press("<c-n>")
    #expect(palette(inbox)?.input == "")
    try await inbox.press("<bs>")
    #expect(inbox.program.state.layer == nil)
    await inbox.end()
  }

  @Test(
    "FE-14 FE-6 letters that are only scattered over a title list it; Enter runs it once it is selected, else says so"
  )
  func typo() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 80, rows: 24)
    for typed in ["g a r b", "e v n", "q i t", "d r k"] {
      try await inbox.press(": \(typed)")
      #expect(!inbox.screen.frame.lines.contains { $0.contains("│ ›") }, "\(typed)")
      try await inbox.press("<enter>").expect(shows: "Unknown command “\(typed.filter { $0 != " " })”.")
      try await inbox.press("<esc>")
    }
    try await inbox.press(": g a r b <down>").expect(shows: "›")
    try await inbox.press("<esc> : t h e m e <space> g a r b <enter>").expect(shows: "Unknown theme “garb”.")
    await inbox.end()
  }

  @Test(
    "FE-6 what is typed means a title whose words it begins",
    arguments: [
      ("refresh", "refresh, or refresh all", 0), ("mark", "Toggle mark", 1), ("toma", "Toggle mark", 1),
      ("refrevery", "Refresh every center", 1), ("refr cent", "Refresh every center", 1),
      ("ark", "Toggle mark", 2), ("gemark", "Toggle mark", 3), ("garb", "Grow a horizontal bar", 3),
    ])
  func ranks(_ input: String, _ title: String, _ rank: Int) {
    #expect(WordMatch.rank(input, in: title) == rank)
  }

  @Test("FE-6 arrows and clicks select, and a long list scrolls with the selection")
  func selecting() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 80, rows: 24)
    try await inbox.press(": <down> <down> <down> <down> <up>")
    #expect(palette(inbox)?.selected == 3)
    try await inbox.press(Array(repeating: "<down>", count: 100).joined(separator: " "))
    let last = try #require(palette(inbox)?.selected)
    let mark = try #require(inbox.screen.frame.marks.last { $0.target == .layerLine(last) })
    #expect(inbox.screen.frame.lines[mark.rect.y].contains("›"))
    inbox.program.receive([.mouse(MouseEvent(kind: .press, button: 1, x: mark.rect.x, y: mark.rect.y - 1))])
    await inbox.program.idle()
    #expect(palette(inbox)?.selected == last - 1)
    await inbox.end()
  }

  @Test("FE-6 from the help an action is found and run; y and Y copy what is selected")
  func help() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    try await inbox.press("? / r e f r e s h <space> e v e r y <enter>").expect(
      shows: "Every center: up to date")
    try await inbox.press("y")
    #expect(inbox.hostRequests.last == .copy("plain", what: "message id plain"))
    try await inbox.press("Y")
    guard case .copy(let text, let what)? = inbox.hostRequests.last else {
      Issue.record("nothing was copied")
      return
    }
    let json = try JSONValue.parse(Data(text.utf8))
    #expect(json["id"]?.text == "plain" && json["subject"]?.text == "A plain word" && what == "plain as JSON")
    await inbox.end()
  }

  @Test(
    "FE-5 FE-6 no line of the palette is cut at 80 columns, nor what it says of its keys at 40",
    arguments: [80, 40])
  func widths(columns: Int) throws {
    // So high that it shows all entries.
    var state = try StateFixture.inbox(columns, 120)
    state.layer = .command(PaletteState())
    let lines = MainView.draw(state, .mono).lines
    #expect(lines.contains { $0.contains(" · ↑ ↓ select ") })
    for entry in PaletteEntry.matching(state, "") where columns == 80 {
      let title = entry.entry.title(in: state)
      #expect(lines.contains { $0.contains(title + " ") }, "\(title)")
    }
  }

  @Test(
    "FE-6 the nearest match comes first",
    arguments: [
      ("help", "Help"), ("quit", "quit"), ("badge", "badge N"), ("", "theme NAME"),
      ("set or", "Set or reset the badge"), (" badge 5", "badge N"), ("  center off", "center Offers"),
      ("fault", "fault messages"),
    ])
  func order(_ input: String, _ first: String) throws {
    var state = try StateFixture.inbox(80, 24)
    for key in try Key.sequence(
      ": " + input.map { $0 == " " ? "<space>" : String($0) }.joined(separator: " "))
    {
      _ = state.reduce(.keyPressed(key))
      _ = state.settle()
    }
    let lines = MainView.draw(state, .mono).lines
    #expect(lines.first { $0.contains("│ ›") }?.contains(first) == true, "\(lines.joined(separator: "\n"))")
  }
}
