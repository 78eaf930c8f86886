import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// The lens of a recording: its own lines, an older one replayed, mere traffic.
@Suite(.queued)
struct RecordedGesturesTests {
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)

  private func line(_ content: RecordingLine.Content, _ seconds: Double) -> RecordingLine {
    RecordingLine(
      content, at: Self.start.addingTimeInterval(seconds), since: Self.start,
      now: Self.start.addingTimeInterval(seconds))
  }

  /// What rules that go by more than fractions of a second count, for each message of each person.
  private func counts(_ report: LensReport) -> Set<String> {
    let rules = [
      "responsys", "airship", "clevertap-inbox", "clevertap-clicks-ios", "braze-6.3.0", "braze-6.5.0",
    ]
    return Set(
      report.rows.map { row in
        let counts = rules.map { "\($0) \(row.counts[$0]?.text ?? "?")" }.joined(separator: ", ")
        return "\(row.person.storageKey) \(row.title): \(counts)"
      })
  }

  @MainActor
  @Test(
    "QA-1 a recording of before, lived through again, gives what the core wrote down while it ran; C shows it"
  )
  func lived() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 100, rows: 40)
    try await inbox.press("j <enter> <esc> ] [ ? <esc> m m U m a r i a <enter> <enter> <esc> C")
    inbox.expect(shows: "Lens: what each vendor would count", "Responsys, display (1/12)").expect(
      hides: "Counting…")
    try await inbox.press("<esc>")
    await inbox.end()
    let log = await inbox.center.gestureLog
    let report = LensReport(try inbox.recording())
    #expect(
      report.notes.last == "The recording has no lines of gestures: they were found by replaying it.")
    #expect(!report.rows.isEmpty && counts(report) == counts(LensReport(log)))
    #expect(Set(report.rows.map(\.person)) == [.device("test-device"), .user("maria")])
  }

  @Test("QA-1 lines of gestures are taken as they are")
  func own() throws {
    let gestures = [
      InboxGesture(.sessionBegan, at: Self.start, by: .user("maria"), session: 1),
      InboxGesture(.shown, at: Self.start, by: .user("maria"), session: 1, message: .numbered(1)),
    ]
    let recording = Recording(gestures.map { line(.gesture($0), 0) })
    let report = LensReport(recording)
    #expect(report.notes.isEmpty && report.rows.map(\.message) == [.numbered(1)])
  }

  @Test("QA-1 mere traffic is counted by what was reported, and says so")
  func traffic() throws {
    let exchange = HTTPExchange(
      number: 1, started: Self.start, method: "POST",
      url: "https://api.iterable.com/api/events/trackInAppOpen",
      requestHeaders: [],
      requestBody: Data(#"{"email":"a@b.c","messageId":"m1","createdAt":1800000005}"#.utf8))
    let report = LensReport(Recording([line(.exchange(exchange), 0)]))
    #expect(report.notes.count == 1 && report.rows.map(\.message.id.rawValue) == ["m1"])
    #expect(report.rows[0].counts["airship"]?.count == 1)
  }

  @Test("QA-1 a damaged recording says that it is one, and where")
  func damaged() throws {
    let gesture = InboxGesture(
      .opened, at: Self.start, by: .user("maria"), session: 1, message: .numbered(1))
    let whole = line(.gesture(gesture), 0).text
    let start = line(
      .start(RecordingStart(program: "inbox", profile: "work", arguments: [], columns: nil, rows: nil)), 0
    ).text
    let file = "\(start)\n\(whole)\n{broken\n\(whole.prefix(20))\n"
    let end = line(.end(status: 0), 1).text
    func report(_ file: String) throws -> LensReport {
      LensReport(try RecordingReader.read(Data(file.utf8)))
    }
    let damaged = try report(file + end)
    #expect(damaged.rows.count == 1)
    let damage =
      "The recording is damaged, and what is missing is not counted: line 3 and 1 more (it is not JSON and was left out)."
    #expect(damaged.notes == [damage])
    let cut =
      "The recording has no end: the run was killed or still goes on, or the file was cut. What came after is not counted."
    #expect(try report(file).notes == ["\(damage) \(cut)"])
    #expect(try report("\(start)\n\(whole)\n").notes == [cut])
    #expect(try report("\(start)\n\(whole)\n\(end)\n").notes.isEmpty)
  }
}
