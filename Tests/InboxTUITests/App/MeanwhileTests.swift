import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// What is pressed, typed or marked while something else is on its way, covers the screen or has left it.
struct MeanwhileTests {
  @discardableResult
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    try Key.sequence(keys).flatMap { key in state.reduce(.keyPressed(key)) + state.settle() }
  }

  private func text(_ state: AppState) -> String {
    MainView.draw(state, state.shownTheme).lines.joined(separator: "\n")
  }

  @Test("FE-6 FE-14 UL-16 keys behind the one that opens wait for the message, and mean what they mean there")
  func behindOpening() throws {
    var state = try StateFixture.inbox(100, 30)
    #expect(try press(&state, "<enter> / d") == [.open(.numbered(1))])
    #expect(state.list.selection?.key == .numbered(1) && !state.find.isTyping)
    // The same key again is part of the gesture.
    #expect(try press(&state, "<enter>") == [] && state.waitingKeys.count == 3)
    // What is under the pointer is about to be another picture.
    var clicked = try StateFixture.inbox(100, 30)
    try press(&clicked, "<enter>")
    _ = clicked.reduce(.keyPressed(.mouse(MouseEvent(kind: .press, button: 1, x: 14, y: 0))))
    #expect(clicked.center == .primary && clicked.waitingKeys.isEmpty)
    let effects = state.reduce(.message(.opened(.numbered(1), state.list.selectedRow)))
    #expect(!effects.contains { if case .change = $0 { true } else { false } })
    #expect(state.focus == .detail && state.detail?.narrowing.text == "d" && state.waitingKeys.isEmpty)

    // Held, it opens one.
    try press(&state, "<esc> J J J")
    #expect(state.opening == .numbered(2) && state.waitingKeys.isEmpty)
    // A link of the one that is read still is not meant, nor is that message where the other does not open.
    #expect(try press(&state, "1 <enter> d") == [])
    let failed = state.reduce(.message(.openFailed(.numbered(2), .cancelled)))
    #expect(failed.isEmpty && state.waitingKeys.isEmpty && state.notice == nil)

    state = try StateFixture.inbox(100, 30)
    try press(&state, "<enter> j")
    let error = InboxError.storeUnavailable(path: "archive.sqlite", reason: "no")
    _ = state.reduce(.message(.openFailed(.numbered(1), error)))
    #expect(state.list.selection?.key == .numbered(1) && state.waitingKeys.isEmpty)
  }

  @Test(
    "FE-4 FE-6 whoever leaves the whole-screen events for another center sees the list that keys are about")
  func behindEvents() throws {
    for (columns, rows, isAccessible) in [(80, 24, false), (80, 8, false), (80, 24, true)] {
      var state = try StateFixture.inbox(columns, rows)
      if isAccessible { state.beAccessible() }
      try press(&state, "E")
      if state.events.mode != .full { try press(&state, "E") }
      #expect(state.events.mode == .full && PaneLayout(state).list == nil)
      try press(&state, "]")
      #expect(state.focus == .list && PaneLayout(state).list != nil, "\(columns)×\(rows)")
    }
  }

  @Test("FE-14 UL-5 what a link led to does not come up over a line that is typed in a message")
  func endedWhileFinding() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = state.reduce(.message(.opened(.numbered(1), state.list.selectedRow)))
    _ = state.reduce(.link(.linkArrived("acme://sale/1")))
    try press(&state, "/ m")
    let trail = LinkTrail(
      LinkRequest("acme://sale/1", from: .commandLine), .customScheme, branch: "route", reason: "r",
      outcome: .deepLink(url: "acme://sale/1"))
    _ = state.reduce(.link(.linkResolved(trail)))
    #expect(state.layer == nil && state.context == .narrow)
    #expect(state.notice?.text.hasPrefix("Link resolved: ") == true)
    // The next one waits until the line is closed.
    #expect(state.reduce(.link(.linkArrived("acme://sale/2"))).isEmpty)
    #expect(try press(&state, "<esc>").contains { if case .resolve = $0 { true } else { false } })
  }

  @Test("FE-8 what arrives while the help covers its page is there when the help goes")
  func underHelp() throws {
    var state = try StateFixture.inbox(100, 30)
    try press(&state, "P ?")
    #expect(state.layer?.kind != state.pageLayer?.kind)
    _ = state.reduce(.proof(.deliveryProven(try StateFixture.report())))
    try press(&state, "<esc>")
    guard case .proof(let proof, _)? = state.layer else {
      Issue.record("\(String(describing: state.layer))")
      return
    }
    #expect(proof.report != nil && !proof.isReading)
  }

  @Test("FE-6 from the last row of a filtered list, K opens the one before it, which has taken its place")
  func previousOfGone() throws {
    var state = try StateFixture.inbox(100, 30)
    let rows = state.list.window?.rows ?? []
    try press(&state, "G")
    #expect(state.list.selection?.key == .numbered(4))
    _ = state.reduce(.message(.opened(.numbered(4), rows.last)))
    // It was unread, and the list shows what is.
    let window = ListWindow(
      identity: .user("maria"), center: .primary, rows: rows.dropLast(), offset: 0, total: rows.count - 1)
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    #expect(state.list.selectedRow?.key == .numbered(3))
    #expect(try press(&state, "K").contains(.open(.numbered(3))))
  }

  @Test(
    "FE-6 MC-10 what has left the list is marked no more, and undo of its deletion says that it has expired")
  func goneWhileMarked() throws {
    var state = try StateFixture.inbox(100, 30)
    let rows = state.list.window?.rows ?? []
    try press(&state, "x")
    #expect(state.marks.keys == [.numbered(1)])
    _ = state.reduce(.message(.opened(.numbered(1), rows.first)))
    let window = ListWindow(
      identity: .user("maria"), center: .primary, rows: Array(rows.dropFirst()), offset: 0,
      total: rows.count - 1)
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    #expect(state.marks.isEmpty)
    try press(&state, "d")
    #expect(state.changes.undoable.last?.subject == rows.first?.message.subject)
    #expect(state.changes.undoable.last?.expiry == rows.first?.message.expiry)
  }

  @Test("FE-6 FE-13 MC-10 where something has expired, an audience hears of no key that only a tester has")
  func expiredBeforeAudience() throws {
    var state = try StateFixture.inbox(100, 30)
    var change = LocalChange(.restored, [.numbered(1)])
    change.expiry = StateFixture.now
    try press(&state, "/ i s : e x p i r e d <enter>")
    for isPresenting in [false, true] {
      state.presenting = isPresenting ? Presentation() : nil
      _ = state.reduce(.marking(.changed(change, isUndo: true)))
      let (when, them) = isPresenting ? ("", "") : (": i says when", ": i shows them")
      #expect(state.notice?.text == "Restored, but it has expired and is not listed\(when).")
      #expect(FilterTitle.nothing(state).contains(" Expired messages leave the list\(them). "))
    }
  }

  @Test("FE-6 FE-14 a line that is typed into names the keys that work there")
  func keysWhileTyping() throws {
    var state = try StateFixture.inbox(100, 30)
    try press(&state, "r")
    #expect(state.stoppable == .refresh(.primary))
    try press(&state, "/ a")
    #expect(state.stoppable == nil && !text(state).contains("^G cancels"))
    try press(&state, "<tab>")
    #expect(state.notice?.text == "Tab does nothing here; F1 lists all keys.")
    try press(&state, "<esc> : z z z q q <enter>")
    #expect(text(state).contains("F1 lists all") && !text(state).contains("? lists all"))
  }

  @Test("FE-11 captured responses that are still being read are not called empty")
  func readingCapture() throws {
    var state = try StateFixture.inbox(100, 30)
    state.profile.capturedFrom = "a.json"
    state.snapshot?.centers[0].counts = CenterCounts(total: 0, unread: 0)
    _ = state.snapshot?.centers[0].refresh.request(.asked, at: StateFixture.now)
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: [], offset: 0, total: 0)
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    #expect(
      text(state).contains("Reading the captured responses…") && text(state).contains("read-only · reading…"))
    state.snapshot?.centers[0].refresh.succeeded(ticket: 1, at: StateFixture.now, malformed: [])
    #expect(text(state).contains("The captured responses have no"))
  }

  @Test("FE-14 a box that has left out lines says how many there are", arguments: ["C", "T", ":"])
  func leftOut(key: String) throws {
    var state = try StateFixture.inbox(40, 12)
    try press(&state, key)
    switch key {
    case "C":
      let log = (1...15).map { number in
        InboxGesture(
          .shown, at: StateFixture.now, by: .user("maria"), session: 1, message: .numbered(number))
      }
      _ = state.reduce(.lens(.lensCounted(LensReport(GestureLog(log)))))
    case "T": _ = state.reduce(.theme(.themesListed((1...9).map { _ in ThemeChoice(.standard) })))
    default: break
    }
    let edge = MainView.draw(state, .standard).lines.first { $0.contains("╯") } ?? ""
    #expect(edge.contains("/"), "\(text(state))")
  }

  @Test("FE-5 FE-6 what is scrolled beyond a text's edge stays there, whatever follows in the same read")
  func beyond() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = state.reduce(.message(.opened(.numbered(1), state.list.selectedRow)))
    _ = state.settle()
    let pane = try #require(PaneLayout(state).detailText)
    let wheel = AppEvent.keyPressed(
      .mouse(MouseEvent(kind: .wheelUp, button: 0, x: pane.x + 2, y: pane.y + 1)))
    for _ in 1...3 { _ = state.reduce(wheel) }
    #expect(state.detail?.scroll == 0)
    // Without a frame in between.
    _ = state.reduce(.keyPressed(.character("g"))) + state.reduce(wheel)
    #expect(state.detail?.scroll == 0)
  }

  @Test("FE-14 QA-4 an app of another person that comes through a tap takes no line from who types")
  func tapped() throws {
    var state = try StateFixture.inbox(100, 30)
    state.profile.isTapped = true
    try press(&state, ": f a u")
    let line = state.layer
    var other = try #require(state.snapshot)
    other.identity = .user("jonas")
    _ = state.reduce(.coreUpdated(.snapshot(other)))
    #expect(state.layer == line && state.context == .command)
    #expect(state.notice?.text == "The app of jonas")
  }
}
