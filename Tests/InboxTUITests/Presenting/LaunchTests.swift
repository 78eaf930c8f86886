import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// A campaign that is launched before an audience, until its message is there.
struct LaunchTests {
  @discardableResult
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    try Key.sequence(keys).flatMap { key in state.reduce(.keyPressed(key)) + state.settle() }
  }

  private func text(_ state: AppState) -> String {
    MainView.draw(state, state.shownTheme).lines.joined(separator: "\n")
  }

  @Test("SB-2 L lists the campaigns by brand and subject, and Enter launches the one that is selected")
  func launch() throws {
    var state = try PresentingFixture.state(80, 24)
    try press(&state, "L")
    #expect(text(state).contains("› Acme · Order on its way · no banner · Primary"))
    #expect(text(state).contains("  Skerrylight · A film · Primary") && !text(state).contains("m2"))
    try press(&state, "j j j j")
    #expect(state.layer == .launch(selected: 2))
    try press(&state, "k")
    #expect(try press(&state, "<enter>").contains(.askSandbox("launch m3")) && state.layer == nil)
    _ = state.reduce(.command(.sandboxResponded("Launched m3.", failed: false)))
    #expect(text(state).contains("Done.") && !text(state).contains("m3"))
    // A push announces it, so nothing is fetched.
    #expect(
      state.reduce(.command(.sandboxResponded("Launched m3.", failed: false, to: "launch m3"))) == [])
    #expect(state.notice?.text == "Launched: the message is on its way." && !text(state).contains("m3"))
    state = try StateFixture.inbox(80, 24)
    try press(&state, "L")
    #expect(state.notice?.text.hasPrefix("Only a sandbox has campaigns to launch") == true)
  }

  @Test(
    "SB-2 what is for the message center only is fetched once launched, and no other message stands for it",
    arguments: StateFixture.sizes)
  func launchWithoutBanner(_ columns: Int, _ rows: Int) throws {
    var state = try PresentingFixture.state(columns, rows)
    state.presenting?.look = .row
    _ = state.settle()
    let awaited = "the message is on its way"
    #expect(try press(&state, "L <enter>").contains(.askSandbox("launch m2")))
    #expect(state.awaitsLaunched && text(state).contains(awaited))
    #expect(!text(state).contains("Opened: not yet ·"))
    if PaneLayout(state).listRows == nil { #expect(PaneLayout(state).visibleRows(state).isEmpty) }
    #expect(
      state.reduce(.command(.sandboxResponded("Launched m2-2.", failed: false, to: "launch m2")))
        == [.refresh(.primary)])
    #expect(state.notice?.text == "Launched: the message is on its way.")
    // The list has it a moment after the fetch has ended.
    _ = state.reduce(
      .center(.refreshed(.primary, failures: [], news: [CenterNews(name: .primary, new: 1)])))
    state.notice = nil
    _ = state.settle()
    #expect(state.awaitsLaunched && text(state).contains(awaited))
    let message = Message(
      id: MessageID("m2-2"), sent: StateFixture.now, subject: "Order", body: "", center: .primary)
    let rows = [message] + StateFixture.messages
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(
            identity: .user("maria"), center: .primary,
            rows: rows.map { ArchivedMessage(message: $0, fetched: StateFixture.now) }, offset: 0,
            total: rows.count), request: state.list.request)))
    state.notice = nil
    _ = state.settle()
    let keys = [state.list.selectedRow?.key, state.detail?.row.key]
    #expect(keys.allSatisfy { $0?.id == MessageID("m2-2") })
    #expect(!state.awaitsLaunched && !text(state).contains(awaited))
  }

  @Test("SB-2 FE-11 a launch before an audience leaves a filter, which might hide what arrives")
  func launchWithFilter() throws {
    var state = try PresentingFixture.state(120, 40)
    try press(&state, "/ s a l e <enter>")
    #expect(state.find.text == "sale")
    try press(&state, "L <enter>")
    #expect(state.find.filter == .everything && state.find.text.isEmpty && state.awaitsLaunched)
  }

  @Test(
    "SB-2 VE-2 what was launched for a list that the vendor does not have is shown in the one with something new"
  )
  func launchElsewhere() throws {
    var state = try PresentingFixture.state(120, 40)
    let place = try #require(state.profile.campaigns?.campaigns.firstIndex { $0.id == "m2" })
    state.profile.campaigns?.campaigns[place].center = CenterName("Not a tab")
    try press(&state, "L")
    let launched = try #require(state.profile.campaigns?.byBrand.firstIndex { $0.id == "m2" })
    state.layer = .launch(selected: launched)
    try press(&state, "<enter>")
    let other = try #require(state.centers.first { $0 != state.center })
    var left = state
    _ = state.reduce(.center(.refreshed(nil, failures: [], news: [CenterNews(name: other, new: 1)])))
    #expect(state.center == other && state.awaitsLaunched)
    // Who has gone on is left where they are.
    try press(&left, "j")
    _ = left.reduce(.center(.refreshed(nil, failures: [], news: [CenterNews(name: other, new: 1)])))
    #expect(left.center != other)
    // Nor does what a tour waits for since lead anywhere.
    let step = Tour.Step("One", actions: [.ask("launch m9"), .select("m9")])
    left.presenting?.tour = TourState(Tour(name: "x", steps: [step]))
    _ = left.settle()
    try #require(left.awaitsLaunched)
    _ = left.reduce(.center(.refreshed(nil, failures: [], news: [CenterNews(name: other, new: 1)])))
    #expect(left.center != other)
  }

  @Test("SB-2 a launch that fails, a fetch without the message and any key show what is selected again")
  func launchThatBringsNothing() throws {
    var launched = try PresentingFixture.state(120, 40)
    try press(&launched, "L <enter>")
    #expect(launched.awaitsLaunched)
    let nothing: [AppEvent] = [
      .command(.sandboxResponded("The sandbox does not respond.", failed: true, to: "launch m2")),
      .center(.refreshed(.primary, failures: [.noNetwork("gone")])),
      .center(.refreshed(.primary, failures: [], news: [])), .keyPressed(.character("j")),
    ]
    for event in nothing {
      var state = launched
      _ = state.reduce(event)
      _ = state.settle()
      #expect(!state.awaitsLaunched && !text(state).contains("the message is on its way"), "\(event)")
    }
    // Another list, and another look, say nothing of it.
    var state = launched
    _ = state.reduce(.center(.refreshed(CenterName("Offers"), failures: [], news: [])))
    try press(&state, "v")
    #expect(state.awaitsLaunched)
  }

  @Test("SB-2 FE-13 while message centers are disabled nothing is said to be on its way")
  func launchWhileDisabled() throws {
    var state = try PresentingFixture.state(120, 40)
    state.snapshot?.disabled = .disabled(byProfile: false)
    try press(&state, "L j <enter>")
    _ = state.reduce(.command(.sandboxResponded("Launched m3.", failed: false, to: "launch m3")))
    #expect(!state.awaitsLaunched)
    #expect(state.notice?.text == "Launched. Message centers are disabled. X enables them.")
  }

  @Test(
    "SB-2 FE-13 MC-1 nor where they are disabled while a launch is under way: the phones say that they are",
    arguments: StateFixture.sizes, [true, false])
  func disabledMeanwhile(_ size: (Int, Int), isTour: Bool) throws {
    let tour = Tour(name: "x", steps: [Tour.Step("One", actions: [.ask("launch m2"), .select("m2-2")])])
    var state = try PresentingFixture.state(size.0, size.1, tour: isTour ? tour : nil)
    if !isTour { try press(&state, "L <enter>") }
    state.presenting?.look = .row
    _ = state.settle()
    try #require(state.awaitsLaunched)
    var snapshot = try #require(state.snapshot)
    snapshot.revision += 1
    snapshot.disabled = .disabled(byProfile: false)
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    let response: AppEvent =
      isTour
      ? .presenting(.tourCommandEnded(failed: false))
      : .command(.sandboxResponded("Launched m2-2.", failed: false, to: "launch m2"))
    #expect(state.reduce(response) == [])
    if !isTour { #expect(state.notice?.text == "Launched. Message centers are disabled. X enables them.") }
    state.notice = nil
    _ = state.settle()
    #expect(!state.awaitsLaunched && !text(state).contains("on its way"))
    let place = try #require(PaneLayout(state).stage?.handsets.first?.parts.first { !$0.rect.isEmpty }?.rect)
    let phone = MainView.draw(state, .mono).lines[place.y].dropFirst(place.x)
    #expect(phone.contains("Message centers are disabled."), "\(text(state))")
    // They are enabled again: it may come.
    snapshot.disabled = nil
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    _ = state.settle()
    #expect(state.awaitsLaunched)
  }

  @Test("SB-2 a launch from the palette or the menu says that it is fetched, unless a push announces it")
  func launchUnpresented() throws {
    var state = try PresentingFixture.state(80, 24)
    state.presenting = nil
    let responses: [(id: String, effects: [AppEffect], notice: String)] = [
      ("m2", [.refresh(.primary)], "Launched m2; it is fetched now."), ("m3", [], "Launched m3."),
      ("other", [.refresh(nil)], "Launched other; it is fetched now."),
    ]
    for (id, effects, notice) in responses {
      let event = CommandEvent.sandboxResponded("Launched \(id).", failed: false, to: "launch \(id)")
      #expect(state.reduce(.command(event)) == effects && state.notice?.text == notice, "\(id)")
    }
    let failed = CommandEvent.sandboxResponded("No such campaign.", failed: true, to: "launch m2")
    #expect(state.reduce(.command(failed)) == [] && state.notice?.level == .error)
  }
}
