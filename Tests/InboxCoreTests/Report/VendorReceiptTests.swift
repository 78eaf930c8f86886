import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxVendors
import Testing

/// Receipts of vendors whose wires have no ids of events.
struct VendorReceiptTests {
  @Test("VE-13 EN-8 events of a vendor without ids of events are found by kind, message and second")
  func vendorReceipts() throws {
    let events = [
      received("open", "a", count: 1), received("open", "b", count: 2), received("click", "d", count: 1),
      received("click", "d", count: 1),
    ].joined(separator: ",")
    let receipts = try DeliveryReceipts(
      Data(#"{"generation":1,"engagements":[],"events":[\#(events)]}"#.utf8))
    let rows = DeliveryReport(
      [
        DeliveryReportTests.event(1, .open, message: "a"), DeliveryReportTests.event(2, .open, message: "b"),
        DeliveryReportTests.event(3, .open, message: "c"),
        // Two links of a message within one second.
        DeliveryReportTests.event(4, .click, message: "d"),
        DeliveryReportTests.event(5, .click, message: "d"),
      ], receipts: receipts
    ).rows
    let verdicts = Dictionary(rows.map { ($0.place.message.id.rawValue, $0.verdict) }) { first, _ in first }
    #expect(verdicts == ["a": .exactlyOnce, "b": .duplicated, "c": .missing, "d": .exactlyOnce])
  }

  @Test(
    "EN-8 SB-5 receipts are read one by one: only what is wrong in those that count is a reason to refuse them"
  )
  func readAlone() throws {
    func receipts(_ more: String) throws -> DeliveryReceipts {
      try DeliveryReceipts(Data(#"{"generation":1,"clicks":[],"generation":2,\#(more)}"#.utf8))
    }
    let event = received("open", "a", count: 1)
    let read = try receipts(#""engagements":[],"badge":[{"count":tru}],"events":[\#(event)]"#)
    #expect(read.generation?.number == 2 && read.vendorCounts.count == 1 && read.clicks == [:])
    for wrong in [
      #""engagements":[{"count":tru}]"#, #""engagements":[],"events":[{"count":tru}]"#, #""badge":[]"#,
    ] {
      #expect(throws: InboxError.self) { _ = try receipts(wrong) }
    }
  }

  @Test("EN-8 two opens of a message in a second are two, in whichever rows they stand")
  func sharedSecond() throws {
    let receipts = try DeliveryReceipts(
      Data(#"{"generation":1,"engagements":[],"events":[\#(received("open", "a", count: 2))]}"#.utf8))
    let events = [DeliveryReportTests.event(1, .open), DeliveryReportTests.event(2, .open, session: 2)]
    let rows = DeliveryReport(events, receipts: receipts).rows
    #expect(rows.map(\.verdict) == [.exactlyOnce, .exactlyOnce])
    let alone = DeliveryReport([events[0]], receipts: receipts).rows
    #expect(alone.map(\.verdict) == [.duplicated] && alone[0].duplicates == 1)
    // Without an id the server cannot know it again.
    #expect(
      alone[0].countsRepeats == true && alone[0].facts.contains("repeats 1, without an id: each may count"))
    // One receipt is that of the open that was acknowledged, not of the one that was refused.
    let one = try DeliveryReceipts(
      Data(#"{"generation":1,"engagements":[],"events":[\#(received("open", "a", count: 1))]}"#.utf8))
    let refused = DeliveryReportTests.event(2, .open, session: 2, state: .refused, tries: 1)
    #expect(
      DeliveryReport([refused, events[0]], receipts: one).rows.map(\.verdict) == [.lost, .exactlyOnce])
    #expect(DeliveryReport([refused], receipts: one).rows.map(\.verdict) == [.exactlyOnce])
  }

  @Test(
    "EN-8 VE-13 a time is compared as the vendor's wire has it: rounded to thousandths, or cut to seconds")
  func wireTimes() throws {
    func verdicts(_ vendor: String, _ received: [String], _ seconds: [Double]) throws -> [DeliveryReport
      .Verdict]
    {
      let events = received.map {
        #"{"type":"open","message_id":"a","count":1,"vendor":"\#(vendor)","ts":"2027-01-15T08:00:\#($0)Z"}"#
      }.joined(separator: ",")
      let receipts = try DeliveryReceipts(
        Data(#"{"generation":1,"engagements":[],"events":[\#(events)]}"#.utf8))
      let sent = seconds.enumerated().map { number, second in
        DeliveryReportTests.event(number, .open, session: number, at: second)
      }
      return DeliveryReport(sent, receipts: receipts).rows.map(\.verdict)
    }
    #expect(
      try verdicts("bloomreach", ["00.200", "01.000"], [0.2, 0.9997]) == [.exactlyOnce, .exactlyOnce])
    #expect(try verdicts("bloomreach", ["00.200"], [0.2, 0.9997]) == [.exactlyOnce, .missing])
    #expect(try verdicts("iterable", ["00.000", "01.000"], [0.9997, 1]) == [.exactlyOnce, .exactlyOnce])
    #expect(try verdicts("iterable", ["01.000"], [0.9997]) == [.missing])
  }

  @Test(
    "EN-8 VE-13 clicks of one second on two links of a message have receipts of their own",
    arguments: [("properties", "url"), ("body", "clickedUrl"), ("body", "targetUrl")])
  func links(part: String, member: String) throws {
    func verdicts(_ received: [(link: String, count: Int)]) throws -> [DeliveryReport.Verdict] {
      let events = received.map {
        #"{"type":"click","message_id":"a","count":\#($0.count),"detail":{"\#(member)":"\#($0.link)"}}"#
      }.joined(separator: ",")
      let receipts = try DeliveryReceipts(
        Data(#"{"generation":1,"engagements":[],"events":[\#(events)]}"#.utf8))
      let clicks = ["https://a.example/one", "https://a.example/two"].enumerated().map { number, link in
        var click = DeliveryReportTests.event(number, .click, session: number)
        click.payload = .members([part: JSONValue.members([member: link])])
        return click
      }
      return DeliveryReport(clicks, receipts: receipts).rows.map(\.verdict)
    }
    let (one, two) = ("https://a.example/one", "https://a.example/two")
    #expect(try verdicts([(one, 1), (two, 1)]) == [.exactlyOnce, .exactlyOnce])
    #expect(try verdicts([(one, 2)]) == [.duplicated, .missing])
    // What is secret in a link is not in its receipt.
    #expect(
      try verdicts([(one, 1), ("https://a.example/\(SecretMask.replacement)", 1)]) == [
        .exactlyOnce, .exactlyOnce,
      ])
  }

  @Test("EN-8 VE-14 what two persons did in one second with one message is each one's own")
  func twoPersons() throws {
    let events = ["jo", "anna"].map { person in
      #"{"type":"open","message_id":"a","count":1,"identity":"user:\#(person)","vendor":"iterable"}"#
    }.joined(separator: ",")
    func report(_ event: Delivery, _ events: String) throws -> DeliveryReport {
      let fetches = #"[{"identity":"user:anna"}]"#
      return DeliveryReport(
        [event],
        receipts: try DeliveryReceipts(
          Data(#"{"generation":1,"engagements":[],"events":[\#(events)],"fetches":\#(fetches)}"#.utf8)))
    }
    let both = try report(DeliveryReportTests.event(1, .open), events)
    #expect(both.rows.map(\.verdict) == [.exactlyOnce] && both.isProven)
    let jo = String(events.prefix { $0 != "}" }) + "}"
    let refused = try report(DeliveryReportTests.event(1, .open, state: .refused, tries: 1), jo)
    #expect(refused.rows.map(\.verdict) == [.lost])
  }

  @Test(
    "EN-8 QA-5 what another device of the person did in the same second is not this one's",
    arguments: [#""deviceInfo":{"deviceId":"DEVICE"}"#, #""device_id":"DEVICE""#])
  func twoDevices(detail: String) throws {
    let events = ["one", "two"].map { device in
      let detail = detail.replacing("DEVICE", with: device)
      return #"{"type":"open","message_id":"a","count":1,"detail":{\#(detail)}}"#
    }.joined(separator: ",")
    let body = Data(#"{"generation":1,"engagements":[],"events":[\#(events)]}"#.utf8)
    func verdicts(_ device: String?) throws -> [DeliveryReport.Verdict] {
      let receipts = try DeliveryReceipts(body, of: device)
      return DeliveryReport([DeliveryReportTests.event(1, .open)], receipts: receipts).rows.map(\.verdict)
    }
    #expect(try verdicts("one") == [.exactlyOnce] && verdicts(nil) == [.duplicated])
    // It sent them under a name that it had before, and they cannot be told from those of another one.
    #expect(try verdicts("three") == [.exactlyOnce])
  }

  @Test(
    "SB-5 VE-13 EN-8 what was acknowledged without an id and made after the reset is missing where it is not there"
  )
  func afterReset() throws {
    let receipts = try DeliveryReceipts(
      Data(
        #"""
        {"generation":2,"began":"2027-01-15T08:00:00.000Z","reset":"1970-01-01T00:00:01.000Z","engagements":[],
        "events":[\#(received("open", "there", count: 1))]}
        """#.utf8))
    /// - Parameter made: Milliseconds of the machine's clock; the reset was at 1,000.
    func event(
      _ message: String, made: Int, at seconds: Double = 0, _ state: Delivery.State = .sent
    ) throws -> Delivery {
      var event = DeliveryReportTests.event(1, .open, message: message, state: state, at: seconds)
      event.id = try #require(
        UUID(uuidString: "00000000-0\(String(made, radix: 16))-7000-8000-\(UUID().uuidString.suffix(12))"))
      return event
    }
    func verdicts(_ events: [Delivery]) -> [DeliveryReport.Verdict] {
      DeliveryReport(events, receipts: receipts).rows.map(\.verdict)
    }
    #expect(
      try verdicts([event("there", made: 1_001), event("gone", made: 1_001)]) == [.exactlyOnce, .missing])
    // Made or, by the clock that a tester moves, done before it.
    #expect(try verdicts([event("gone", made: 999), event("gone", made: 1_001, at: -60)]) == [])
    // The server takes what says the same as an event from before the reset for that one, come again.
    let before = try event("gone", made: 999)
    #expect(try verdicts([before, event("gone", made: 1_001)]) == [])
    #expect(
      try verdicts([before, event("gone", made: 1_001, at: 1), event("other", made: 1_001)]).count == 2)
    #expect(try verdicts([before, event("gone", made: 1_001, .refused)]) == [.lost])
    let neverSent = try event("gone", made: 999, .waiting)
    #expect(try verdicts([neverSent, event("gone", made: 1_001)]) == [.missing])
  }

  @Test(
    "SB-5 VE-14 the clock of a sandbox on another machine may be behind this one's",
    arguments: [("http://127.0.0.1:8377", 0), ("https://qa.acme.example/s/one", 30_000)] as [(String, Int64)])
  func clockOfSandbox(base: String, leeway: Int64) async throws {
    // What neither reads may be broken.
    let body = Data(#"{"generation":1,"engagements":[],"badge":[{"count":tru}]}"#.utf8)
    let wire = WirePort(
      send: { _ async throws(InboxError) in WireResponse(status: 200, body: body) },
      listen: { _, _ in AsyncThrowingStream { $0.finish() } })
    let sandbox = SandboxCommander(SandboxRequests(base: base), over: wire)
    #expect(try await DeliveryReceipts(from: sandbox).generation?.leeway == leeway)
    let page = try await SandboxReadBack.port(sandbox).events(.user("anna"), .distantPast)
    #expect(page.generation?.leeway == leeway)
  }

  private func received(_ type: String, _ message: String, count: Int) -> String {
    #"{"type":"\#(type)","message_id":"\#(message)","count":\#(count),"vendor":"iterable"}"#
  }
}
