import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

/// What is read back, from stand-ins that lose, double, delay and reorder it (VE-13, VE-14, SB-3).
@Suite(.queued)
struct ReadBackRoutesTests {
  private static let basic = "Basic " + Data("k1:0123456789abcdef0123456789abcdef".utf8).base64EncodedString()
  private static let path = "/bloomreach/data/v2/projects/p1/customers/events"
  private static let body = #"{"customer_ids":{"registered":"maria"},"event_types":["campaign"]}"#

  private func track(_ bench: BloomreachBench, _ seconds: Double, _ more: String = "") async throws {
    let reply = try await bench.post(
      "/bloomreach/track/v2/projects/p1/customers/events",
      """
      {"customer_ids":{"registered":"maria","cookie":"c1"},"event_type":"campaign","timestamp":\(1_795_262_300 + seconds),
      "properties":{"action_type":"app inbox","status":"opened","device_id":"c1","utm_content":"a"\(more)}}
      """)
    #expect(reply.status == 200, "\(reply.body)")
  }

  private func times(_ reply: RawClient.Response) throws -> [Double] {
    try reply.json["data"]?.elements?.compactMap { $0["timestamp"]?.number.map { $0 - 1_795_262_300 } } ?? []
  }

  @Test("VE-13 VE-14 Bloomreach's export: the customer's events as they were sent, in order, part by part")
  func export() async throws {
    try await BloomreachBench.with(Bench.campaign("a")) { bench in
      for seconds in [2.25, 1, 3] { try await track(bench, seconds) }
      let all = try await bench.post(Self.path, Self.body, authorization: Self.basic)
      #expect(try all.status == 200 && times(all) == [1, 2.25, 3])
      let first = try all.json["data"]?.elements?.first
      #expect(
        first?.serialized == """
          {"properties":{"action_type":"app inbox","device_id":"c1","status":"opened","utm_content":"a"},\
          "timestamp":1795262301,"type":"campaign"}
          """)
      let part = try await bench.post(
        Self.path, Self.body.dropLast() + #","order":"desc","limit":1,"skip":1}"#, authorization: Self.basic)
      #expect(try times(part) == [2.25])
      let others = try await bench.post(
        Self.path, Self.body.replacing("campaign", with: "purchase"), authorization: Self.basic)
      #expect(others.compact == #"{"data":[],"success":true}"#)
      // What comes again is another event to the vendor.
      try await track(bench, 3)
      let twice = try await bench.post(Self.path, Self.body, authorization: Self.basic)
      #expect(try times(twice) == [1, 2.25, 3, 3])
    }
  }

  @Test(
    "VE-13 VE-14 Bloomreach's export finds a customer by any hard id, or by the cookie; of a batch it has all properties"
  )
  func exportByAnyID() async throws {
    try await BloomreachBench.with(Bench.campaign("a")) { bench in
      let event = #"""
        {"customer_ids":{"registered":"maria","email_id":"m@b.example","cookie":"c1"},"event_type":"campaign",
        "timestamp":1795262301,"properties":{"action_type":"app inbox","status":"opened","utm_content":"a","own":"x"}}
        """#
      let sent = try await bench.post(
        "/bloomreach/track/v2/projects/p1/batch",
        #"{"commands":[{"name":"customers/events","data":\#(event)},{"name":"system/time"}]}"#)
      #expect(sent.status == 200)
      let start = #"{"customer_ids":{"cookie":"c1"},"event_type":"session_start","timestamp":1795262300}"#
      _ = try await bench.post("/bloomreach/track/v2/projects/p1/customers/events", start)
      for (ids, expected) in [
        (#""registered":"maria""#, ["campaign"]), (#""email_id":"m@b.example""#, ["campaign"]),
        (#""cookie":"c1""#, ["session_start", "campaign"]), (#""registered":"ben""#, []),
        (#""email_id":"maria""#, []), (#""cookie":"c2""#, []),
      ] {
        let reply = try await bench.post(
          Self.path, #"{"customer_ids":{\#(ids)},"event_types":["campaign","session_start"]}"#,
          authorization: Self.basic)
        let data = try reply.json["data"]?.elements ?? []
        #expect(data.compactMap { $0["type"]?.text } == expected, "\(ids): \(reply.body)")
        if expected.contains("campaign") { #expect(data.last?["properties"]?["own"] == .string("x")) }
      }
    }
  }

  @Test(
    "VE-14 MC-12 of two people whose names differ in their bytes alone neither reads the other's events back")
  func unicodeForms() async throws {
    try await BloomreachBench.with { bench in
      let (composed, decomposed) = ("j\u{FC}rgen", "ju\u{308}rgen")
      let event = #"{"customer_ids":{"registered":"\#(composed)"},"event_type":"start","timestamp":1}"#
      #expect(try await bench.post("/bloomreach/track/v2/projects/p1/customers/events", event).status == 200)
      let own = #"{"userId":"\#(composed)","eventName":"start","createdAt":1}"#
      let app = try bench.bench.iterable()
      #expect(try await app.send("POST", "/iterable/api/events/track", body: own).status == 200)
      let server = try bench.bench.iterable(.server)
      for (name, count) in [(composed, 1), (decomposed, 0)] {
        let export = try await bench.post(
          Self.path, #"{"customer_ids":{"registered":"\#(name)"},"event_types":["start"]}"#,
          authorization: Self.basic)
        #expect(try export.json["data"]?.elements?.count == count)
        let listed = try await server.get("/iterable/api/events/byUserId/\(URLText.encode(name))")
        #expect(try listed.json["events"]?.elements?.count == count)
      }
    }
  }

  @Test(
    "VE-13 the export is for private keys alone, and its body is judged",
    arguments: [
      ("Token key1", body, 401), ("Basic " + Data("k1:wrong".utf8).base64EncodedString(), body, 403),
      (basic, #"{"customer_ids":{"registered":"maria"}}"#, 400),
      (basic, #"{"event_types":["campaign"]}"#, 400),
      (basic, body.dropLast() + #","order":"up"}"#, 400), (basic, body.dropLast() + #","limit":-1}"#, 400),
    ])
  func refused(authorization: String, body: String, status: Int) async throws {
    try await BloomreachBench.with { bench in
      let reply = try await bench.post(Self.path, body, authorization: authorization)
      #expect(reply.status == status && reply.compact.contains(#""success":false"#), "\(reply.body)")
    }
  }

  @Test(
    "SB-3 what is read back can be lost, doubled, delayed and reordered, in words",
    arguments: [
      "recorded lost percent 30 seed 7", "recorded doubled", "recorded delayed 60", "recorded reordered",
    ])
  func words(text: String) throws {
    let fault = try #require(try FaultText.parse(text).first)
    #expect(fault.endpoint == .recorded && fault.flaw != nil && fault.words == text)
    #expect { try FaultText.parse(text.replacing("recorded ", with: "messages ")) } throws: {
      "\($0)".contains("Only what is read back can be")
    }
  }

  @Test("SB-3 the flaws of the receipts: the same events are struck whenever they are read")
  func receipts() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("a")) { bench in
      let time = WireDate.format(bench.time.date)
      for number in 1...20 {
        let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))).uuidString
        let reply = try await bench.app().send(
          "POST", "/mc/v1/engagements",
          body: """
            {"sent_ts":"\(time)","events":[{"id":"\(id)","type":"open","message_id":"a",\
            "message_center_name":"Primary","identity":"user:maria","ts":"\(time)"}]}
            """)
        #expect(reply.status == 200)
      }
      func counts(_ fault: String) async throws -> [Int] {
        _ = try await bench.curl.send("POST", "/sandbox/faults", body: fault)
        let reply = try await bench.curl.get("/sandbox/receipts")
        return try reply.json["engagements"]?.elements?.compactMap { $0["count"]?.integer } ?? []
      }
      let lost = try await counts("recorded lost percent 50 seed 3")
      #expect((1...19).contains(lost.count))
      #expect(try await counts("recorded lost percent 50 seed 3") == lost)
      let doubled = try await counts("recorded doubled percent 50 seed 3")
      #expect(doubled.count == 20 && doubled.count { $0 == 2 } == 20 - lost.count)
      #expect(try await counts("recorded delayed 60").isEmpty)
      bench.time.advance(by: .seconds(61))
      #expect(try await counts("recorded delayed 60").count == 20)
      _ = try await bench.curl.send("DELETE", "/sandbox/faults")
      #expect(try await bench.curl.get("/sandbox/receipts").json["engagements"]?.elements?.count == 20)
    }
  }

  @Test("SB-3 any fault of what is recorded strikes the receipts for a report, and for no one else")
  func receiptsReadBack() async throws {
    try await Bench.with { bench in
      var report = bench.curl
      report.headers.append("X-Read-Back: yes")
      _ = try await bench.curl.send("POST", "/sandbox/faults", body: "recorded 503 retry-after 5 times 1")
      #expect(try await bench.curl.get("/sandbox/receipts").status == 200)
      let refused = try await report.get("/sandbox/receipts")
      #expect(refused.status == 503 && refused.head.lowercased().contains("retry-after: 5"))
      #expect(try await report.get("/sandbox/receipts").json["generation"]?.integer == 1)
    }
  }

  // MARK: - The join against the stand-ins

  /// What a wire does with what is read back, and what the join has to say of each event.
  private static let flaws: [(String, @Sendable (ServerReport, Int) -> Bool)] = [
    (
      "recorded lost percent 40 seed ",
      { report, count in
        report.count(.missing) > 0 && report.count(.matched) == count - report.count(.missing)
      }
    ),
    (
      "recorded doubled percent 40 seed ",
      { report, count in
        report.count(.twice) > 0 && report.count(.matched) == count - report.count(.twice)
      }
    ),
    (
      "recorded delayed 600 percent 40 seed ",
      { report, count in
        report.count(.tooEarly) > 0 && report.count(.matched) == count - report.count(.tooEarly)
      }
    ),
    (
      "recorded reordered seed ",
      { report, count in
        report.isProven && report.count(.matched) == count
      }
    ),
  ]

  /// What a server makes of an open of the message.
  private static let open = RecordedEvent(
    .open, name: "open", identity: .user("maria"), message: MessageID("a"))

  /// Sends events at random times, and compares after each flaw.
  private func compare(
    _ bench: Bench, _ seed: UInt64, identity: Identity, _ port: ReadBack,
    send: (Double) async throws -> [RecordedEvent]
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    var seconds = 0.0
    var sent: [SentEvent] = []
    for _ in 0..<25 {
      seconds += Double.random(in: 1.2...3, using: &generator)
      let time = bench.time.date.addingTimeInterval(seconds - 100)
      for expected in try await send(time.timeIntervalSince1970) {
        var event = SentEvent(expected, .inbox, at: time, device: port.device)
        event.taken = bench.time.date
        sent.append(event)
      }
    }
    for (fault, holds) in Self.flaws {
      let set = try await bench.curl.send("POST", "/sandbox/faults", body: fault + String(seed))
      #expect(set.status == 200)
      let page = try await port.events(identity, .distantPast)
      let settling = fault.contains("delayed") ? 600.0 : -1
      let report = ServerReport(
        sent, [(identity, page)], resolution: port.resolution, settling: settling, at: bench.time.date)
      #expect(holds(report, sent.count), "\(fault) \(seed): \(report.summary)")
      #expect(report.count(.foreign) == 0 && report.unjudged == 0, "\(fault) \(seed)")
    }
    _ = try await bench.curl.send("DELETE", "/sandbox/faults")
  }

  /// An open, a deletion, or a visit in which the row was seen, as Iterable's SDKs report it.
  private static func gesture(
    _ number: Int, in visit: String, at time: Double
  ) -> (path: String, body: String, events: [RecordedEvent]) {
    func event(_ kind: RecordedEvent.Kind, views: Int? = nil) -> RecordedEvent {
      var event = open
      (event.kind, event.session, event.views) = (kind, visit, views)
      if kind == .session { event.message = nil }
      return event
    }
    switch number {
    case 0: return ("trackInAppOpen", #""messageId":"a""#, [open])
    case 1:
      return (
        "inAppConsume", #""messageId":"a","deleteAction":"inbox-swipe","inboxSessionId":"\#(visit)""#,
        [event(.delete)]
      )
    default:
      let end = Int(time * 1_000)
      return (
        "trackInboxSession",
        """
        "inboxSessionId":"\(visit)","inboxSessionStart":\(end - 4_000),"inboxSessionEnd":\(end),
        "impressions":[{"messageId":"a","silentInbox":true,"displayCount":2,"displayDuration":1.5}]
        """, [event(.session), event(.display, views: 2)]
      )
    }
  }

  @Test(
    "VE-14 property: the join with Iterable's events, lost, doubled, delayed and reordered",
    arguments: 1...6 as ClosedRange<UInt64>)
  func iterable(seed: UInt64) async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("a")) { bench in
      let endpoint = try bench.sandbox.endpoint.vendor(.iterable)
      let transport = try Transport(TransportSettings(origins: [bench.sandbox.endpoint.httpURL]))
      let settings = IterableSettings(
        base: try endpoint.baseURL + "/api", apiKey: try endpoint["apiKey"], deviceID: "d1", isSandbox: true)
      let serverKey = try endpoint["serverKey"]
      let port = IterableReadBack.port(settings, key: TokenSource { _ in serverKey }, over: transport.wire)
      var count = Int(seed)
      try await compare(bench, seed, identity: .user("maria"), port) { time in
        count += 1
        let visit = UUID().uuidString
        let (path, more, events) = Self.gesture(count % 3, in: visit, at: time)
        let reply = try await bench.iterable().send(
          "POST", "/iterable/api/events/\(path)",
          body: """
            {"userId":"maria",\(more),"createdAt":\(Int(time)),
            "deviceInfo":{"deviceId":"d1","platform":"iOS","appPackageName":"x"}}
            """)
        #expect(reply.status == 200, "\(reply.body)")
        return events
      }
      // A mobile key cannot read events, and that is said.
      let apiKey = try endpoint["apiKey"]
      let mobile = IterableReadBack.port(settings, key: TokenSource { _ in apiKey }, over: transport.wire)
      await #expect { _ = try await mobile.events(.user("maria"), .distantPast) } throws: {
        "\($0)".contains("This key cannot read events")
      }
      await transport.close()
    }
  }

  @Test(
    "VE-14 property: the join with Bloomreach's export, lost, doubled, delayed and reordered",
    arguments: 1...6 as ClosedRange<UInt64>)
  func bloomreach(seed: UInt64) async throws {
    try await BloomreachBench.with(Bench.campaign("a")) { bench in
      let base = bench.bench.sandbox.endpoint.httpURL
      let transport = try Transport(TransportSettings(origins: [base]))
      let settings = BloomreachSettings(
        .project(token: "p1", key: "key1"), cookie: "c1", base: base + "/bloomreach")
      let port = BloomreachReadBack.port(
        settings, project: "p1", key: TokenSource { _ in "k1:0123456789abcdef0123456789abcdef" },
        over: transport.wire)
      try await compare(bench.bench, seed, identity: .user("maria"), port) { time in
        try await track(bench, ((time - 1_795_262_300) * 1_000).rounded() / 1_000)
        return [Self.open]
      }
      await transport.close()
    }
  }
}
