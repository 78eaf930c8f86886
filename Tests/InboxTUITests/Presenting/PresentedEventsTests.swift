import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// The event pane and what is found in a message, before an audience.
struct PresentedEventsTests {
  private func press(_ state: inout AppState, _ keys: String) throws {
    for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) + state.settle() }
  }

  private func text(_ state: AppState) -> String {
    MainView.draw(state, state.shownTheme).lines.joined(separator: "\n")
  }

  /// Four that have words for an audience, each among two that have none.
  private func presented() throws -> AppState {
    var state = try PresentingFixture.state(80, 24)
    for number in 1...4 {
      for kind in [JournalEntry.Kind.session, .display(.sent), .tracking(.sent)] {
        let message: MessageKey? = if case .display = kind { .numbered(number) } else { nil }
        let entry = JournalEntry(
          number: number, time: StateFixture.now, kind: kind, message: message, why: "event \(number)")
        state.events.append(.journal(entry))
      }
    }
    try press(&state, "E E")
    return state
  }

  @Test("FE-3 FE-13 the selection goes over what an audience sees, and over nothing else")
  func selection() throws {
    var state = try presented()
    #expect(state.focus == .events && state.events.lines.count == 4)
    try press(&state, "g")
    #expect(state.events.selected?.entry.message == .numbered(1) && !text(state).contains("No events"))
    try press(&state, "j")
    #expect(state.events.selected?.entry.message == .numbered(2))
    // Who ends presenting sees everything again, at the same event.
    try press(&state, "<f5>")
    #expect(state.events.lines.count > 4)
  }

  @Test("FE-13 what was looked for before presenting is not before the audience")
  func former() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = state.reduce(.message(.opened(.numbered(1), state.list.selectedRow)))
    try press(&state, "/ m a r i a <enter> E E / j o n a s <enter> <f5> E E")
    #expect(state.events.narrowing.isEmpty && state.detail?.narrowing.isEmpty != false)
    #expect(!text(state).contains("maria") && !text(state).contains("jonas"))
  }

  @Test("FE-8 FE-14 what is typed to narrow the events is seen, and an empty pane says why it is")
  func narrowing() throws {
    var state = try presented()
    try press(&state, "/ z z z")
    #expect(text(state).contains("What happened /zzz") && text(state).contains("No events match /zzz"))
    try press(&state, "<c-u> d i s p l a y e d <enter>")
    #expect(state.events.lines.count == 4)
    // What stands beside the words as well.
    try press(&state, "/ <c-u> f i l m <enter>")
    #expect(state.events.lines.map(\.entry.message) == [.numbered(3)])
  }

  @Test("FE-5 FE-13 where a caption leaves too little room for both, the events take the place of the phone")
  func besideCaption() throws {
    var state = try PresentingFixture.state(40, 12, tour: PresentingFixture.tour)
    state.presenting?.look = .banner
    try press(&state, "E")
    #expect(state.events.mode == .full && PaneLayout(state).stage?.handsets == [])
    #expect(!text(state).contains("Push banner") && text(state).contains(" 1 / 4 "))
    try press(&state, "E")
    // A strip of before the tour gives way to the phone.
    state.events.mode = .strip
    #expect(PaneLayout(state).events == nil && text(state).contains("╭─ ▸ Push banner"))
    state = try PresentingFixture.state(40, 12)
    try press(&state, "E")
    #expect(state.events.mode == .strip && PaneLayout(state).events != nil)
    // A pane that was alone before presenting began takes no room from the phones.
    state = try StateFixture.inbox(120, 40)
    try press(&state, "z <f5> E")
    #expect(state.panes.isZoomed && state.presenting != nil && state.events.mode == .strip)
    #expect(PaneLayout(state).stage?.handsets.isEmpty == false)
  }

  @Test("FE-14 what is found in a message stands in its phone, and what is typed above it")
  func finding() throws {
    var state = try PresentingFixture.state(120, 40)
    _ = state.reduce(.message(.opened(.numbered(1), state.list.selectedRow)))
    _ = state.settle()
    try press(&state, "/ w o r d s")
    #expect(text(state).contains("Opened  /words"), "\(text(state))")
    let frame = MainView.draw(state, state.shownTheme)
    let cells = (0..<frame.size.rows).flatMap { y in (0..<frame.size.columns).map { frame[$0, y] } }
    #expect(cells.contains { $0.style.attributes.isSuperset(of: [.reverse, .underline]) })
    #expect(frame.cursor != nil)
  }
}
