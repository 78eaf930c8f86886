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
    var event = ServerReportTests.sent("a", at: seconds, .click, device: nil, taken: seconds)
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
    // A click on another link that was rounded into that second is no repeat.
    let both = [Self.sent("x", at: 12.1), Self.sent("y", at: 11.9)]
    #expect(Self.report(both, ["x", "y"], at: 12).rows.map(\.verdict) == [.matched, .matched])
    // A server that rounds up has both in the next second.
    let sent = [Self.sent("x", at: 11.5), Self.sent("y", at: 11.9)]
    #expect(Self.report(sent, ["y", "y"], at: 12).rows.map(\.verdict) == [.missing, .twice])
  }

  @Test(
    "VE-14 SB-5 what a remote sandbox took near its reset is not judged, and so nothing is proven by the rest"
  )
  func nearReset() throws {
    let reset = Date.at(1_000)
    var generation = ReceiptGeneration(
      number: 2,
      span: ReceiptSpan(
        since: Int64(milliseconds: reset), began: Int64(milliseconds: reset),
        reset: Int64(milliseconds: reset)))
    func id(_ seconds: Double) -> UUID {
      UUID(high: UInt64(Int64(milliseconds: Date.at(seconds))) << 16, version: 7, low: 0)
    }
    let sent = [
      Self.sent("x", at: 1_010, origin: id(1_010)), Self.sent("x", at: 1_010, origin: id(1_070)),
    ]
    let strict = Self.report(sent, [], generation: generation)
    #expect(strict.rows.map(\.verdict) == [.missing, .missing] && !strict.isDoubtful)
    generation.leeway = ReceiptSpan.leeway
    let report = Self.report(sent, [], generation: generation)
    // The second one says the same as the first, and may count as a repeat of it.
    #expect(report.rows.isEmpty && report.unjudged == 2 && !report.isProven)
    #expect(
      report.summary.contains("2 sent earlier, or so soon after a reset that two clocks cannot tell, are not")
    )
    #expect(try JSONDecoder().decode(ServerReport.self, from: JSONEncoder().encode(report)) == report)
    #expect(Self.report(Array(sent.prefix(1)), ["x"], at: 1_010, generation: generation).isProven)
    // What was sent to another account is not this server's to prove.
    var other = sent[0]
    other.isOfOtherAccount = true
    #expect(Self.report([other], [], generation: generation).isProven)
  }
}
