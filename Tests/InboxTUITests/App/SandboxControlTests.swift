import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// The sandbox under control from the front: clock, faults, campaigns.
@MainActor
@Suite(.queued)
struct SandboxControlTests {
  private static let campaigns = Acme.campaigns

  @Test(
    "SB-4 MC-10 :clock moves sandbox and client alike: what expires leaves, the status line shows the clock")
  func clock() async throws {
    let inbox = try await TestInbox.start(
      """
      [brand]
      name = "Acme"
      domain = "news.acme.example"
      scheme = "acme"

      [[campaign]]
      id = "brief"
      kind = "launch-app"
      subject = "Only for today"
      message = "Be quick."
      expires = "+1h"
      """)
    inbox.expect(shows: "Only for today").expect(hides: "clock")
    try await inbox.press(": c l o c k <space> + 2 h <enter>")
    try await inbox.wait { $0.snapshot?.clock?.mark == "+2h" }
    try await inbox.wait { $0.list.total == 0 }
    inbox.expect(hides: "Only for today").expect(shows: "clock +2h")
    try await inbox.press(": c l o c k <space> s t o p <enter>")
    try await inbox.wait { $0.snapshot?.clock?.isRunning == false }
    inbox.expect(shows: "clock stopped", "The clock stands at")
    await inbox.end()
  }

  @Test("SB-3 MC-16 F switches faults on and off; what is on stands in the status line")
  func faults() async throws {
    let inbox = try await TestInbox.start(Self.campaigns)
    try await inbox.press("F").expect(shows: "Faults", "messages offline", "closes the connection")
    try await inbox.press("j <enter>")
    try await inbox.wait { $0.faults == ["messages 500"] }
    try await inbox.press("<esc>").expect(shows: "fault: messages 500")
    #expect(inbox.program.state.events.lines.contains { $0.entry.why == "faults: messages 500" })
    try await inbox.press("r").expect(shows: "responded with status 500", "fault: messages 500")
    try await inbox.press("F j <enter>")
    try await inbox.wait { $0.faults == [] }
    try await inbox.press("<esc> r").expect(shows: "Primary: up to date").expect(hides: "fault")
    await inbox.end()
  }

  @Test("SB-3 SB-4 what the sandbox says of itself is logged once, in words")
  func logged() throws {
    var state = try StateFixture.inbox(80, 24)
    #expect(
      state.reduce(.sandbox(.faultsChanged(["messages 500", "badge 500"]))) == [
        .log("faults: messages 500; badge 500", failed: false)
      ])
    #expect(state.reduce(.sandbox(.faultsChanged(["messages 500", "badge 500"]))) == [])
    #expect(state.reduce(.sandbox(.faultsChanged([]))) == [.log("faults: none", failed: false)])
    guard
      case .log(let sentence, failed: true)? = state.reduce(.sandbox(.clockDiffers("the clock stands"))).first
    else {
      Issue.record("another clock is not logged")
      return
    }
    #expect(sentence.hasPrefix("The back end uses its own clock (the clock stands), this profile"))
  }

  @Test("SB-3 every fault of the menu is one that the sandbox knows, and writes as the menu does")
  func menu() throws {
    for fault in SandboxCommand.faults { #expect(try FaultText.parse(fault).map(\.words) == [fault]) }
  }

  @Test("SB-2 MC-11 :launch and :withdraw: the message arrives, and the next fetch lacks it")
  func campaigns() async throws {
    let inbox = try await TestInbox.start(Self.campaigns)
    let before = inbox.program.state.list.total
    try await inbox.press(": l a u n c h <space> n o n e <enter>").expect(
      shows: "There is no campaign “none”")
    try await inbox.press("<esc> : b q k z <enter>").expect(
      shows: "Unknown command “bqkz”. Commands: clock, fault")
    let id = try #require(inbox.program.state.list.selectedRow?.message.id.rawValue)
    try await inbox.press(
      "<esc> : " + "withdraw \(id)".map { $0 == " " ? "<space>" : String($0) }.joined(separator: " ")
        + " <enter> r"
    )
    inbox.expect(shows: "withdrawn by the sender?").expect(unread: before)
    await inbox.end()
  }
}
