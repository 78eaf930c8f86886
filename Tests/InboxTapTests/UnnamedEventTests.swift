import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTap
import Testing

/// Requests whose message is known only by the why lines of the run that sent them.
struct UnnamedEventTests {
  private static let begin = Date(timeIntervalSince1970: 1_795_262_400)

  private func began(by person: String, session: Int) -> RecordingLine.Content {
    .gesture(InboxGesture(.sessionBegan, at: Self.begin, by: .user(person), session: session))
  }

  private func opened(_ name: String, in session: Int) -> RecordingLine.Content {
    let key = MessageKey(center: .primary, id: MessageID(name))
    return .journal(
      RecordedEntry(
        JournalEntry(
          number: 1, time: Self.begin, kind: .open(.queued), message: key,
          why: "queued: opened in session \(session)")))
  }

  private func request(of person: String, after seconds: Int) -> RecordingLine.Content {
    let body =
      #"{"customer_ids":{"registered":"\#(person)"},"event_type":"campaign","timestamp":\#(1_795_262_400 + seconds),"#
      + #""properties":{"action_type":"app inbox","status":"opened"}}"#
    return .exchange(
      ReadingTests.exchange(
        "POST https://api.exponea.com/track/v2/projects/p/customers/events", body, #"{"success":true}"#))
  }

  private func rows(_ contents: [RecordingLine.Content]) -> [DeliveryReport.Row] {
    AppDeliveries(Recording(contents.map { RecordingLine($0, at: Self.begin, milliseconds: 0) })).report.rows
  }

  @Test("EN-9 QA-4 of which message and session a run's request is that names none, its why line says")
  func lines() {
    let rows = rows([
      began(by: "maria", session: 3), opened("a", in: 3), opened("b", in: 3),
      request(of: "maria", after: 1), request(of: "maria", after: 2),
    ])
    #expect(rows.map(\.place.message.id.rawValue) == ["a", "b"] && rows.map(\.place.session) == [3, 3])
    #expect(rows.map(\.verdict) == [.exactlyOnce, .exactlyOnce])
  }

  @Test("VE-14 QA-4 a click of an app is compared with its link, where the request has no id")
  func links() {
    var deliveries = AppDeliveries()
    for (number, link) in ["https://a.example/1", "https://a.example/2"].enumerated() {
      let body = #"{"email":"maria","messageId":"m","createdAt":1795262395,"clickedUrl":"\#(link)"}"#
      deliveries.take(
        ReadExchange(
          ReadingTests.exchange(
            "POST https://api.iterable.com/api/events/trackInAppClick", body, #"{"code":"Success"}"#,
            number: number)))
    }
    #expect(deliveries.sent.map(\.link) == ["https://a.example/1", "https://a.example/2"])
  }

  @Test("EN-9 QA-4 a request is never of a message that another person opened")
  func persons() {
    let rows = rows([
      began(by: "maria", session: 3), opened("a", in: 3), began(by: "jonas", session: 4), opened("b", in: 4),
      request(of: "jonas", after: 1),
    ])
    let proven = rows.filter { $0.verdict == .exactlyOnce }
    #expect(proven.map(\.place.message.id.rawValue) == ["b"], "\(rows)")
  }
}
