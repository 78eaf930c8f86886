import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@testable import InboxTUI

/// Keys act in their order, for whom they were meant, and never behind the end.
@MainActor
@Suite(.queued)
struct OrderTests {
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
  }

  private func arrive(_ center: String, _ state: inout AppState) -> [AppEffect] {
    _ = state.settle()
    let rows = [ArchivedMessage(message: .numbered(9), fetched: StateFixture.now)]
    let window = ListWindow(
      identity: .user("maria"), center: CenterName(center), rows: rows, offset: 0, total: 1)
    return state.reduce(.list(.windowLoaded(window, request: state.list.request)))
  }

  @Test("FE-6 MC-1 what is pressed behind a key that waits for its list waits as well, and confirms nothing")
  func waitingKeys() throws {
    var state = try StateFixture.inbox(100, 30)
    #expect(try press(&state, "] y X").filter { if case .setEnabled = $0 { true } else { false } }.isEmpty)
    #expect(state.layer == nil && state.waitingKeys.count == 2)
    let effects = arrive("Offers", &state)
    #expect(effects.contains { if case .copy = $0 { true } else { false } })
    #expect(!effects.contains(.setEnabled(false)) && state.layer == .disabling())
    // Nothing behind a q that waited is done either.
    state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "] j q d")
    let last = arrive("Offers", &state)
    #expect(last.contains(.quit) && !last.contains { if case .change = $0 { true } else { false } })
    // Something has come between: they were not meant for that.
    state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "] d d")
    state.layer = .disabling()
    #expect(arrive("Offers", &state).isEmpty && state.waitingKeys.isEmpty)
  }

  @Test("FE-6 a click acts behind the keys that were pressed before it, also where they wait for their list")
  func waitingClick() throws {
    var state = try StateFixture.inbox(100, 30)
    let click = AppEvent.keyPressed(.mouse(MouseEvent(kind: .press, button: 1, x: 4, y: 0)))
    // On the first tab, behind a key that is about the second.
    _ = try press(&state, "] x")
    _ = state.reduce(click)
    #expect(state.center == CenterName("Offers") && state.waitingKeys.count == 2)
    _ = arrive("Offers", &state)
    #expect(state.center == .primary && state.marks.keys.map(\.id) == [Message.numbered(9).id])
    // Where nothing waits it acts at once.
    _ = try press(&state, "]")
    _ = state.reduce(click)
    #expect(state.center == .primary && state.waitingKeys.isEmpty)
  }

  @Test("UL-16 a link that ends while a filter is typed does not jump into the way of the letters")
  func endedWhileTyping() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = state.reduce(.link(.linkArrived("acme://sale/1")))
    #expect(state.links.resolving == "acme://sale/1")
    _ = try press(&state, "/ o")
    let trail = LinkTrail(
      LinkRequest("acme://sale/1", from: .commandLine), .customScheme, branch: "route", reason: "r",
      outcome: .deepLink(url: "acme://sale/1"))
    _ = state.reduce(.link(.linkResolved(trail)))
    #expect(state.layer == nil && state.context == .find && state.links.resolving == nil)
    #expect(state.notice?.text.hasPrefix("Link resolved: ") == true)
  }

  @Test(
    "UL-5 of a link that ends elsewhere and was not resolved the notice says so, and whether it was a click",
    arguments: [
      (LinkTrail.Click.unknown, "Link not resolved: the click may have been counted. E shows the steps."),
      (.yes, "Link not resolved: the click was counted. E shows the steps."),
      (.no, "Link not resolved. E shows the steps."),
    ])
  func endedWithoutOutcome(_ click: LinkTrail.Click, _ notice: String) throws {
    var state = try StateFixture.inbox(100, 30)
    let link = "https://news.acme.example/pub/acc?_ri_=X0"
    _ = state.reduce(.link(.linkArrived(link)))
    _ = try press(&state, "/ o")
    var trail = LinkTrail(
      LinkRequest(link, from: .commandLine), .web, branch: "unknown", reason: "no response within 10 s",
      outcome: .stop(reason: "no response within 10 s", offered: link))
    trail.click = click
    _ = state.reduce(.link(.linkResolved(trail)))
    #expect(state.notice?.text == notice && state.notice?.level == .warning)
  }

  @Test(
    "UL-15 FE-4 why a link stopped is said once, as a sentence; a host stays as it is written",
    arguments: [
      ("no response within 10 s", "No response within 10 s"),
      ("a.example responded with status 500", "a.example responded with status 500"),
    ])
  func stopped(reason: String, words: String) throws {
    var state = try StateFixture.inbox(100, 30)
    let trail = LinkTrail(
      LinkRequest("https://a.example/x", from: .commandLine), .web, branch: "unknown", reason: reason,
      outcome: .stop(reason: reason, offered: nil))
    state.layer = .outcome(trail, scroll: 0)
    let text = MainView.draw(state, .mono).lines.joined(separator: "\n")
    #expect(text.contains(words) && !text.contains("unknown: "))
  }

  @Test(
    "UL-11 FE-4 the open outcome says what became of a click that was queued",
    arguments: [
      (JournalEntry.Verdict.queued, "Click counted: it is queued"), (.sent, "Click counted: yes"),
      (.refused, "Click counted: no: it was refused"), (.dropped, "Click counted: no: it was dropped"),
    ])
  func settledClick(_ verdict: JournalEntry.Verdict, _ words: String) throws {
    var state = try StateFixture.inbox(100, 30)
    let link = "https://www.acme.example/p?xnpe_cmp=e1"
    _ = state.reduce(.link(.linkArrived(link)))
    var trail = LinkTrail(
      LinkRequest(link, from: .commandLine), .web, branch: "campaign", reason: "r",
      outcome: .browser(url: link))
    trail.click = .queued
    _ = state.reduce(.link(.linkResolved(trail)))
    let entry = JournalEntry(
      number: 1, time: StateFixture.now, kind: .tracking(verdict), message: nil,
      why: "campaign_click · \(link)")
    _ = state.reduce(.coreUpdated(.journal([entry])))
    let text = MainView.draw(state, .mono).lines.joined(separator: "\n")
    #expect(text.contains(words), "\(text)")
  }

  @Test("UL-14 the outcome of a link that is none of the app's says so, and does not speak of routes")
  func otherScheme() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = state.reduce(.link(.linkArrived("mailto:a@b.example")))
    let trail = LinkTrail(
      LinkRequest("mailto:a@b.example", from: .commandLine), .customScheme,
      branch: LinkBranch.otherScheme.rawValue, reason: "mailto: links open another app of a phone",
      outcome: .deepLink(url: "mailto:a@b.example"))
    _ = state.reduce(.link(.linkResolved(trail)))
    let text = MainView.draw(state, .mono).lines.joined(separator: "\n")
    #expect(text.contains("Not a link of the app") && !text.contains("No route"))
    #expect(text.contains("mailto: links open another app of a phone."))
  }

  @Test("FE-6 no key behind q means anything")
  func afterQuit() throws {
    for keys in ["q d", "Q <enter>", ": q u i t <enter> d"] {
      var state = try StateFixture.inbox(100, 30)
      let effects = try press(&state, keys)
      #expect(effects.last == .quit && state.changes.undoable.isEmpty && state.opening == nil, "\(keys)")
    }
  }

  @Test("MC-7 MC-18 what was deleted on the screen is deleted, however fast the program ends")
  func deletedAtTheEnd() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    let before = inbox.program.state.list.total
    #expect(before > 3)
    inbox.program.receive(try Key.sequence("d d d"))
    await inbox.quit()
    let counts = try await inbox.archive.counts(of: .device("test-device"), at: inbox.now)
    #expect(counts[.primary]?.total == before - 3)
    await inbox.sandbox.stop()
  }

  @Test("MC-12 keys behind a log-in do nothing to the messages of who comes")
  func behindLogIn() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    try await inbox.press(": u s e r <space> b o b <enter>")
    let bob = Identity.user("bob")
    let before = try await inbox.archive.counts(of: bob, at: inbox.now)
    #expect((before[.primary]?.total ?? 0) > 2)
    try await inbox.press(": u s e r <enter>")
    try await inbox.pressAtOnce(": u s e r <space> b o b <enter> d m <enter>")
    #expect(inbox.program.state.snapshot?.identity == bob)
    let after = try await inbox.archive.counts(of: bob, at: inbox.now)
    #expect(after == before, "\(after) \(before)")
    await inbox.end()
  }

  @Test("SB-4 a response of the sandbox leaves a palette alone that was opened meanwhile")
  func anotherPalette() throws {
    var state = try StateFixture.inbox(100, 30)
    state.profile.hasSandbox = true
    #expect(try press(&state, ": c l o c k <space> + 1 d <enter>").contains(.askSandbox("clock +1d")))
    _ = try press(&state, "<esc> : d")
    _ = state.reduce(.command(.sandboxResponded("The clock is at noon.", failed: false, to: "clock +1d")))
    guard case .command(let palette)? = state.layer else {
      Issue.record("the palette was closed")
      return
    }
    #expect(palette.input.text == "d" && state.notice?.text == "The clock is at noon.")
    // The one that asked is closed, or keeps the refusal beside what was typed.
    _ = try press(&state, "<c-u> c l o c k <space> x <enter>")
    _ = state.reduce(.command(.sandboxResponded("No.", failed: true, to: "clock +1d")))
    #expect(state.context == .command)
    _ = state.reduce(.command(.sandboxResponded("x is not a time.", failed: true, to: "clock x")))
    guard case .command(let palette)? = state.layer else { return #expect(Bool(false), "it was closed") }
    #expect(palette.feedback?.text == "x is not a time.")
  }

  @Test("MC-12 FE-6 what someone looked for, and whose name was typed, is not the next one's to recall")
  func personalCommands() throws {
    var state = try StateFixture.inbox(100, 30)
    state.commands = ["filter medical", "user bob", "refresh all"]
    var snapshot = try #require(state.snapshot)
    snapshot.identity = .user("ben")
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    #expect(state.commands == ["refresh all"])
    let lines = HistoryLines(commands: ["filter medical", "user bob", "quit"], filters: ["medical"])
    #expect(lines.lasting(by: SecretMask()) == HistoryLines(commands: ["quit"], filters: ["medical"]))
  }

  @Test("FE-6 J opens the message after the one that is read, also where reading took that out of the list")
  func nextOfFiltered() throws {
    var state = try StateFixture.inbox(120, 40)
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    // What `is:unread` shows after it was read.
    let rest = StateFixture.messages.dropFirst(2).map {
      ArchivedMessage(message: $0, fetched: StateFixture.now)
    }
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: rest, offset: 0, total: 2)
    state.list.revision = -1
    _ = state.settle()
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    _ = state.settle()
    #expect(state.list.selection?.key == .numbered(3) && state.detail?.row.key == .numbered(1))
    #expect(try press(&state, "J") == [.open(.numbered(3))])
  }

  @Test(
    "FE-5 where there is no room to see anything, q quits whatever lies on top",
    arguments: [":", "/", "U", "b", "?", "T"])
  func tooSmall(opening: String) throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, opening)
    _ = state.reduce(.screen(.resized(Size(columns: 30, rows: 6))))
    #expect(try press(&state, "x <esc>") == [])
    #expect(try press(&state, "q") == [.quit])
    _ = state.reduce(.screen(.leaving))
    state.now += 1
    #expect(MainView.draw(state, .mono).lines.joined(separator: " ").contains("any key quits now"))
  }

  @Test("FE-6 a range goes on between what is shown as marked when its first message has left the list")
  func brokenRange() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "V j j")
    let rest = StateFixture.messages.dropFirst().map {
      ArchivedMessage(message: $0, fetched: StateFixture.now)
    }
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: rest, offset: 0, total: 3)
    state.list.revision = -1
    _ = state.settle()
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    #expect(state.markedText == "2 marked, range")
    #expect(
      try press(&state, "d") == [
        .change(LocalChange(.deleted, [.numbered(2), .numbered(3)]), isUndo: false)
      ])
    // Where the archive had to be asked and finds no range, that is said.
    _ = state.reduce(.marking(.messagesPicked([], then: .markAndAct(.delete))))
    #expect(state.notice?.text.hasPrefix("One end of the range left the list") == true)
  }

  @Test("FE-6 a message that is deleted is marked no more, and disabling keeps what can be taken back")
  func marksAndUndo() throws {
    var state = try StateFixture.inbox(120, 40)
    _ = try press(&state, "x k")
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = try press(&state, "d")
    #expect(state.marks.isEmpty && state.changes.undoable.count == 1)
    var snapshot = try #require(state.snapshot)
    snapshot.disabled = .disabled(byProfile: false)
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    #expect(state.changes.undoable.count == 1)
  }

  @Test("BD-1 a late answer of the badge leaves what is being typed")
  func lateBadge() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "b 5 <enter> <bs> 1 2")
    _ = state.reduce(.badge(.badgeSet(5)))
    guard case .badge(let input, let response)? = state.layer else {
      return #expect(Bool(false), "the dialog was closed")
    }
    #expect(input.text == "12" && response?.text == "Badge set to 5.")
  }

  @Test("FE-6 a line has an end in bytes as well")
  func marksWithoutNumber() {
    var line = LineEditor()
    #expect(line.take(.paste("a" + String(repeating: "\u{301}", count: 10_000)), most: 256) == .full)
    #expect(line.isEmpty)
    #expect(line.take(.paste(String(repeating: "\u{6F22}", count: 256)), most: 256) == .edited)
  }

  @Test("FE-3 no event is taken for a secret when it is recorded")
  func namesOfEvents() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/InboxTUI").standardizedFileURL
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let texts = try (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
    let names = texts.filter { $0.contains(": FeatureEvent {") }.flatMap { text in
      text.split(separator: "\n").compactMap { line in
        line.firstMatch(of: /^ +(?:indirect )?case (\w+)/).map { String($0.1) }
      }
    }
    #expect(names.count > 40)
    for name in names {
      let value = JSONValue.object([name: .object(["_0": .string("x")])])
      #expect(SecretMask().json(value, isOwn: true) == value, "\(name)")
    }
  }
}
