import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxEvidence

/// The join of what was sent with what a server has (VE-14).
struct ServerReportTests {
  private static let anna = Identity.user("anna")

  /// An open of `a` at second 10 that the server took at second 11, with changes.
  static func sent(
    _ message: String? = "a", at seconds: Double = 10, _ kind: RecordedEvent.Kind = .open, id: Int? = nil,
    device: String? = "d1", taken: Double? = 11, source: SentEvent.Source = .inbox
  ) -> SentEvent {
    SentEvent(
      source: source, kind: kind, identity: anna, id: id.map(uuid), message: message.map { MessageID($0) },
      time: .at(seconds), device: device, taken: taken.map { .at($0) }, fate: taken == nil ? "waiting" : nil)
  }

  @Test("VE-14 VE-6 what a person did here is not foreign to the device, whose cookie is the same customer's")
  func signedOut() async throws {
    let bench = try CoreBench(identity: .user("maria"))
    try await bench.begin([.numbered(1)])
    _ = try await bench.center.open(.numbered(1))
    await bench.center.waitUntilIdle()
    try await bench.center.switchIdentity(to: .device("d1"))
    let time = bench.clock.date
    let server = ReadBack([.open], settling: 0, resolution: 1, device: "d1") { identity, _ in
      let times = [time, time.addingTimeInterval(-60)]
      return ReadBack.Page(
        events: times.map {
          RecordedEvent(
            .open, name: "opened", identity: identity, message: MessageID("m1"), time: $0, device: "d1")
        })
    }
    let report = try await bench.center.serverReport(server, of: .device("d1"), now: { time })
    #expect(report.rows.map(\.verdict) == [.foreign] && report.otherCount == 1)
  }

  @Test(
    "VE-14 QA-4 what cannot be read or was refused stands against a report whose rows all match, in every form"
  )
  func flaws() throws {
    var report = ServerReport(
      [Self.sent()], [(Self.anna, ReadBack.Page(events: [Self.has()]))], resolution: 1, settling: 0,
      at: .at(20))
    #expect(report.isProven && report.testCases.count == 1)
    (report.unreadable, report.refused) = (["number 3, open (cut)"], ["request 4, markasread (status 400)"])
    #expect(!report.isProven && report.json()["proven"] == .bool(false))
    #expect(report.json()["unreadable"] == .integer(1) && report.json()["refused"] == .integer(1))
    #expect(
      report.summary.contains("1 matched. The vendor refused 1 of the app's marks"), "\(report.summary)")
    #expect(report.summary.contains("1 request of the app cannot be read"))
    #expect(report.testCases.map { $0.remarks.count } == [1, 1, 0])
    #expect(try JSONDecoder().decode(ServerReport.self, from: JSONEncoder().encode(report)) == report)
    // A recording of an earlier version does not say them.
    var former = try JSONValue.parse(JSONEncoder().encode(report)).members ?? [:]
    (former["unreadable"], former["refused"]) = (nil, nil)
    (report.unreadable, report.refused) = ([], [])
    let text = Data(JSONValue.object(former).serialized.utf8)
    #expect(try JSONDecoder().decode(ServerReport.self, from: text) == report)
  }

  private static func has(
    _ message: String? = "a", at seconds: Double? = 10, _ kind: RecordedEvent.Kind = .open, id: Int? = nil,
    device: String? = "d1", about: String? = nil
  ) -> RecordedEvent {
    RecordedEvent(
      kind, name: "inAppOpen", identity: anna, id: id.map(uuid), message: message.map { MessageID($0) },
      time: seconds.map { .at($0) }, device: device, about: about)
  }

  /// The same with a visit, with how often a row was in view, or with a time that the server has from its own clock.
  private static func sent(
    _ kind: RecordedEvent.Kind, in visit: String?, views: Int? = nil, message: String? = nil,
    allowance: Double? = nil
  ) -> SentEvent {
    var event = sent(message, at: 10, kind)
    (event.session, event.views, event.allowance) = (visit, views, allowance)
    return event
  }

  private static func has(
    _ kind: RecordedEvent.Kind, in visit: String?, views: Int? = nil, message: String? = nil,
    at seconds: Double = 10
  ) -> RecordedEvent {
    var event = has(message, at: seconds, kind)
    (event.session, event.views) = (visit, views)
    return event
  }

  private static func uuid(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }

  private static func report(
    _ sent: [SentEvent], _ recorded: [RecordedEvent], resolution: Double = 1, settling: Double = 60,
    since: Double? = nil, expired: Int = 0, now: Double = 1_000
  ) -> ServerReport {
    var page = ReadBack.Page(events: recorded, expiredCount: expired)
    page.since = since.map { .at($0) }
    page.limit = since == nil ? nil : "it lists the newest 200"
    return ServerReport(
      sent, [(anna, page)], resolution: resolution, settling: settling, at: .at(now))
  }

  @Test("TS-2 VE-14 a space that was made again is not asked for what a former one of its name took")
  func spaceMadeAgain() throws {
    var page = ReadBack.Page(events: [])
    page.generation = ReceiptGeneration(number: 1, span: ReceiptSpan(since: nil, reset: 1_000))
    for (made, taken, verdict) in [
      ("03E7", 11, nil), ("03E9", 11, .missing), ("03E7", nil, .notTaken),
    ] as [(String, Double?, ServerReport.Verdict?)] {
      for generation in [1, nil] {
        var event = Self.sent(taken: taken)
        // Made in the millisecond before the space, or in the one behind.
        event.origin = UUID(uuidString: "00000000-\(made)-7000-8000-000000000000")
        event.generation = generation
        let report = ServerReport(
          [event], [(Self.anna, page)], resolution: 1, settling: 60, at: .at(1_000))
        #expect(report.rows.map(\.verdict) == [verdict].compactMap(\.self), "\(made) \(generation ?? 0)")
      }
    }
  }

  @Test(
    "SB-5 VE-14 what repeats an event from before a reset word for word is not missing, as no id tells them apart"
  )
  func repeatedAfterReset() {
    var page = ReadBack.Page(events: [])
    page.generation = ReceiptGeneration(number: 2, span: ReceiptSpan(since: 0, reset: 1_000))
    func verdicts(_ repeated: SentEvent) -> [ServerReport.Verdict] {
      var (before, after) = (Self.sent(taken: 10), repeated)
      before.origin = UUID(uuidString: "00000000-03E7-7000-8000-000000000000")
      after.origin = UUID(uuidString: "00000000-03E9-7000-8000-000000000000")
      return ServerReport(
        [before, after], [(Self.anna, page)], resolution: 1, settling: 60, at: .at(1_000)
      ).rows.map(\.verdict)
    }
    #expect(verdicts(Self.sent(taken: 11)) == [])
    #expect(verdicts(Self.sent("b", taken: 11)) == [.missing])
    #expect(verdicts(Self.sent(at: 11, taken: 11)) == [.missing])
    #expect(verdicts(Self.sent(taken: nil)) == [.notTaken])
  }

  @Test(
    "TS-6 VE-14 of what the server lets go the oldest go first: what came before its oldest is not judged")
  func expired() {
    let sent = [
      Self.sent("a", at: 1, taken: 2), Self.sent("b", at: 3, taken: 4), Self.sent("c", at: 5, taken: 6),
    ]
    let report = Self.report(sent, [Self.has("b", at: 3)], expired: 1)
    #expect(report.rows.map(\.verdict) == [.matched, .missing] && report.unjudged == 1)
    #expect(Self.report(sent, [], expired: 3).rows.isEmpty)
    // No more than are gone.
    let two = Self.report(sent, [], expired: 1)
    #expect(two.rows.map(\.verdict) == [.missing, .missing] && two.unjudged == 1)
    #expect(Self.report(sent, []).count(.missing) == 3)
    // Whatever a moved clock says of when they were taken.
    let moved = [Self.sent("a", at: 100, taken: 101)] + sent.dropFirst()
    #expect(
      Self.report(moved, [Self.has("b", at: 3)], expired: 1).rows.map(\.verdict) == [.matched, .missing])
    // What was not taken was not received, as far as is known here.
    let waiting = Self.report([Self.sent("d", taken: nil)], [], expired: 1)
    #expect(waiting.rows.map(\.verdict) == [.notTaken])
  }

  @Test(
    "VE-14 matched, missing, twice, foreign, too early, not taken",
    arguments: [
      ([sent()], [has()], [.matched]),
      ([sent()], [], [.missing]),
      ([sent()], [has(), has()], [.twice]),
      ([sent()], [has(), has(), has()], [.twice]),
      ([], [has()], [.foreign]),
      ([sent(taken: nil)], [], [.notTaken]),
      // Its response was lost, and the server took it all the same.
      ([sent(taken: nil)], [has()], [.matched]),
      ([sent(at: 10, taken: 950)], [], [.tooEarly]),
      ([sent(at: 10, taken: 939)], [], [.missing]),
      // What the vendor rounds.
      ([sent(at: 10.9)], [has(at: 10)], [.matched]),
      ([sent(at: 10.6)], [has(at: 11)], [.matched]),
      ([sent(at: 10)], [has(at: 12)], [.missing, .foreign]),
      // Another kind, message, device.
      ([sent()], [has("b")], [.missing, .foreign]),
      ([sent()], [has("a", at: 10, .click)], [.missing, .foreign]),
      ([sent()], [has(device: "d2")], [.missing, .foreign]),
      ([sent()], [has(device: nil)], [.matched]),
      ([sent(device: nil)], [has(device: "d2")], [.matched]),
      ([sent()], [has(), has(device: "d2")], [.matched, .foreign]),
      // A vendor whose events name no message.
      ([sent("a", at: 10), sent("b", at: 20)], [has(nil, at: 20), has(nil, at: 10)], [.matched, .matched]),
      ([sent("a", at: 10)], [has(nil, at: 10, about: "x"), has(nil, at: 10, about: "x")], [.twice]),
      // Two links of one message in a second, each of which the server has twice.
      (
        [sent(), sent()], [has(about: "x"), has(about: "x"), has(about: "y"), has(about: "y")],
        [.twice, .twice]
      ),
      // An app's request that names none.
      ([sent(nil, source: .app)], [has("a")], [.matched]),
      // No time at all: only the number counts.
      ([sent(at: 10), sent(at: 20)], [has(at: nil)], [.matched, .missing]),
      // Two opens within seconds, one of which is lost: the right one is blamed.
      ([sent(at: 10.9), sent(at: 11.9)], [has(at: 11)], [.missing, .matched]),
      ([sent(at: 10.9), sent(at: 11.9)], [has(at: 11), has(at: 10)], [.matched, .matched]),
    ] as [([SentEvent], [RecordedEvent], [ServerReport.Verdict])])
  func verdicts(sent: [SentEvent], recorded: [RecordedEvent], verdicts: [ServerReport.Verdict]) {
    let report = Self.report(sent, recorded)
    #expect(report.rows.map(\.verdict) == verdicts)
    let isProven = verdicts.allSatisfy { $0 == .matched || $0 == .foreign }
    #expect(report.isProven == isProven && report.json()["proven"]?.flag == isProven)
  }

  @Test(
    "VE-14 visits are the same by their id, rows in them also by how often they were in view; deletions by their message",
    arguments: [
      ([sent(.session, in: "v")], [has(.session, in: "v")], [.matched]),
      ([sent(.session, in: "v")], [has(.session, in: "v"), has(.session, in: "v")], [.twice]),
      // Sent again with another time.
      ([sent(.session, in: "v")], [has(.session, in: "v", at: 15)], [.matched]),
      ([sent(.session, in: "v")], [has(.session, in: "v"), has(.session, in: "v", at: 15)], [.twice]),
      // Of the same person and second, and another visit.
      ([sent(.session, in: "v")], [has(.session, in: "w")], [.missing, .foreign]),
      (
        [sent(.session, in: "v"), sent(.display, in: "v", views: 2, message: "a")], [has(.session, in: "v")],
        [.matched, .missing]
      ),
      (
        [sent(.display, in: "v", views: 2, message: "a")],
        [has(.display, in: "v", views: 2, message: "a")], [.matched]
      ),
      (
        [sent(.display, in: "v", views: 2, message: "a")],
        [has(.display, in: "v", views: 1, message: "a")], [.missing, .foreign]
      ),
      (
        [sent(.display, in: "v", views: 2, message: "a")],
        [has(.display, in: "w", views: 2, message: "a")], [.missing, .foreign]
      ),
      ([sent(.delete, in: nil, message: "a")], [has(.delete, in: "v", message: "a")], [.matched]),
      ([sent(.delete, in: "v", message: "a")], [has(.delete, in: "v", message: "b")], [.missing, .foreign]),
      // A request that does not say when it happened: the server takes its own clock.
      (
        [sent(.open, in: nil, message: "a")], [has(.open, in: nil, message: "a", at: 25)],
        [.missing, .foreign]
      ),
      (
        [sent(.open, in: nil, message: "a", allowance: 30)], [has(.open, in: nil, message: "a", at: 25)],
        [.matched]
      ),
      (
        [sent(.open, in: nil, message: "a", allowance: 30)], [has(.open, in: nil, message: "a", at: 50)],
        [.missing, .foreign]
      ),
    ] as [([SentEvent], [RecordedEvent], [ServerReport.Verdict])])
  func visits(sent: [SentEvent], recorded: [RecordedEvent], verdicts: [ServerReport.Verdict]) {
    #expect(Self.report(sent, recorded).rows.map(\.verdict) == verdicts)
  }

  @Test(
    "VE-14 VE-10 a visit of both sorts of inbox has one id and an event of each, which are told apart by name"
  )
  func bothSorts() {
    func verdicts(_ names: [String]) -> [ServerReport.Verdict] {
      let recorded = names.map { name in
        var event = Self.has(.session, in: "v")
        event.name = name
        return event
      }
      return Self.report([Self.sent(.session, in: "v"), Self.sent(.session, in: "v")], recorded).rows
        .map(\.verdict)
    }
    #expect(verdicts(["inboxSession", "embeddedSession"]) == [.matched, .matched])
    #expect(verdicts(["inboxSession", "inboxSession"]) == [.twice, .missing])
    let own = ["inboxSession", "embeddedSession"].map { name in
      var event = Self.sent(.session, in: "v")
      event.name = name
      return event
    }
    #expect(SentEvent.others(own, than: own, resolution: 1).isEmpty)
    // Where one of them is lost, the other one is there.
    var there = Self.has(.session, in: "v")
    there.name = "embeddedSession"
    #expect(Self.report(own, [there]).rows.map(\.verdict) == [.missing, .matched])
    there.name = "inboxSession"
    #expect(Self.report(own, [there]).rows.map(\.verdict) == [.matched, .missing])
  }

  @Test("VE-14 EN-8 what a run never requested is in its archive, whose times are those of the events")
  func neverRequested() {
    let own = [Self.sent(at: 10, id: 1)]
    let lines: [(seconds: Double, source: SentEvent.Source, count: Int)] = [
      (12, .inbox, 0), (50, .inbox, 1),
      // Requests of this program say when an event happened.
      (10, .app, 1),
    ]
    for (seconds, source, count) in lines {
      var event = Self.sent(at: seconds, device: nil, taken: nil, source: source)
      event.allowance = 30
      #expect(SentEvent.others([event], than: own, resolution: 0.001).count == count)
    }
  }

  @Test("VE-14 the words of a visit and of a row in it")
  func words() {
    let visit = "1F0C2A66-0000-4000-8000-000000000000"
    let rows = Self.report(
      [Self.sent(.session, in: visit), Self.sent(.display, in: visit, views: 1, message: "a")],
      [Self.has(.session, in: visit), Self.has(.display, in: visit, views: 1, message: "a")]
    ).rows
    #expect(rows.map(\.title) == ["session 1F0C2A66", "display a"])
    #expect(rows.map(\.sentWords) == ["sent", "sent, 1 view"])
  }

  @Test("VE-14 of several that are equal no one can tell whose repeats there are: they are shared out")
  func sharedRepeats() {
    let rows = Self.report([Self.sent(), Self.sent()], [Self.has(), Self.has(), Self.has(), Self.has()]).rows
    #expect(rows.map { $0.recorded.count } == [2, 2])
  }

  @Test("VE-14 where the wire has ids, they decide: times and messages do not")
  func ids() {
    let report = Self.report(
      [Self.sent("a", at: 10, id: 1), Self.sent("a", at: 10, id: 2)],
      [Self.has("a", at: 500, id: 1), Self.has("a", at: 10, id: 3), Self.has("a", at: 500, id: 1)])
    #expect(report.rows.map(\.verdict) == [.twice, .missing, .foreign])
  }

  @Test("VE-14 what the server does not list that far back is not judged, unless it is listed all the same")
  func limit() {
    let sent = [Self.sent("old", at: 10), Self.sent("listed", at: 100), Self.sent("new", at: 200)]
    let report = Self.report(sent, [Self.has("listed", at: 100), Self.has("new", at: 200)], since: 100)
    #expect(report.rows.map(\.verdict) == [.matched, .matched] && report.unjudged == 1)
    #expect(
      report.summary == "2 matched. 1 sent earlier is not judged (it lists the newest 200).")
    // Of the same unit of time as the oldest that is listed others may have been cut off.
    #expect(Self.report([Self.sent("cut", at: 100.5)], [], since: 100).unjudged == 1)
    #expect(Self.report([Self.sent("cut", at: 101.5)], [], since: 100).rows.map(\.verdict) == [.missing])
  }

  @Test("VE-14 what this program and what an app sent are two lists with one join")
  func sources() {
    let report = Self.report(
      [Self.sent("a", at: 10), Self.sent("a", at: 30, device: "phone", source: .app)],
      [
        Self.has("a", at: 10), Self.has("a", at: 30, device: "phone"),
        Self.has("a", at: 50, device: "tablet"),
      ])
    #expect(report.rows.map(\.verdict) == [.matched, .matched, .foreign])
    #expect(report.rows.map(\.sentWords) == ["sent", "sent by the app", "not sent from here"])
    #expect(report.rows[2].serverWords == "inAppOpen from device tablet")
    #expect(report.rows[1].json["sent"]?["source"] == .string("app"))
  }

  @Test(
    "VE-14 what a recording of this program holds is the archive's own: by its id, else by kind, person, message, visit and time",
    arguments: [
      (sent(id: 1), [sent(id: 1)], 0),
      (sent(id: 2), [sent(id: 1)], 1),
      // The wire has no ids, and rounds the time.
      (sent(), [sent(at: 10.9, id: 1)], 0),
      (sent(), [sent(at: 12, id: 1)], 1),
      (sent(), [sent("b", id: 1)], 1),
      (sent(), [sent("a", at: 10, .click, id: 1)], 1),
      (sent(device: "phone"), [sent(id: 1)], 1),
      (sent(.session, in: "v"), [sent(.session, in: "v")], 0),
      (sent(.session, in: "v"), [sent(.session, in: "w")], 1),
      (
        sent(.display, in: "v", views: 2, message: "a"), [sent(.display, in: "v", views: 2, message: "a")], 0
      ),
    ] as [(SentEvent, [SentEvent], Int)])
  func ours(recorded: SentEvent, own: [SentEvent], rest: Int) {
    #expect(SentEvent.others([recorded], than: own, resolution: 1).count == rest)
  }

  @Test("VE-14 of two that a recording holds only one is the archive's where the archive has one")
  func oursOnce() {
    let app = [Self.sent(source: .app), Self.sent(source: .app)]
    #expect(SentEvent.others(app, than: [Self.sent(id: 1)], resolution: 1) == [app[1]])
  }

  @Test("VE-14 VE-6 what was sent to another account is not missing in this one")
  func otherAccount() {
    var event = Self.sent("a", at: 10)
    event.isOfOtherAccount = true
    let report = Self.report([event], [])
    #expect(report.rows.isEmpty && report.unjudged == 1 && report.isProven)
    #expect(Self.report([event], [Self.has("a", at: 10)]).rows.map(\.verdict) == [.matched])
  }

  @Test("VE-14 of two events in one second the one that was taken is the server's")
  func takenFirst() {
    let sent = [Self.sent("a", at: 10.1, taken: nil), Self.sent("a", at: 10.9)]
    let rows = Self.report(sent, [Self.has("a", at: 10)]).rows
    #expect(rows.map(\.verdict) == [.notTaken, .matched], "\(rows)")
  }

  @Test("VE-14 FE-9 a hidden character of an id has a visible sign in JUnit")
  func hidden() {
    let xml = JUnitReport("inbox", [.init(className: "c", name: "open a\u{202E}b")]).xml
    #expect(xml.contains("open a‹U+202E›b") && !xml.contains("\u{202E}"))
  }

  @Test("VE-14 the report as JUnit: what stands against it fails, what is too early is skipped")
  func junit() {
    let report = Self.report(
      [Self.sent("a<", at: 10), Self.sent("b", at: 20), Self.sent("c", at: 30, taken: 990)],
      [Self.has("b", at: 20)])
    let xml = JUnitReport("inbox report --server", report.testCases).xml
    #expect(
      xml == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite name="inbox report --server" tests="3" failures="1" errors="0" skipped="1">
          <testcase classname="user:anna" name="open a&lt; 2027-01-15T08:00:10.000Z">
            <failure message="missing: sent, not there"/>
          </testcase>
          <testcase classname="user:anna" name="open b 2027-01-15T08:00:20.000Z"/>
          <testcase classname="user:anna" name="open c 2027-01-15T08:00:30.000Z">
            <skipped message="not listed yet"/>
          </testcase>
        </testsuite>

        """)
  }

  @Test(
    "VE-14 property: of a server that loses, doubles, delays and reorders, each event is judged as what happened to it",
    arguments: 1...200 as ClosedRange<UInt64>)
  func property(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let resolution = [1, 0.001][Int.random(in: 0...1, using: &generator)]
    let namesMessages = Bool.random(using: &generator)
    var sent: [SentEvent] = []
    var recorded: [RecordedEvent] = []
    var expected: [ServerReport.Verdict: Int] = [:]
    var time = 0.0
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      // Of one message and kind no two are in the same unit: then no one could tell which one was lost.
      time += Double.random(in: 1.1...4, using: &generator) * max(resolution, 0.01)
      let message = ["a", "b", "c"].randomElement(using: &generator)
      let kind: RecordedEvent.Kind = Bool.random(using: &generator) ? .open : .click
      let wire = (time / resolution).rounded(.down) * resolution
      let record = Self.has(
        namesMessages ? message : nil, at: wire, kind, device: Bool.random(using: &generator) ? "d1" : nil)
      switch Int.random(in: 0...5, using: &generator) {
      case 0:
        expected[.missing, default: 0] += 1
      case 1:
        recorded += [record, record]
        expected[.twice, default: 0] += 1
      case 2:
        // Taken a moment ago, and not listed yet.
        sent.append(Self.sent(message, at: time, kind, taken: 9_990))
        expected[.tooEarly, default: 0] += 1
        continue
      case 3:
        var other = record
        other.device = "d2"
        recorded.append(other)
        expected[.foreign, default: 0] += 1
        continue
      default:
        recorded.append(record)
        expected[.matched, default: 0] += 1
      }
      sent.append(Self.sent(message, at: time, kind))
    }
    recorded.shuffle(using: &generator)
    sent.shuffle(using: &generator)
    let report = Self.report(sent, recorded, resolution: resolution, now: 10_000)
    for verdict in ServerReport.Verdict.allCases {
      #expect(report.count(verdict) == expected[verdict, default: 0], "seed \(seed): \(verdict)")
    }
    #expect(report.unjudged == 0)
  }
}
