import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxEvidence

/// The join where links, or two machines' clocks, decide (VE-14).
struct ServerReportClickTests {
  private static let anna = Identity.user("anna")

  private static func sent(_ link: String, at seconds: Double, origin: UUID? = nil) -> SentEvent {
    var event = SentEvent(
      source: .inbox, kind: .click, identity: anna, id: nil, message: MessageID("a"), time: .at(seconds),
      device: nil, taken: .at(seconds), fate: nil)
    (event.link, event.origin) = (link, origin)
    return event
  }

  private static func report(
    _ sent: [SentEvent], _ recorded: [String?], at seconds: Double = 0, generation: ReceiptGeneration? = nil
  ) -> ServerReport {
    var page = ReadBack.Page(
      events: recorded.map {
        RecordedEvent(
          .click, name: "inAppClick", identity: anna, message: MessageID("a"), time: .at(seconds), link: $0)
      })
    page.generation = generation
    return ServerReport(sent, [(anna, page)], resolution: 1, settling: 0, at: .at(100_000))
  }

  @Test("VE-14 of two clicks in one second the link says which the server has twice, and which not at all")
  func links() {
    func verdicts(_ recorded: [String?]) -> [ServerReport.Verdict] {
      let sent = [Self.sent("x", at: 10), Self.sent("y", at: 10)]
      return Self.report(sent, recorded, at: 10).rows.map(\.verdict)
    }
    #expect(verdicts(["x", "x"]) == [.twice, .missing])
    #expect(verdicts(["y", "y"]) == [.missing, .twice])
    #expect(verdicts(["y", "x"]) == [.matched, .matched])
    // A link in another form, or none, says nothing.
    for links in [["X", "Y"], [nil, nil]] { #expect(verdicts(links) == [.matched, .matched]) }
    // A server that rounds up has both in the next second.
    let sent = [Self.sent("x", at: 11.5), Self.sent("y", at: 11.9)]
    #expect(Self.report(sent, ["y", "y"], at: 12).rows.map(\.verdict) == [.missing, .twice])
  }
}
