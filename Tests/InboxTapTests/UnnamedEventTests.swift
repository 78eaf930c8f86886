import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTap
import Testing

/// Requests whose message is known only by the why lines of the run that sent them.
struct UnnamedEventTests {
  @Test("EN-9 QA-4 of which message and session a run's request is that names none, its why line says")
  func lines() {
    let begin = Date(timeIntervalSince1970: 1_795_262_400)
    let opened = ["a", "b"].map { name in
      let key = MessageKey(center: .primary, id: MessageID(name))
      let entry = JournalEntry(
        number: 1, time: begin, kind: .open(.queued), message: key, why: "queued: opened in session 3")
      return RecordingLine.Content.journal(RecordedEntry(entry))
    }
    let requests = (1...2).map { second in
      let body =
        #"{"customer_ids":{"registered":"maria"},"event_type":"campaign","timestamp":\#(1_795_262_400 + second),"#
        + #""properties":{"action_type":"app inbox","status":"opened"}}"#
      return RecordingLine.Content.exchange(
        ReadingTests.exchange(
          "POST https://api.exponea.com/track/v2/projects/p/customers/events", body, #"{"success":true}"#))
    }
    let gesture = InboxGesture(.sessionBegan, at: begin, by: .user("maria"), session: 3)
    let contents: [RecordingLine.Content] = [.gesture(gesture)] + opened + requests
    let recording = Recording(contents.map { RecordingLine($0, at: begin, milliseconds: 0) })
    let rows = AppDeliveries(recording).report.rows
    #expect(rows.map(\.place.message.id.rawValue) == ["a", "b"] && rows.map(\.place.session) == [3, 3])
    #expect(rows.map(\.verdict) == [.exactlyOnce, .exactlyOnce])
  }
}
