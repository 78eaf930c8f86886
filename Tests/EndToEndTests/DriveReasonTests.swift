import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import Testing

@testable import inbox

/// Which entries of the journal explain a request of `inbox drive`.
struct DriveReasonTests {
  private func request(_ number: Int, _ status: Int, _ purpose: RequestPurpose) -> DriveLog.Request {
    if status >= 300 { purpose.failed() }
    let exchange = HTTPExchange(
      number: number, started: Date(timeIntervalSince1970: 0), method: "GET",
      url: "http://a.example/\(number)")
    return .init(exchange: exchange.completed(status, after: 1), purpose: purpose)
  }

  private func entry(
    _ number: Int, _ kind: JournalEntry.Kind, _ message: MessageKey? = nil, of person: Identity, _ why: String
  ) -> JournalEntry {
    var entry = JournalEntry(
      number: number, time: Date(timeIntervalSince1970: 0), kind: kind, message: message, why: why)
    entry.person = person
    return entry
  }

  private func whys(_ requests: [DriveLog.Request], _ journal: [JournalEntry]) -> [String?] {
    let json = requests.json(journal, SecretMask())
    return (json.elements ?? []).map { $0["why"]?.text }
  }

  @Test("QA-6 EN-9 a request is explained by what came of its own message and person, not of another's")
  func own() {
    let (anna, ben) = (Identity.user("anna"), Identity.user("ben"))
    let (first, second) = (MessageID("m1"), MessageID("m2"))
    let rich = [
      request(1, 410, RequestPurpose("rich", id: first, person: anna)),
      request(2, 302, RequestPurpose("rich", id: second, person: anna)),
    ]
    #expect(
      whys(
        rich,
        [
          entry(1, .rich(failed: true), MessageKey(center: .primary, id: second), of: anna, "elsewhere"),
          entry(2, .rich(failed: true), MessageKey(center: .primary, id: first), of: anna, "served before"),
        ]) == ["served before", "elsewhere"])
    let tracked = [
      request(1, 200, RequestPurpose("track", event: "session_start", person: anna)),
      request(2, 200, RequestPurpose("track", event: "session_start", person: ben)),
    ]
    #expect(
      whys(
        tracked,
        [
          entry(1, .tracking(.sent), of: ben, "session_start acknowledged"),
          entry(2, .tracking(.sent), of: anna, "session_start acknowledged (anna)"),
        ]) == ["session_start acknowledged (anna)", "session_start acknowledged"])
  }

  @Test("QA-6 EN-8 a request whose receipt leaves an event out is not explained by the one that brings it")
  func leftOut() {
    let (anna, key) = (Identity.user("anna"), MessageKey(center: .primary, id: MessageID("m1")))
    let display = RequestPurpose.Subject(label: "display", message: key, person: anna)
    let all = whys(
      [request(1, 200, RequestPurpose([display])), request(2, 200, RequestPurpose([display]))],
      [
        entry(1, .display(.queued), key, of: anna, "queued: first display"),
        entry(2, .display(.queued), key, of: anna, "not in the server's receipt; it will be sent again"),
        entry(3, .display(.sent), key, of: anna, "acknowledged"),
      ])
    #expect(all[0]?.contains("acknowledged") == false && all[0]?.contains("sent again") == true, "\(all)")
    #expect(all[1]?.hasSuffix("acknowledged") == true, "\(all)")
  }
}
