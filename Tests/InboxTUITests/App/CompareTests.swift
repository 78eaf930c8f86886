import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxEvidence
@testable import InboxTUI

/// What another person is served, on the screen, and the server's column of the proof (QA-2, VE-14).
struct CompareTests {
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    let effects = try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
    return effects + state.settle()
  }

  private func text(_ state: AppState) -> String { MainView.draw(state, .mono).lines.joined(separator: "\n") }

  private static let comparison: PersonComparison = {
    func person(_ name: String, _ messages: [Message]) -> FetchedPerson {
      FetchedPerson(
        name, .user(name), vendor: ProfileFacts(name: "acme").capabilities,
        pages: [.primary: FetchedPage(messages: messages)])
    }
    var changed = StateFixture.messages[1]
    changed.subject = "Your order has arrived"
    changed.expiry = StateFixture.now.addingTimeInterval(3_600)
    let first = person("maria", Array(StateFixture.messages.prefix(3)))
    let second = person("ben", [changed, StateFixture.messages[2], StateFixture.messages[3]])
    return PersonComparison(first, second, centers: [.primary], at: StateFixture.now)
  }()

  @Test("QA-2 = asks with whom to compare", arguments: StateFixture.sizes)
  func dialog(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    _ = try press(&state, "= b e n")
    #expect(state.context == .comparing)
    expectFrame(MainView.draw(state, .standard), named: "comparing-\(columns)x\(rows)")
  }

  @Test("QA-2 both side by side, each difference with its reason", arguments: StateFixture.sizes)
  func page(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    _ = try press(&state, "= b e n")
    #expect(try press(&state, "<enter>").contains(.compare("ben")))
    #expect(text(state).contains("Fetching both inboxes"))
    _ = state.reduce(.compare(.compared(Self.comparison, with: "ben")))
    #expect(state.context == .comparison)
    expectFrame(MainView.draw(state, .standard), named: "comparison-\(columns)x\(rows)")
  }

  @Test("QA-2 f also lists what is the same, r fetches again, and a problem stays beside what was fetched")
  func keys() throws {
    var state = try StateFixture.inbox(120, 40)
    // Without a name the dialog stays and says so.
    for keys in ["= <enter>", "<space> <enter>"] {
      #expect(try press(&state, keys).contains { if case .compare = $0 { true } else { false } } == false)
      #expect(state.context == .comparing && state.notice?.text == "A name is needed.")
    }
    #expect(try press(&state, "<esc>").isEmpty && state.layer == nil)
    _ = try press(&state, ": c o m p a r e <space> w o r k : b e n <enter>")
    guard case .comparison(let compare, _)? = state.layer else {
      Issue.record("there is no comparison")
      return
    }
    #expect(compare.other == "work:ben")
    #expect(MainView.draw(state, .mono).lines.last?.contains("show all") == false)
    // What belongs to another comparison is not shown.
    _ = state.reduce(.compare(.compared(Self.comparison, with: "ben")))
    #expect(text(state).contains("Fetching both inboxes"))
    _ = state.reduce(.compare(.compared(Self.comparison, with: "work:ben")))
    #expect(text(state).contains("only for maria") && !text(state).contains("the same  "))
    _ = try press(&state, "f")
    #expect(text(state).contains("the same  週末の珈琲フェア"))
    #expect(try press(&state, "r").contains(.compare("work:ben")))
    #expect(text(state).contains("Fetching both inboxes") && text(state).contains("only for maria"))
    #expect(try press(&state, "r").isEmpty && state.notice?.text == "Both inboxes are being fetched.")
    _ = state.reduce(.compare(.comparisonFailed(.timedOut(seconds: 20), with: "work:ben")))
    #expect(text(state).contains("did not respond within 20 s") && text(state).contains("only for maria"))
    #expect(!text(state).contains("Fetching both inboxes"))
    _ = state.reduce(.compare(.comparisonFailed(.disabled(byProfile: false), with: "work:ben")))
    #expect(text(state).contains("enables them.") && !text(state).contains("inbox enable"))
    _ = try press(&state, "<esc>")
    #expect(state.layer == nil)
  }

  @Test("QA-2 whom someone was compared with is remembered for no later run")
  func history() {
    #expect(!HistoryLines.isImpersonal("compare ben"))
  }

  @Test("VE-14 P asks the server where the profile can, and lists what it has, the worst first")
  func proof() throws {
    var state = try StateFixture.inbox(120, 40)
    state.profile.canReadBack = true
    _ = try press(&state, "P")
    #expect(
      state.reduce(.proof(.deliveryProven(DeliveryReport([], receipts: nil)))) == [.compareServer])
    #expect(text(state).contains("Asking the server what it recorded"))
    let now = StateFixture.now
    let sent = ["m1", "m2"].map {
      SentEvent(
        source: .inbox, kind: .open, identity: .user("maria"), message: MessageID($0), time: now, taken: now)
    }
    let has = RecordedEvent(
      .open, name: "inAppOpen", identity: .user("maria"), message: MessageID("m1"), time: now)
    let report = ServerReport(
      sent, [(Identity.user("maria"), ReadBack.Page(events: [has]))], resolution: 1, settling: 0,
      at: now.addingTimeInterval(9))
    _ = state.reduce(.proof(.serverCompared(report)))
    #expect(
      text(state).contains("What the server has: 1 missing, 1 matched.")
        && text(state).contains("missing  open m2") && text(state).contains("matched  open m1")
        && text(state).contains("not there"))
    _ = try press(&state, "f")
    #expect(text(state).contains("missing  open m2") && !text(state).contains("matched  open m1"))
    _ = state.reduce(.proof(.serverUnread(.credentialsRefused("This key cannot read events: no."))))
    #expect(text(state).contains("This key cannot read events: no.") && text(state).contains("1 missing"))
    // Without a key for it nothing is asked.
    state.profile.canReadBack = false
    #expect(state.reduce(.proof(.deliveryProven(DeliveryReport([], receipts: nil)))).isEmpty)
  }
}
