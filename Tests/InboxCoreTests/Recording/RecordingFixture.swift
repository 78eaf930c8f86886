import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxVendors

/// A short run that has every type of line.
enum RecordingFixture {
  static let start = date("2026-11-21T05:06:07.000Z")

  static func date(_ text: String) -> Date { WireDate.parse(text) ?? .distantPast }

  static func line(
    _ content: RecordingLine.Content, _ milliseconds: Int, now: Date? = nil
  ) -> RecordingLine {
    // As a reader gets it: dates are doubles, and differ in the last bit by the way they are made.
    let time = date(WireDate.format(start.addingTimeInterval(Double(milliseconds) / 1_000)))
    return RecordingLine(content, at: time, since: start, now: now)
  }

  static let exchange = HTTPExchange(
    number: 1, started: date("2026-11-21T05:06:07.100Z"), method: "GET",
    url: "http://127.0.0.1:8080/mc/v1/centers/Primary/messages?limit=20",
    requestHeaders: [.init("Accept", "application/json"), .init("X-App-Token", "abc")]
  ).completed(
    200, headers: [.init("Content-Type", "application/json")], body: Data(#"{"messages":[]}"#.utf8), after: 12
  )

  static let failure = HTTPExchange(
    number: 2, started: date("2026-11-21T05:06:08.000Z"), method: "PUT",
    url: "http://127.0.0.1:8080/mc/v1/badge",
    requestHeaders: [.init("Content-Type", "application/octet-stream")], requestBody: Data([0xFF, 0x00])
  ).failed("connection refused", after: 3)

  static let displayed = RecordedEntry(
    JournalEntry(
      number: 4, time: date("2026-11-21T05:06:07.300Z"), kind: .display(.suppressed),
      message: MessageKey(center: .primary, id: MessageID("m-1")),
      why: "suppressed: already displayed in session 3"))

  static let badge = RecordedEntry(
    JournalEntry(
      number: 5, time: date("2026-11-21T05:06:07.400Z"),
      kind: .badge(BadgeState(local: 3, server: 4), failed: true),
      why: "failed sync: set 3"))

  static let clock = JournalEntry(
    number: 6, time: date("2026-11-21T05:11:07.500Z"), kind: .clock,
    why: "the clock runs 5 m ahead of the machine's")

  static let begin = RecordingStart(
    program: "0.1.0", profile: "demo", arguments: ["demo", "--record", "a.jsonl"], columns: 80, rows: 24,
    seed: 7)

  static let lines = [
    line(.start(begin), 0), line(.key("j"), 50), line(.exchange(exchange), 112),
    line(.journal(displayed), 300),
    line(.journal(badge), 400),
    line(.event(name: "focusGained", payload: .object(["key": .string("j")])), 410),
    line(
      .frame(RecordedFrame(text: "84222325cbf29ce4", styles: "cbf29ce484222325")), 420,
      now: date("2026-11-21T05:11:07.500Z")),
    // A time that milliseconds cannot tell.
    line(
      .frame(RecordedFrame(text: nil)), 430, now: Date(timeIntervalSinceReferenceDate: 816_983_678.1234567)),
    line(.journal(RecordedEntry(clock)), 500),
    line(.exchange(failure), 1_003), line(.end(status: 0), 1_234),
  ]
}
