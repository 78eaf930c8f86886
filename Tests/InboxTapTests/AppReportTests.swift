import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTap
import InboxVendors
import Testing

/// Whether what an app sent arrived, by what passed.
@Suite("What an app sent, and what became of it")
struct AppReportTests {
  @Test("QA-4 EN-8 the report on what an app sent: once, twice, refused, never acknowledged")
  func report() {
    func open(_ message: String) -> String {
      #"{"email":"m@x","createdAt":1795262395,"messageId":"\#(message)"}"#
    }
    let path = "POST https://api.iterable.com/api/events/trackInAppOpen"
    var deliveries = AppDeliveries()
    let passed: [(body: String, status: Int?)] = [
      (open("once"), 200), (open("retried"), 503), (open("retried"), 200), (open("twice"), 200),
      (open("twice"), 200), (open("refused"), 400), (open("lost"), nil),
    ]
    for (number, one) in passed.enumerated() {
      deliveries.take(ReadExchange(ReadingTests.exchange(path, one.body, "{}", one.status, number: number)))
    }
    let rows = deliveries.report.rows.map { "\($0.place.message.id) \($0.verdict.rawValue)" }
    #expect(
      rows == [
        "once exactly-once", "retried exactly-once", "twice duplicated", "refused lost", "lost unknown",
      ])
    #expect(!deliveries.report.isProven)
  }

  @Test("QA-4 VE-14 a recording is of the vendor whose messages it fetched, not of one that tracks beside it")
  func vendor() {
    let fetch = "GET http://127.0.0.1:8377/mc/v1/centers/Primary/messages"
    let session =
      #"{"customer_ids":{"cookie":"c"},"event_type":"session_start","timestamp":1,"properties":{}}"#
    let passed = [(ReadingTests.event, session), (fetch, ""), (ReadingTests.event, session)]
    var deliveries = AppDeliveries()
    let vendors = passed.map { request, body in
      deliveries.take(ReadExchange(ReadingTests.exchange(request, body)))
      return deliveries.vendor?.vendor
    }
    #expect(vendors == ["Bloomreach", "Responsys", "Responsys"])
  }

  @Test(
    "QA-4 EN-8 a request of events that cannot be read proves nothing, and the sentence is about the app's request",
    arguments: [
      (ReadingTests.open, #"{"email":"m@x","mess"#, "trackInAppOpen (the request: it is not complete JSON)"),
      (ReadingTests.open, "", "trackInAppOpen (the request: it has no body)"),
      (ReadingTests.event, #"{"even"#, "customers/events (the request: it is not complete JSON)"),
      (ReadingTests.batch, "[", "batch (the request: it is not complete JSON)"),
      (ReadingTests.engagements, "{}", "engagements (the request: it has no list named events)"),
    ])
  func unreadable(request: String, body: String, words: String) {
    var deliveries = AppDeliveries()
    deliveries.take(ReadExchange(ReadingTests.exchange(request, body, number: 7)))
    let report = deliveries.report
    #expect(!report.isProven && report.json()["unreadable"] == .integer(1))
    let sentence =
      "1 request of the app cannot be read, and the events in it are not judged: number 7, \(words)."
    #expect(report.summary.hasSuffix(sentence))
    deliveries.take(ReadExchange(ReadingTests.exchange(request, body, number: 8)))
    #expect(deliveries.report.summary.hasSuffix("\(words) and 1 more."))
  }

  @Test("QA-4 EN-8 a refused mark, deletion, visit or event of no message proves nothing, until it is taken")
  func refused() {
    let (iterable, exponea) = ("POST https://api.iterable.com/api/", "POST https://api.exponea.com/")
    let person = #""customer_ids":{"registered":"maria"}"#
    let click = #"{\#(person),"event_type":"campaign_click","timestamp":1795262395,"url":"https://x/"}"#
    let passed = [
      (iterable + "events/inAppConsume", #"{"email":"m@x","messageId":"m1","createdAt":1795262395}"#),
      (iterable + "events/trackInboxSession", #"{"email":"m@x","inboxSessionId":"s1"}"#),
      (iterable + "events/track", #"{"email":"m@x","eventName":"x"}"#),
      (exponea + "track/v2/projects/p/campaigns/clicks", click),
      (exponea + "webxp/projects/p/appinbox/markasread", #"{\#(person),"message_ids":["m1"]}"#),
    ]
    for (request, body) in passed {
      var deliveries = AppDeliveries()
      deliveries.take(ReadExchange(ReadingTests.exchange(request, body, "{}", 400, number: 7)))
      let report = deliveries.report
      #expect(!report.isProven && report.json()["refused"] == .integer(1), "\(request)")
      let words =
        " The vendor refused 1 of the app's marks, deletions, visits and other events: request 7, "
      #expect(report.summary.hasPrefix("No displays or opens.") && report.summary.contains(words))
    }
    // What is about a person or a device is no event, and what is sent again and taken is not refused.
    var deliveries = AppDeliveries()
    let consume = "events/inAppConsume"
    for (place, status) in [("users/disableDevice", 400), (consume, 400), (consume, 200)] {
      deliveries.take(ReadExchange(ReadingTests.exchange(iterable + place, passed[0].1, "{}", status)))
    }
    #expect(deliveries.report.isProven)
  }

  @Test(
    "QA-4 EN-8 a deletion or visit that is sent again is the same one, without a time or with another one",
    arguments: [
      ("inAppConsume", #""messageId":"m1","deleteAction":"inbox-swipe""#),
      ("trackInboxSession", #""inboxSessionId":"s1""#),
    ])
  func sentAgain(event: String, body: String) {
    for times in [["", ""], [#""createdAt":1795262395,"#, #""createdAt":1795262399,"#]] {
      var deliveries = AppDeliveries()
      for (number, (time, status)) in zip(times, [400, 200]).enumerated() {
        let exchange = ReadingTests.exchange(
          "POST https://api.iterable.com/api/events/\(event)", "{\(time)\"email\":\"m@x\",\(body)}", "{}",
          status, number: number)
        deliveries.take(ReadExchange(exchange))
      }
      #expect(deliveries.report.isProven)
      #expect(deliveries.sent.count { $0.kind == .session } == (event == "trackInboxSession" ? 1 : 0))
    }
  }

  @Test("QA-4 a coding that is not read hides events, and a broken request about no event hides none")
  func hidden() {
    var coded = ReadingTests.exchange(ReadingTests.open, "zstd", number: 7)
    coded.requestBody = Data([0x28, 0xB5, 0x2F, 0xFD])
    coded.requestHeaders.append(.init("Content-Encoding", "zstd"))
    var deliveries = AppDeliveries()
    let read = ReadExchange(coded)
    // A recording has no such body.
    for exchange in [coded, read.exchange] {
      deliveries = AppDeliveries()
      deliveries.take(ReadExchange(exchange))
      #expect(deliveries.report.summary.contains("(the request: its content coding cannot be read)"))
    }
    var cut = ReadingTests.exchange(ReadingTests.open, #"{"email":"m@x","#, number: 7)
    cut.truncated = [.request]
    deliveries = AppDeliveries()
    deliveries.take(ReadExchange(cut))
    #expect(deliveries.report.summary.contains("(the request: its body was not kept whole)"))
    deliveries = AppDeliveries()
    for place in ["iterable.com/api/users/update", "exponea.com/webxp/projects/p/appinbox/fetch"] {
      deliveries.take(ReadExchange(ReadingTests.exchange("POST https://api.\(place)", "{")))
    }
    #expect(deliveries.report.isProven)
  }

  @Test(
    "QA-4 EN-8 a success whose body cannot be read, or is not all here, says nothing where the vendor's client reads it"
  )
  func unreadResponse() {
    let refusal = Data(#"{"code":"BadParams"}"#.utf8)
    let zstd = (coding: "zstd", body: Data([0x28, 0xB5, 0x2F, 0xFD]), size: 4)
    let gzip = (coding: "gzip", body: Data([0x1F, 0x8B, 0x08, 0xFF]), size: 4)
    let long = (coding: "identity", body: Data(repeating: 0x20, count: 9) + refusal.prefix(5), size: 9_000)
    let whole = (coding: "identity", body: refusal, size: refusal.count)
    func verdicts(_ request: String, _ body: String, _ response: (coding: String, body: Data, size: Int))
      -> [String]
    {
      var exchange = ReadingTests.exchange(request, body)
      exchange.responseHeaders = [WireHeader("Content-Encoding", response.coding)]
      (exchange.responseBody, exchange.responseSize) = (response.body, response.size)
      // As it passes, and as a recording keeps it.
      return [exchange, ReadExchange(exchange).exchange].flatMap { exchange in
        var deliveries = AppDeliveries()
        deliveries.take(ReadExchange(exchange))
        return deliveries.report.rows.map(\.verdict.rawValue)
      }
    }
    let open = #"{"email":"m@x","messageId":"m1","createdAt":1795262395}"#
    let display =
      #"{"events":[{"id":"\#(ReadingTests.ids[0])","type":"display","identity":"user:maria","message_id":"m","ts":"2026-11-21T12:00:00Z"}]}"#
    for response in [zstd, gzip, long] {
      #expect(verdicts(ReadingTests.open, open, response) == ["unknown", "unknown"], "\(response.coding)")
      #expect(verdicts(ReadingTests.engagements, display, response) == ["unknown", "unknown"])
    }
    #expect(verdicts(ReadingTests.open, open, whole) == ["lost", "lost"])
    // Its SDK reads no body of an event that was taken.
    let opened = #"{"customer_ids":{"cookie":"c"},"event_type":"campaign","properties":{"status":"opened"}}"#
    #expect(verdicts(ReadingTests.event, opened, zstd) == ["exactly-once", "exactly-once"])
  }

  @Test("VE-14 QA-4 what an event of an app waits for is said as its vendor said it", arguments: [503, 401])
  func waiting(status: Int) {
    var deliveries = AppDeliveries()
    let open = #"{"email":"m@x","messageId":"m1","createdAt":1795262395}"#
    deliveries.take(ReadExchange(ReadingTests.exchange(ReadingTests.open, open, "{}", status)))
    #expect(deliveries.sent.map(\.fate) == ["status \(status)"])
  }

  @Test("VE-10 VE-13 an empty e-mail address is missing, as Iterable has it")
  func emptyName() {
    let people = [#""email":"","userId":"zed""#, #""userId":"zed""#].map { names in
      let open = "{\(names),\"messageId\":\"m1\",\"createdAt\":1795262395}"
      var deliveries = AppDeliveries()
      deliveries.take(ReadExchange(ReadingTests.exchange(ReadingTests.open, open, "{}")))
      return deliveries.sent.map(\.identity)
    }
    #expect(people[0] == people[1] && people[0].count == 1)
  }

  @Test("VE-14 of a recording of two vendors' traffic one vendor's is taken, and the rest is counted")
  func twoVendors() {
    let open = #"{"email":"m@x","messageId":"m1","createdAt":1795262395}"#
    let fetch = ReadingTests.exchange(
      "POST https://api.exponea.com/webxp/projects/p/appinbox/fetch",
      #"{"customer_ids":{"registered":"maria"}}"#, #"{"success":true,"messages":[]}"#)
    let exchanges = [ReadingTests.exchange(ReadingTests.open, open, "{}"), fetch]
    let now = Date(timeIntervalSince1970: 1_795_262_400)
    let recording = Recording(exchanges.map { RecordingLine(.exchange($0), at: now, milliseconds: 0) })
    let own = AppDeliveries(recording, of: "Iterable")
    #expect(own.sent.count == 1 && own.leftOut == 1 && own.vendor?.vendor == "Iterable")
    let other = AppDeliveries(recording, of: "Bloomreach")
    #expect(other.sent.isEmpty && other.leftOut == 1 && other.vendor?.vendor == "Bloomreach")
  }

  /// A recording of one display that was reported and of two attempts that were not.
  private static func run(_ profile: String, _ arguments: [String], hasJournal: Bool = true) -> Recording {
    let now = Date(timeIntervalSince1970: 1_795_262_400)
    let message = MessageKey(center: CenterName("Offers"), id: MessageID("m"))
    func entry(_ verdict: JournalEntry.Verdict, _ why: String) -> RecordingLine.Content {
      let entry = JournalEntry(number: 1, time: now, kind: .display(verdict), message: message, why: why)
      return .journal(RecordedEntry(entry))
    }
    let journal = [
      entry(.queued, "queued: first display in session 3"),
      entry(.suppressed, "suppressed: already displayed in session 3"),
      entry(.suppressed, "suppressed: hidden by a dialog"), entry(.suppressed, "not sent: it only reads"),
    ]
    let body =
      #"{"events":[{"id":"\#(ReadingTests.ids[0])","type":"display","identity":"user:maria","session":{"id":"\#(ReadingTests.ids[1])","number":3},"message_id":"m","message_center_name":"Offers","ts":"2026-11-21T12:00:00Z"}]}"#
    let contents: [RecordingLine.Content] =
      [
        .start(RecordingStart(program: "1", profile: profile, arguments: arguments)),
        .gesture(InboxGesture(.sessionBegan, at: now, by: .user("maria"), session: 3)),
      ] + (hasJournal ? journal : []) + [
        .exchange(
          ReadingTests.exchange(
            ReadingTests.engagements, body, #"{"accepted":["\#(ReadingTests.ids[0])"],"duplicates":[]}"#))
      ]
    return Recording(contents.map { RecordingLine($0, at: now, milliseconds: 0) })
  }

  @Test("QA-4 EN-9 what a run did not report is read from its why lines; of a tap it is not known")
  func suppressed() {
    let own = AppDeliveries(Self.run("club", ["--record", "f"])).report
    #expect(own.summary == "1 event, exactly once. 2 of 3 attempts suppressed.")
    #expect(own.rows.map(\.suppressed) == [[.alreadyDisplayed: 1, .covered: 1]] && own.lacks.isEmpty)
    let unknown =
      "1 event, exactly once. Suppressed attempts are not known: requests hold only what was reported."
    let tap = AppDeliveries(Self.run("tap", ["tap", "--to", "http://127.0.0.1:8377"])).report
    #expect(tap.summary == unknown && tap.lacks.count == 1 && tap.isProven)
    #expect(AppDeliveries(Self.run("club", [], hasJournal: false)).report.summary == unknown)
  }

  @Test("UL-5 QA-4 the clicks in the why lines of a run are in its report; one without a response is unknown")
  func clicks() {
    func report(_ whys: String...) -> DeliveryReport {
      let run = Self.run("club", ["--record", "f"])
      let key = MessageKey(center: CenterName("Offers"), id: MessageID("m"))
      let now = Date(timeIntervalSince1970: 1_795_262_401)
      let lines = whys.map { why in
        let entry = JournalEntry(number: 2, time: now, kind: .link(failed: false), message: key, why: why)
        return RecordingLine(.journal(RecordedEntry(entry)), at: now, milliseconds: 0)
      }
      return AppDeliveries(Recording(run.lines + lines)).report
    }
    let link = "https://news.acme.example/pub/acc?_ri_=X"
    let counted = "click counted · responsys-app, deep-link: it resolved · \(link)"
    let once = report("no click · web, browser: untracked · https://a.example/", counted)
    #expect(once.clicks.map(\.title) == ["click m in Offers · session 3"] && once.isProven)
    #expect(once.clicks.map(\.link) == [link] && once.clicks.map(\.verdict) == [.countedOnce])
    #expect(report(counted, counted).clicks.map(\.verdict) == [.repeated])
    let unknown = report("click unknown · responsys-app, unknown: no response within 10 s · \(link)")
    #expect(unknown.clicks.map(\.verdict) == [.unknown] && !unknown.isProven)
    #expect(unknown.clicks.map(\.identity) == [.user("maria")])
  }

  @Test("EN-8 EN-9 what a run stored and never requested waits, whatever it sent of an earlier run")
  func unrequested() {
    func lines(at second: Double, _ stored: (String, JournalEntry.Kind)...) -> [RecordingLine] {
      let time = Date(timeIntervalSince1970: 1_795_262_400 + second)
      return stored.map { why, kind in
        let key = MessageKey(center: CenterName("Offers"), id: MessageID("m"))
        let entry = JournalEntry(number: 2, time: time, kind: kind, message: key, why: why)
        return RecordingLine(.journal(RecordedEntry(entry)), at: time, milliseconds: 0)
      }
    }
    func report(_ more: [RecordingLine]) -> DeliveryReport {
      AppDeliveries(Recording(Self.run("club", ["--record", "f"]).lines + more)).report
    }
    let opened = ("queued: opened in session 3", JournalEntry.Kind.open(.queued))
    let waiting = report(lines(at: 1, opened))
    #expect(waiting.rows.map(\.verdict) == [.exactlyOnce, .waiting] && !waiting.isProven)
    #expect(waiting.rows.last?.place.session == 3 && waiting.rows.last?.place.identity == .user("maria"))
    // Beside what a server recorded as well, where the run's archive is not here.
    let sent = AppDeliveries(Recording(Self.run("club", []).lines + lines(at: 1, opened))).sent
    #expect(sent.map(\.fate) == [nil, "waiting"] && sent.map(\.source) == [.app, .inbox])
    // The display was sent, and is not stored again by a receipt that does not list it.
    for why in [
      "not in the server's receipt; it will be sent again",
      "the server's receipt does not list it, it is offered again",
    ] {
      #expect(report(lines(at: 1, ("queued: \(why)", .display(.queued)))).isProven, "\(why)")
    }
    let dropped = report(lines(at: 1, opened, ("dropped: the outbox is full", .open(.dropped))))
    #expect(dropped.rows.map(\.verdict) == [.exactlyOnce, .lost])
    // One that finds no room itself is dropped first; the next one is another.
    let full = lines(at: 1, ("dropped: the outbox is full", .open(.dropped)), opened)
    #expect(report(full).rows.map(\.verdict) == [.exactlyOnce, .lost])
    #expect(report(full + lines(at: 9, ("queued: opened in session 4", .open(.queued)))).count(.waiting) == 1)
    // An open of an hour before is another one.
    let body =
      #"{"events":[{"id":"\#(ReadingTests.ids[1])","type":"open","identity":"user:maria","message_id":"m","ts":"TIME"}]}"#
    for (time, count) in [("2026-11-21T11:00:00Z", 1), ("2026-11-21T12:00:01Z", 0)] {
      let exchange = ReadingTests.exchange(
        ReadingTests.engagements, body.replacing("TIME", with: time),
        #"{"accepted":["\#(ReadingTests.ids[1])"]}"#)
      let sent = RecordingLine(.exchange(exchange), at: exchange.started, milliseconds: 9)
      #expect(report(lines(at: 1, opened) + [sent]).count(.waiting) == count)
    }
  }

  @Test("UL-12 EN-9 what a run tracks with another vendor says nothing of its displays")
  func tracking() {
    let body = #"{"customer_ids":{"cookie":"c"},"event_type":"session_start","timestamp":1,"properties":{}}"#
    let session = ReadingTests.exchange(ReadingTests.event, body, #"{"success":true}"#)
    let tracked = RecordingLine(
      .exchange(session), at: Date(timeIntervalSince1970: 1_795_262_400), milliseconds: 9)
    let own = Recording(Self.run("club", ["--record", "f"]).lines + [tracked])
    let report = AppDeliveries(own).report
    #expect(report.summary == "1 event, exactly once. 2 of 3 attempts suppressed." && report.lacks.isEmpty)
    // An app that reports to both is judged by both.
    let app = Recording(Self.run("tap", ["tap", "--to", "http://127.0.0.1:8377"]).lines + [tracked])
    #expect(AppDeliveries(app).report.lacks.contains("Bloomreach has no display event."))
  }

  @Test("QA-4 QA-5 EN-2 sessions of two devices that have the same number are two")
  func devices() {
    func display(_ number: Int, in session: Int) -> String {
      #"{"id":"00000000-0000-0000-0000-00000000000\#(number)","type":"display","identity":"user:maria","session":{"id":"\#(ReadingTests.ids[session])","number":3},"message_id":"m","ts":"2026-11-21T12:00:00Z"}"#
    }
    func verdicts(_ events: String...) -> [DeliveryReport.Verdict] {
      var deliveries = AppDeliveries()
      for (number, event) in events.enumerated() {
        let accepted = #"{"accepted":["00000000-0000-0000-0000-00000000000\#(number)"]}"#
        let body = #"{"events":[\#(event)]}"#
        deliveries.take(
          ReadExchange(ReadingTests.exchange(ReadingTests.engagements, body, accepted, number: number)))
      }
      return deliveries.report.rows.map(\.verdict)
    }
    #expect(verdicts(display(0, in: 0), display(1, in: 1)) == [.exactlyOnce, .exactlyOnce])
    #expect(verdicts(display(0, in: 0), display(1, in: 0)) == [.repeated])
  }

  @Test(
    "QA-4 QA-5 events of two devices of one person in the same second are two, and each is the server's of its device",
    arguments: [
      (
        ReadingTests.open,
        #""email":"maria","messageId":"m","createdAt":1795262395,"deviceInfo":{"deviceId":"DEVICE"}"#
      ),
      (
        ReadingTests.event,
        #""customer_ids":{"registered":"maria"},"event_type":"campaign","timestamp":1795262395,"properties":{"status":"opened","device_id":"DEVICE"}"#
      ),
    ])
  func sameSecond(request: String, body: String) throws {
    func deliveries(_ passed: [(device: String, status: Int)]) -> AppDeliveries {
      var deliveries = AppDeliveries()
      for (number, one) in passed.enumerated() {
        let body = "{\(body.replacing("DEVICE", with: one.device))}"
        deliveries.take(
          ReadExchange(
            ReadingTests.exchange(
              request, body, #"{"code":"Success","success":true}"#, one.status, number: number)))
      }
      return deliveries
    }
    let both = deliveries([("d1", 200), ("d2", 200)])
    #expect(both.report.rows.map(\.verdict) == [.exactlyOnce] && both.report.rows.map(\.events) == [2])
    #expect(both.sent.map(\.device) == ["d1", "d2"])
    #expect(deliveries([("d1", 400), ("d2", 200)]).report.rows.map(\.verdict) == [.lost])
    #expect(deliveries([("d1", 200), ("d1", 200)]).report.rows.map(\.verdict) == [.duplicated])
    let identity = try #require(both.sent.first?.identity)
    let recorded = RecordedEvent(
      .open, name: "open", identity: identity, time: Date(timeIntervalSince1970: 1_795_262_395), device: "d2")
    let report = ServerReport(
      both.sent, [(identity, ReadBack.Page(events: [recorded]))], resolution: 1, settling: 0,
      at: Date(timeIntervalSince1970: 1_795_262_999))
    let verdicts = Dictionary(
      uniqueKeysWithValues: report.rows.map { ($0.sent?.device ?? "", $0.verdict) })
    #expect(verdicts == ["d1": .missing, "d2": .matched])
  }

  @Test(
    "QA-4 EN-8 MC-20 an event with an id is that id: sent again with another time and no center, it is the same one, and says so"
  )
  func otherTime() {
    var deliveries = AppDeliveries()
    for (second, center) in [(0, #""message_center_name":"Offers","#), (7, "")] {
      let body =
        #"{"events":[{"id":"\#(ReadingTests.ids[0])","type":"display","identity":"user:maria","session":{"id":"\#(ReadingTests.ids[1])","number":3},\#(center)"message_id":"m","ts":"2026-11-21T12:00:0\#(second)Z"}]}"#
      let accepted = #"{"accepted":["\#(ReadingTests.ids[0])"]}"#
      deliveries.take(
        ReadExchange(ReadingTests.exchange(ReadingTests.engagements, body, accepted, number: second)))
    }
    let rows = deliveries.report.rows
    #expect(rows.map(\.verdict) == [.duplicated] && rows.map(\.events) == [1])
    #expect(rows.first?.reasons == ["sent again with another time"])
  }

  @Test(
    "QA-4 VE-14 another event under the same id is lost, whichever the vendor took first, and is not the server's",
    arguments: [
      (#""type":"display""#, #""type":"open""#), (#""message_id":"m""#, #""message_id":"n""#),
      ("user:maria", "user:paul"), (ReadingTests.ids[1], ReadingTests.ids[0]),
    ])
  func sameID(own: String, other: String) throws {
    let event =
      #"{"id":"\#(ReadingTests.ids[0])","type":"display","identity":"user:maria","session":{"number":3,"id":"\#(ReadingTests.ids[1])"},"message_id":"m","ts":"2026-11-21T12:00:00Z"}"#
    let events = [event, event.replacing(own, with: other)]
    func deliveries(_ uploads: [([String], Int)]) -> AppDeliveries {
      var deliveries = AppDeliveries()
      for (number, (events, status)) in uploads.enumerated() {
        let exchange = ReadingTests.exchange(
          ReadingTests.engagements, #"{"events":[\#(events.joined(separator: ","))]}"#,
          #"{"accepted":["\#(ReadingTests.ids[0])"]}"#, status, number: number)
        deliveries.take(ReadExchange(exchange))
      }
      return deliveries
    }
    for uploads in [[(events, 200)], [([events[0]], 200), ([events[1]], 200)]] {
      let report = deliveries(uploads).report
      let rows = report.rows.filter {
        $0.reasons.contains { $0.contains("another event under its id: display m") }
      }
      #expect(!report.isProven && rows.map(\.verdict).allSatisfy { $0 != .exactlyOnce } && !rows.isEmpty)
    }
    // The first was not taken, so the vendor has the other one.
    let late = deliveries([([events[0]], 503), ([events[1]], 200), ([events[0]], 200)])
    #expect(
      late.sent.map { $0.taken != nil } == [false, true] && late.sent.map { $0.id != nil } == [false, true])
  }

  @Test("QA-4 VE-14 requests that say neither an id nor a time are each an event of their own")
  func timeless() {
    let post = "POST https://api.iterable.com/api/events/"
    let body = #"{"email":"m@x","messageId":"m1","deleteAction":"inbox-swipe"}"#
    var deliveries = AppDeliveries()
    let events = ["trackInAppClose", "trackInAppClose", "inAppConsume", "inAppConsume"]
    for (number, event) in events.enumerated() {
      deliveries.take(ReadExchange(ReadingTests.exchange(post + event, body, number: number)))
    }
    #expect(deliveries.report.rows.map(\.verdict) == [.exactlyOnce])
    #expect(deliveries.report.rows.map(\.events) == [2])
    #expect(deliveries.sent.map(\.kind) == [.close, .close, .delete, .delete])
  }

  @Test(
    "QA-4 a time beyond every date, of an event that was refused, counts as none",
    arguments: ["1e300", "-1e300"])
  func noTime(_ time: String) {
    let body = #"{"email":"m@x","messageId":"m1","createdAt":\#(time)}"#
    var deliveries = AppDeliveries()
    deliveries.take(
      ReadExchange(
        ReadingTests.exchange("POST https://api.iterable.com/api/events/trackInAppOpen", body, "{}", 400)))
    #expect(deliveries.report.rows.map(\.verdict) == [.lost])
  }

  @Test("QA-4 VE-14 what an app sent of visits and deletions, and that a time is its own or the server's")
  func sent() throws {
    let visit = "1F0C2A66-0000-4000-8000-000000000000"
    let post = "POST https://api.iterable.com/api/events/"
    var deliveries = AppDeliveries()
    let passed: [(event: String, more: String, status: Int?)] = [
      (
        "trackInboxSession",
        #""createdAt":1795262395,"inboxSessionId":"\#(visit)","impressions":[{"messageId":"m1","displayCount":2,"displayDuration":3}]"#,
        200
      ),
      ("inAppConsume", #""createdAt":1795262396,"messageId":"m1","deleteAction":"inbox-swipe""#, nil),
      // No event comes of it, so none is expected.
      ("inAppConsume", #""messageId":"m2""#, 200),
      ("trackInAppOpen", #""messageId":"m3""#, 200),
      ("inAppConsume", #""createdAt":1795262396,"messageId":"m1","deleteAction":"inbox-swipe""#, 200),
    ]
    for (number, one) in passed.enumerated() {
      let body = #"{"email":"m@x",\#(one.more)}"#
      let response = #"{"code":"Success"}"#
      deliveries.take(
        ReadExchange(ReadingTests.exchange(post + one.event, body, response, one.status, number: number)))
    }
    let sent = deliveries.sent
    #expect(sent.map(\.kind) == [.display, .open, .session, .delete])
    #expect(sent.map(\.views) == [2, nil, nil, nil])
    #expect(sent.map(\.session) == [visit, nil, visit, nil])
    #expect(sent.map { $0.allowance != nil } == [false, true, false, false])
    #expect(sent.allSatisfy { $0.taken != nil && $0.fate == nil && $0.source == .app })
  }
}
