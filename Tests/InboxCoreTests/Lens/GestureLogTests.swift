import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxEvidence

/// What is written down of gestures, and how a recording has it.
struct GestureLogTests {
  private let maria = Identity.user("maria")

  private func key(_ name: String) -> MessageKey { MessageKey(center: .primary, id: MessageID(name)) }

  private func words(_ gestures: [InboxGesture]) -> [String] {
    gestures.map { [$0.kind.rawValue, $0.message?.id.rawValue].compactMap { $0 }.joined(separator: " ") }
  }

  @Test("QA-1 EN-1 only what changes in the view is a gesture; what is covered is hidden")
  func rows() {
    var log = GestureLog()
    func see(_ rows: [VisibleRow]) -> [String] {
      words(log.setVisibleRows(rows, at: LensFixture.start, by: maria, session: 1))
    }
    #expect(see([VisibleRow(key("a")), VisibleRow(key("b"), .partial)]) == ["shown a", "partial b"])
    #expect(see([VisibleRow(key("a")), VisibleRow(key("b"), .partial)]) == [])
    #expect(see([VisibleRow(key("a"), .covered), VisibleRow(key("b"))]) == ["hidden a", "shown b"])
    #expect(see([VisibleRow(key("a"))]) == ["hidden b", "shown a"])
    #expect(see([]) == ["hidden a"])
  }

  @Test("QA-1 the log is bounded, and says what it no longer has")
  func bounded() {
    var log = GestureLog()
    for _ in 0..<(2 * GestureLog.most + 1) {
      log.add(InboxGesture(.shown, at: LensFixture.start, by: maria, message: key("a")))
    }
    #expect(log.gestures.count <= GestureLog.most + GestureLog.most / 10)
    #expect(log.gestures.count + log.dropped == 2 * GestureLog.most + 1)
    let notes = LensReport(log).notes
    #expect(notes == ["The log keeps the newest gestures; \(log.dropped) older ones are not counted."])
  }

  @Test("QA-1 the core writes down sessions, rows, opens and persons, whatever the vendor takes of it")
  func core() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    _ = try await bench.center.open(.numbered(1))
    try await bench.center.mark(.numbered(1), read: true)
    _ = try await bench.center.clicked(.init("https://acme.example/1"), in: .numbered(1))
    await bench.center.setVisibleRows([])
    try await bench.center.switchIdentity(to: maria)
    await bench.center.disappear()
    let log = await bench.center.gestureLog
    #expect(
      words(log.gestures) == [
        "session-began", "shown m1", "opened m1", "read m1", "clicked m1", "hidden m1", "session-ended",
        "person-changed", "session-began", "session-ended",
      ])
    #expect(log.gestures.map(\.session) == [1, 1, 1, 1, 1, 1, 1, nil, 2, 2])
    #expect(log.gestures.last?.person == maria)
  }

  @Test("QA-1 VE-10 what is deleted or expires has no row from then on, whatever the front draws")
  func left() async throws {
    let bench = try CoreBench()
    var second = Message.numbered(2)
    second.expiry = bench.clock.date.addingTimeInterval(90)
    try await bench.begin([.numbered(1), second, .numbered(3)])
    await bench.center.setVisibleRows((1...3).map { VisibleRow(.numbered($0)) })
    try await bench.wait(until: 10)
    try await bench.center.setDeleted(.numbered(1), true)
    try await bench.wait(until: 90)
    try await bench.wait(until: 200)
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let hidden = await bench.center.gestureLog.gestures.filter { $0.kind == .hidden }
    #expect(hidden.map(\.message) == [.numbered(1), .numbered(2)])
    #expect(hidden.map { $0.time.timeIntervalSince(start) } == [10, 90])
    // Another attempt is none: the rows that stay were reported when they came.
    #expect(await bench.reports() == ["display m1", "display m2", "display m3"])
    #expect(try await bench.archive.suppressed() == [])
  }

  @Test("EN-3 EN-6 rows that were shown before a session are no displays of it when one of them is deleted")
  func before() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1), .numbered(2)])
    await bench.center.disappear()
    await bench.center.setVisibleRows([VisibleRow(.numbered(1)), VisibleRow(.numbered(2))])
    await bench.center.appear()
    try await bench.center.setDeleted(.numbered(1), true)
    #expect(await bench.reports() == [])
  }

  @Test("QA-1 a gesture's line is read back to the last bit, and without its secrets")
  func line() throws {
    let time = Date(timeIntervalSinceReferenceDate: 816_983_678.1234567)
    let gesture = InboxGesture(.shown, at: time, by: maria, session: 3, message: key("message-1"))
    let line = RecordingFixture.line(.gesture(gesture), 50)
    let recording = try RecordingReader.read(Data((line.text + "\n").utf8))
    #expect(recording.lines == [line])
    let masked = line.masked(by: SecretMask(known: ["message-1", "maria"]))
    #expect(!masked.text.contains("maria") && !masked.text.contains("message-1"))
    let flaw = try RecordingReader.read(
      Data(
        (line.text + "\n"
          + #"{"t":0,"ts":"2026-11-21T05:06:07.000Z","type":"gesture","gesture":"waved","time":"2026-11-21T05:06:07.000Z","person":"user:a"}"#)
          .utf8))
    #expect(flaw.problems.contains { $0.reason == "there is no gesture “waved”" })
  }

  @Test("QA-1 two recordings do not differ by what was drawn: gestures are not part of the comparison")
  func difference() {
    let gesture = InboxGesture(.shown, at: LensFixture.start, by: maria, message: key("a"))
    let left = Recording([RecordingFixture.line(.gesture(gesture), 50)])
    #expect(RecordingDiff(left, Recording([])).isEmpty)
  }
}
