import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// Raw JSON in a pager, as the state has it.
@MainActor
@Suite(.queued)
struct PagingTests {
  private func page(_ inbox: TestInbox) throws -> Page {
    guard case .page(let page)? = inbox.hostRequests.last else {
      throw ServerTrouble("no pager was asked for:\n\(inbox.text)")
    }
    return page
  }

  @Test("MC-14 FE-6 v gives the pager the selected message, the one that is read, and the selected event")
  func texts() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 120, rows: 40)
    try await inbox.press("j v")
    var page = try page(inbox)
    #expect(page.name == "message-deep.json" && page.text.hasSuffix("}\n"))
    let value = try JSONValue.parse(Data(page.text.utf8))
    let record = try #require(inbox.program.state.detail?.row.message.raw)
    #expect(value == (try JSONValue.parse(Data(record.utf8))))
    inbox.program.receive(.screen(.paged(problem: nil)))
    try await inbox.press("<enter> <esc> <esc> k <enter> v")
    page = try self.page(inbox)
    #expect(page.name == "message-plain.json")
    inbox.program.receive(.screen(.paged(problem: "The pager less ended with status 3.")))
    await inbox.program.idle()
    inbox.expect(shows: "The pager less ended with status 3.")
    // One that is selected stays so, whatever happens meanwhile; it may have been repeated since.
    try await inbox.press("<esc> E <tab> <tab> k v")
    page = try self.page(inbox)
    #expect(page.name.hasPrefix("event-"))
    let event = try #require(inbox.program.state.eventAtHand)
    let texts = ([event.entry] + event.more).map(\.json)
    #expect((texts.joined(separator: "\n") + "\n").hasPrefix(page.text))
    inbox.program.receive(.screen(.paged(problem: nil)))
    await inbox.end()
  }

  @Test("FE-6 v right after a move waits for the message, and another key calls it off")
  func fast() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 120, rows: 40)
    try await inbox.pressAtOnce("j j v")
    #expect(try page(inbox).name == "message-universal.json")
    inbox.program.receive(.screen(.paged(problem: nil)))
    try await inbox.pressAtOnce("k v k")
    #expect(inbox.hostRequests.count == 1 && !inbox.program.state.lifecycle.isPaged)
    await inbox.end()
  }

  @Test(
    "EN-1 what a pager covers is not displayed; what arrives meanwhile is kept, and displayed when it is shown"
  )
  func covered() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 120, rows: 40)
    try await inbox.press("v")
    #expect(inbox.program.state.lifecycle.isPaged)
    let rows = PaneLayout(inbox.program.state).visibleRows(inbox.program.state)
    #expect(!rows.isEmpty && rows.allSatisfy { $0.visibility == .covered })
    let late = try await inbox.sandbox.launch(id: "later").id.rawValue
    try await inbox.wait { $0.list.total == 5 }
    #expect(try await !inbox.engagements().contains("display \(late)"))
    inbox.program.receive(.screen(.paged(problem: nil)))
    await inbox.program.idle()
    #expect(try await inbox.engagements().contains("display \(late)"))
    #expect(!inbox.program.state.lifecycle.isPaged)
    await inbox.end()
  }

  @Test("FE-9 a text that is not JSON steers no terminal either")
  func harmless() {
    let page = Page("message", "../a b\u{1B}", json: "{\"a\": \"\u{1B}[31m\u{9B}1m\u{202E}\"\n\t\u{7}")
    #expect(page.name == "message-ab.json")
    #expect(page.text == "{\"a\": \"\\u001b[31m\\u009b1m\\u202e\"\n\\u0009\\u0007\n")
  }

  @Test("FE-6 while presenting v points at the looks, and raw JSON is refused with the reason")
  func presenting() throws {
    var state = try PresentingFixture.state(120, 40)
    #expect(state.presenting?.look == .all)
    #expect(
      !state.reduce(.keyPressed(.character("v"))).contains { if case .page = $0 { true } else { false } })
    #expect(state.presenting?.look == .banner && !state.lifecycle.isPaged)
    for id in [ActionID.page, .pageEvent] {
      let why = ActionRegistry[id].whyDisabled(state)
      #expect(why == "Not while presenting: it would show identifiers. F5 ends presenting.")
    }
    #expect(HelpEntry.matching(state).contains { $0.action.id == .nextLook && $0.why == nil })
    let hints = MainView.draw(state, .mono).lines.last ?? ""
    #expect(hints.contains("F5 end  v look  a light, dark  w size"))
    state.presenting = nil
    #expect(HelpEntry.matching(state).contains { $0.action.id == .nextLook && $0.isElsewhere })
    #expect(HelpEntry.matching(state).contains { $0.action.id == .page && $0.why == nil })
  }
}
