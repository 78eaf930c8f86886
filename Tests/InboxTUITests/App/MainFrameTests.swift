import Foundation
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxCore
@testable import InboxTUI

/// Frames as text that a reviewer can read, at the sizes that people have.
struct MainFrameTests {
  private func check(_ state: AppState, _ theme: Theme = .standard, named name: String) {
    expectFrame(MainView.draw(state, theme), named: name)
  }

  @Test(
    "FE-1 FE-2 FE-5 the inbox at every size",
    arguments: [(120, 40), (80, 24), (60, 20), (40, 12), (40, 8), (30, 6)])
  func sizes(columns: Int, rows: Int) throws {
    check(try StateFixture.inbox(columns, rows), named: "inbox-\(columns)x\(rows)")
  }

  @Test(
    "FE-2 a list that has a wide screen to itself shows each message in one line, its preview behind its subject"
  )
  func wide() throws {
    var state = try StateFixture.inbox(120, 20)
    _ = state.reduce(.keyPressed(.character("z")))
    _ = state.settle()
    check(state, named: "inbox-wide-120x20")
    #expect(PaneLayout(state).rowHeight == 1)
    state.beAccessible()
    _ = state.settle()
    #expect(PaneLayout(state).rowHeight == 2)
  }

  @Test("FE-7 FE-9 without colour every state still shows, and nothing raw comes through")
  func mono() throws {
    let state = try StateFixture.inbox(80, 24)
    check(state, .mono, named: "inbox-mono-80x24")
    let text = MainView.draw(state, .mono).lines.joined()
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }

  @Test("FE-5 ASCII only, for terminals that have nothing else")
  func ascii() throws {
    var state = try StateFixture.inbox(80, 24)
    state.profile.repertoire = .ascii
    let frame = MainView.draw(state, .mono)
    expectFrame(frame, named: "inbox-ascii-80x24")
    #expect(frame.lines.joined().unicodeScalars.allSatisfy { $0.isASCII })
  }

  @Test("FE-5 FE-6 with ASCII only the arrows are named in letters: < > ^ and v are other keys")
  func arrowsInASCII() throws {
    var state = try StateFixture.inbox(80, 24)
    state.profile.repertoire = .ascii
    #expect(state.keys.text(of: ActionRegistry[.down]) == "j Down")
    #expect(state.keys.text(of: ActionRegistry[.open]) == "Enter l Right")
    _ = state.reduce(.keyPressed(.character(":")))
    #expect(MainView.draw(state, .mono).lines.contains { $0.contains("Up Down select") })
    // Arrows of a message stay what they are there.
    #expect(DisplayText.cells("a → b", repertoire: .ascii).count == 5)
    state.profile.repertoire = .unicode
    #expect(state.keys.text(of: ActionRegistry[.down]) == "j ↓")
  }

  private func reading(_ columns: Int, _ rows: Int) throws -> AppState {
    var state = try StateFixture.inbox(columns, rows)
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.reduce(.keyPressed(.enter))
    _ = state.reduce(.link(.linkResolved(trail)))
    _ = state.reduce(.keyPressed(.escape))
    _ = state.reduce(
      .message(
        .detailLoaded(
          row, MessageHistory(lines: [.init(time: StateFixture.now, text: "displayed in session 2, sent")]))))
    _ = state.reduce(.keyPressed(.character("1")))
    _ = state.settle()
    return state
  }

  private var trail: LinkTrail {
    LinkTrail(
      LinkRequest("acme://sale/1", from: .commandLine), .customScheme, branch: "route",
      reason: "the app's route table knows this deep link",
      outcome: .screen(
        AppScreen(
          title: "Sale", trail: ["acme", "sale", "1"], parameters: [.init(name: "id", value: "1")],
          url: "acme://sale/1")))
  }

  @Test("FE-2 FE-4 a message with its links and history", arguments: StateFixture.sizes)
  func reader(columns: Int, rows: Int) throws {
    check(try reading(columns, rows), named: "reader-\(columns)x\(rows)")
  }

  @Test("UL-15 FE-4 where a link ended and how it came to it", arguments: StateFixture.sizes)
  func outcome(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    state.layer = .outcome(trail, scroll: 0)
    check(state, named: "outcome-\(columns)x\(rows)")
  }

  @Test("FE-6 the help is made from the action registry", arguments: StateFixture.sizes)
  func help(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    _ = state.reduce(.keyPressed(.character("?")))
    check(state, named: "help-\(columns)x\(rows)")
    guard columns == 80 else { return }
    let everything = ActionRegistry.actions.indices.map { selected -> String in
      var help = HelpState()
      help.selected = selected
      state.layer = .help(help)
      return MainView.draw(state, .mono).lines.joined(separator: "\n")
    }.joined()
    for action in ActionRegistry.actions {
      #expect(everything.contains(action.title.prefix(30)), "\(action.id)")
    }
  }

  @Test("BD-7 BD-8 the badge dialog, and 99+ in tight places only", arguments: StateFixture.sizes)
  func badge(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    let centers = try CenterList(["Offers", "Orders"])
    _ = state.reduce(
      .coreUpdated(.snapshot(StateFixture.snapshot(centers, badge: BadgeState(local: 120, server: 121)))))
    _ = state.reduce(.keyPressed(.character("b")))
    _ = state.reduce(.keyPressed(.character("7")))
    check(state, named: "badge-\(columns)x\(rows)")
    let text = MainView.draw(state, .mono).lines.joined()
    #expect(text.contains("badge 120, server 121") == (columns >= 60))
    state.layer = nil
    let tabs = MainView.draw(state, .mono).lines[0]
    #expect(tabs.contains("99+≠99+") == (columns < 60))
  }

  @Test(
    "FE-1 FE-5 the badge is named wherever its name fits beside the tabs",
    arguments: [
      (40, [String](), true), (54, ["Offers", "Orders"], false), (55, ["Offers", "Orders"], true),
    ])
  func badgeName(columns: Int, centers: [String], isNamed: Bool) throws {
    let tabs = MainView.draw(try StateFixture.inbox(columns, 12, centers: centers), .mono).lines[0]
    #expect(tabs.contains(" badge 3") == isNamed && tabs.contains(" 3"))
  }

  @Test("EN-9 FE-3 the event pane with its why lines", arguments: StateFixture.sizes)
  func events(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    let kinds: [(JournalEntry.Kind, String)] = [
      (.session, "session 2 begins"), (.display(.queued), "queued: first display in session 2"),
      (.display(.sent), "acknowledged"),
      (.display(.suppressed), "suppressed: already displayed in session 2"),
      (.badge(BadgeState(local: 3, server: 4), failed: true), "failed sync: set 9"),
    ]
    for (index, kind) in kinds.enumerated() {
      let key: MessageKey? = kind.1.contains("display") ? .numbered(1) : nil
      _ = state.reduce(
        .coreUpdated(
          .journal([
            JournalEntry(number: index, time: StateFixture.now, kind: kind.0, message: key, why: kind.1)
          ])))
    }
    _ = state.reduce(.keyPressed(.character("E")))
    _ = state.settle()
    check(state, named: "events-\(columns)x\(rows)")
  }

  @Test("MC-11 FE-1 a center whole, with why each message is gone", arguments: StateFixture.sizes)
  func center(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    _ = state.reduce(.keyPressed(.character("i")))
    let reasons: [(Int, Removal.Reason)] = [
      (7, .deleted), (8, .expired), (9, .cap), (10, .withdrawn), (11, .retention), (12, .disabled),
    ]
    let gone = reasons.map { number, reason in
      GoneMessage(
        row: ArchivedMessage(message: .numbered(number), fetched: StateFixture.now),
        removal: Removal(reason, StateFixture.now.addingTimeInterval(-60 * Double(number))))
    }
    _ = state.reduce(.center(.goneLoaded(.primary, gone)))
    check(state, named: "center-\(columns)x\(rows)")
  }

  @Test("EN-8 EN-9 SB-5 the proof of exactly once, the worst first", arguments: StateFixture.sizes)
  func proof(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    state.profile.hasSandbox = true
    #expect(state.reduce(.keyPressed(.character("P"))) == [.proveDelivery])
    #expect(MainView.draw(state, .mono).lines.joined().contains("Loading archive and receipts…"))
    _ = state.reduce(.proof(.deliveryProven(try StateFixture.report())))
    check(state, named: "proof-\(columns)x\(rows)")
    guard columns == 80 else { return }
    _ = state.reduce(.keyPressed(.character("f")))
    let odd = MainView.draw(state, .mono).lines.joined(separator: "\n")
    #expect(odd.contains("missing") && !odd.contains("m4"))
    #expect(odd.contains("f show all") && !odd.contains("f problems only"))
    // What was read stays while it is read again, also when that fails.
    #expect(state.reduce(.keyPressed(.character("r"))) == [.proveDelivery])
    _ = state.reduce(.proof(.deliveryUnproven(.configuration("No answer."))))
    let failed = MainView.draw(state, .mono).lines.joined(separator: "\n")
    #expect(failed.contains("No answer.") && failed.contains("missing"))
  }

  @Test("MC-1 FE-8 disabled: the question before, and the face after", arguments: StateFixture.sizes)
  func disabled(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    _ = state.reduce(.keyPressed(.character("X")))
    check(state, named: "disabling-\(columns)x\(rows)")
    #expect(state.reduce(.keyPressed(.character("y"))) == [.setEnabled(false)])
    var snapshot = try #require(state.snapshot)
    snapshot.disabled = .disabled(byProfile: false)
    snapshot.session = nil
    snapshot.revision += 1
    for index in snapshot.centers.indices { snapshot.centers[index].counts = .zero }
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    _ = state.settle()
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(identity: .user("maria"), center: .primary, rows: [], offset: 0, total: 0),
          request: state.list.request)))
    _ = state.settle()
    check(state, named: "disabled-\(columns)x\(rows)")
    #expect(state.reduce(.keyPressed(.character("r"))).isEmpty)
    #expect(state.notice?.text.hasPrefix("Message centers are disabled.") == true)
    #expect(state.reduce(.keyPressed(.character("X"))) == [.setEnabled(true)])
  }

  @Test("MC-12 FE-6 the log-in dialog", arguments: StateFixture.sizes)
  func user(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    for key in ["U", "b", "e", "q"] { _ = state.reduce(.keyPressed(.character(Character(key)))) }
    _ = state.reduce(.keyPressed(.backspace))
    _ = state.reduce(.keyPressed(.character("n")))
    check(state, named: "user-\(columns)x\(rows)")
    #expect(state.reduce(.keyPressed(.enter)) == [.switchIdentity(.user("ben"))])
  }

  @Test("FE-8 empty, first fetch, offline and not fetched each have a face")
  func faces() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(identity: .user("maria"), center: .primary, rows: [], offset: 0, total: 0),
          request: state.list.request)))
    _ = state.settle()
    var empty = try #require(state.snapshot)
    empty.centers[0].counts = .zero
    _ = state.reduce(.coreUpdated(.snapshot(empty)))
    #expect(MainView.draw(state, .mono).lines.joined().contains("No messages in Primary."))
    for (refresh, words) in [
      (RefreshMachine(interval: 300, lastSuccess: nil), "was not fetched yet"),
      (fetching(), "for the first time"), (failed(), "cannot be reached"),
    ] {
      var snapshot = try #require(state.snapshot)
      snapshot.centers[0].refresh = refresh
      _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
      #expect(MainView.draw(state, .mono).lines.joined(separator: " ").contains(words))
    }
  }

  private func fetching() -> RefreshMachine {
    var machine = RefreshMachine(interval: 300, lastSuccess: nil)
    _ = machine.request(.asked, at: StateFixture.now)
    return machine
  }

  private func failed() -> RefreshMachine {
    var machine = fetching()
    machine.failed(
      ticket: 1, with: .noNetwork("connection refused"), at: StateFixture.now, jitter: 0.5)
    return machine
  }
}
