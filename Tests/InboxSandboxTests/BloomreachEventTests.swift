import Foundation
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxSandbox

/// Events as the vendor's SDKs for iOS and Android send them (wires.md 1.4), and its client library for servers.
@Suite("Bloomreach's events", .queued)
struct BloomreachEventTests {
  private static let project = "/bloomreach/track/v2/projects/p1/customers/events"

  /// An event of the App Inbox with the tracking data of the first message.
  private static func event(_ more: String, id: String = "\"action_id\":1", time: Double = 1_795_262_400.5)
    -> String
  {
    """
    {"customer_ids":{"cookie":"c1","registered":"maria"},"event_type":"campaign","timestamp":\(time),\
    "properties":{\(id),"campaign_id":"a","utm_content":"a","action_type":"app inbox","platform":"ios",\
    "application_id":"default-application","device_id":"d1",\(more)}}
    """
  }

  @Test(
    "VE-9 VE-13 opened and clicked are receipts of the message, with what the app said",
    arguments: [
      (
        event(#""status":"opened""#), "open",
        #"{"application_id":"default-application","device_id":"d1","platform":"ios"}"#
      ),
      (
        event(#""status":"clicked","url":"https://a.example/","cta":"See it","tracking_forced":true"#),
        "click",
        #"{"application_id":"default-application","cta":"See it","device_id":"d1","platform":"ios","tracking_forced":true,"#
          + #""url":"https://a.example/"}"#
      ),
      // As the key of a text, and of a message that is not there any more.
      (
        event(#""status":"opened""#, id: #""action_id":"1""#), "open",
        #"{"application_id":"default-application","device_id":"d1","platform":"ios"}"#
      ),
      (
        event(#""status":"opened""#, id: #""action_id":99"#), "open",
        #"{"application_id":"default-application","device_id":"d1","platform":"ios"}"#
      ),
    ])
  func receipts(body: String, type: String, detail: String) async throws {
    try await BloomreachBench.with(Bench.campaign("a")) { bench in
      for _ in 1...2 {
        let response = try await bench.post(Self.project, body)
        #expect(response.status == 200 && response.compact == #"{"success":true}"#)
      }
      let receipts = try await bench.bench.sandbox.receipts()
      #expect(receipts.tracking.isEmpty && receipts.events.count == 1)
      let event = try #require(receipts.events.first)
      #expect(event.vendor == .bloomreach && event.type.rawValue == type && event.count == 2)
      #expect(event.messageID == "a" && event.identity == "user:maria")
      #expect(event.time == "2026-11-21T12:00:00.500Z" && event.received == "2026-11-21T12:00:00.000Z")
      #expect(JSONValue.object(event.detail).serialized == detail)
      #expect(event.request == VendorReceipt.RawRequest(method: "POST", path: Self.project, body: body))
    }
  }

  @Test("VE-13 an event in another way or at another moment is another event")
  func equality() async throws {
    try await BloomreachBench.with(Bench.campaign("a")) { bench in
      for body in [
        Self.event(#""status":"clicked","cta":"A","url":"u""#),
        Self.event(#""status":"clicked","cta":"B","url":"u""#),
        Self.event(#""status":"clicked","cta":"A","url":"u""#, time: 1_795_262_401),
      ] {
        let response = try await bench.post(Self.project, body)
        #expect(response.status == 200)
      }
      #expect(try await bench.bench.sandbox.receipts().events.map(\.count) == [1, 1, 1])
    }
  }

  @Test("VE-13 a raw request has no secret of the sandbox in it")
  func secrets() async throws {
    try await BloomreachBench.with(Bench.campaign("a")) { bench in
      let secret = "0123456789abcdef0123456789abcdef"
      let response = try await bench.post(
        Self.project + "?x=\(secret)", Self.event(#""status":"opened","note":"\#(secret)""#))
      #expect(response.status == 200)
      let receipts = try await bench.bench.curl.get("/sandbox/receipts")
      let body = receipts.body.filter { !$0.isWhitespace }
      #expect(body.contains(#""type":"open""#) && !body.contains(secret))
    }
  }

  @Test("VE-9 a stream takes events with its customer's token, or without one")
  func stream() async throws {
    try await BloomreachBench.with(Bench.campaign("a")) { bench in
      let path = "/bloomreach/track/u/v1/customers/events?stream_id="
      let body = Self.event(#""status":"opened""#)
      let other = body.replacing("maria", with: "ben")
      for (place, header, body, status) in [
        ("s1", "Bearer \(BloomreachBench.maria)", body, 200), ("s1", nil, body, 200),
        ("s1", "Bearer \(BloomreachBench.maria)", other, 403), ("s1", "Token key1", body, 401),
        ("s2", nil, body, 404),
      ] as [(String, String?, String, Int)] {
        #expect(try await bench.post(path + place, body, authorization: header).status == status)
      }
      let events = try await bench.bench.sandbox.receipts().events
      #expect(events.map { "\($0.identity) \($0.count)" } == ["user:maria 2"])
      #expect(events.first?.request.path == path + "s1")
    }
  }

  @Test(
    "VE-13 UL-11 every other event stays what it was",
    arguments: [
      #"{"customer_ids":{"cookie":"c1"},"event_type":"session_start","timestamp":1,"properties":{}}"#,
      #"{"customer_ids":{"cookie":"c1"},"event_type":"campaign","timestamp":1,"properties":{"status":"delivered"}}"#,
      #"""
      {"customer_ids":{"cookie":"c1"},"event_type":"campaign","timestamp":1,
      "properties":{"status":"clicked","action_type":"mobile notification"}}
      """#,
    ])
  func others(body: String) async throws {
    try await BloomreachBench.with { bench in
      #expect(try await bench.post(Self.project, body).status == 200)
      let receipts = try await bench.bench.sandbox.receipts()
      #expect(receipts.events.isEmpty && receipts.tracking.count == 1)
    }
  }

  @Test("UL-11 VE-13 the SDK for Android names no type where the path does: it is a campaign click")
  func android() async throws {
    let body = """
      {"url":"https://www.brand.example/?xnpe_cmp=1","timestamp":1795262400.5,"properties":{"platform":"Android"},\
      "customer_ids":{"cookie":"c1","registered":"maria"}}
      """
    try await BloomreachBench.with { bench in
      for (path, header) in [
        ("/bloomreach/track/v2/projects/p1/campaigns/clicks", "Token key1"),
        ("/bloomreach/track/u/v1/campaigns/clicks?stream_id=s1", nil),
      ] as [(String, String?)] {
        let response = try await bench.post(path, body, authorization: header)
        #expect(response.status == 200 && response.compact == #"{"success":true}"#)
      }
      let receipts = try await bench.bench.sandbox.receipts()
      #expect(receipts.tracking.map { "\($0.type) \($0.count)" } == ["campaign_click 2"])
      #expect(receipts.tracking.first?.url == "https://www.brand.example/?xnpe_cmp=1")
      // Anywhere else an event has a type, and a click that names one names this one.
      let event = try await bench.post(Self.project, body)
      #expect(event.status == 400 && event.body.contains("event_type is required"))
      let other = body.replacing(#"{"url""#, with: #"{"event_type":"campaign","url""#)
      let click = try await bench.post("/bloomreach/track/v2/projects/p1/campaigns/clicks", other)
      #expect(click.status == 400 && click.body.contains("event_type is none of campaign_click"))
    }
  }

  @Test("VE-13 the vendor's client library for servers is answered: a private key, no times, batches")
  func servers() async throws {
    try await BloomreachBench.with { bench in
      let key = "Basic azE6MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
      let base = "/bloomreach/track/v2/projects/p1"
      let ids = #""customer_ids": {"registered": "maria"}"#
      let bodies = [
        ("/customers", #"{\#(ids), "properties": {"tier": "gold"}}"#),
        ("/customers/events", #"{\#(ids), "timestamp": null, "properties": null, "event_type": "visit"}"#),
      ]
      for (path, body) in bodies {
        let response = try await bench.post(base + path, body, authorization: key)
        #expect(response.status == 200 && response.compact == #"{"success":true}"#)
      }
      let batch = try await bench.post(
        base + "/batch",
        #"""
        {"commands": [{"name": "customers/events", "data": {\#(ids), "timestamp": 1795262399, "event_type": "buy"}},
        {"name": "customers/events", "data": {"customer_ids": {}, "event_type": "buy"}},
        {"name": "system/time"}]}
        """#, authorization: key)
      #expect(
        batch.compact == """
          {"end_time":1795262400,"results":[{"success":true},\
          {"errors":["At least one id should be specified."],"success":false},\
          {"success":true,"time":1795262400}],"start_time":1795262400,"success":true}
          """)
      let tracking = try await bench.bench.sandbox.receipts().tracking
      #expect(
        tracking.map { "\($0.type) \($0.time)" } == [
          "visit 2026-11-21T12:00:00.000Z", "buy 2026-11-21T11:59:59.000Z",
        ])
      for (header, status) in [
        ("Basic azE6d3Jvbmc=", 403), ("Basic azI6d3Jvbmc=", 401), ("Basic !", 401),
        ("Bearer \(BloomreachBench.maria)", 401),
      ] {
        let response = try await bench.post(base + bodies[1].0, bodies[1].1, authorization: header)
        #expect(response.status == status)
      }
    }
  }

  @Test("VE-13 a batch has 1 to 50 commands, and each result says which it is of")
  func batches() async throws {
    try await BloomreachBench.with { bench in
      let path = "/bloomreach/track/v2/projects/p1/batch"
      func batch(_ count: Int) -> String {
        let one = #"{"name":"system/time","command_id":"c"}"#
        return #"{"commands":[\#(Array(repeating: one, count: count).joined(separator: ","))]}"#
      }
      let one = try await bench.post(path, batch(1))
      #expect(try one.json["results"]?.elements?.map { $0["command_id"] } == [.string("c")])
      #expect(try await bench.post(path, batch(50)).status == 200)
      for wrong in [batch(0), batch(51), #"{"commands":{}}"#, #"{"commands":[],}"#] {
        let reply = try await bench.post(path, wrong)
        #expect(reply.status == 400 && reply.compact.contains(#""success":false"#), "\(reply.body)")
      }
    }
  }

  @Test("VE-13 a command with a name that no store keeps is refused, and the others of its batch count")
  func longName() async throws {
    try await BloomreachBench.with { bench in
      let commands = [String(repeating: "m", count: 3_000), "maria"].map { name in
        #"""
        {"name":"customers/events","data":{"customer_ids":{"registered":"\#(name)"},"event_type":"campaign",
        "timestamp":1,"properties":{"status":"opened"}}}
        """#
      }
      let reply = try await bench.post(
        "/bloomreach/track/v2/projects/p1/batch",
        #"{"commands":[\#(commands.joined(separator: ","))]}"#)
      let results = try reply.json["results"]?.elements
      #expect(results?.map { $0["success"]?.flag } == [false, true], "\(reply.body)")
      #expect(results?.first?["errors"] == .array([.string("A name is longer than 2,000 bytes")]))
      #expect(try await bench.bench.sandbox.receipts().events.map(\.identity) == ["user:maria"])
    }
  }

  @Test(
    "VE-13 the time of an event is seconds, as a number or a text, or ISO 8601",
    arguments: [
      ("1795262399", 200), (#""1795262399""#, 200), (#""2026-11-21T11:59:59Z""#, 200), (#""yesterday""#, 400),
      (#""-1""#, 400), ("true", 400),
    ])
  func times(timestamp: String, status: Int) async throws {
    try await BloomreachBench.with { bench in
      let reply = try await bench.post(
        "/bloomreach/track/v2/projects/p1/customers/events",
        #"{"customer_ids":{"cookie":"c"},"event_type":"buy","timestamp":\#(timestamp)}"#)
      #expect(reply.status == status, "\(reply.body)")
      let times = try await bench.bench.sandbox.receipts().tracking.map(\.time)
      #expect(times == (status == 200 ? ["2026-11-21T11:59:59.000Z"] : []))
    }
  }

  @Test("VE-13 SB-3 TS-8 a fault strikes no one who may not ask, and is not used up by them")
  func faultsBehindTheDoor() async throws {
    try await BloomreachBench.with { bench in
      let iterable = RawClient(port: bench.port, headers: ["Api-Key: wrong"])
      let responsys = RawClient(port: bench.port, headers: ["X-App-Token: wrong", "X-Identity: user:maria"])
      await bench.bench.sandbox.setFault(Fault(.messages, status: 503, times: 1))
      for _ in 1...2 {
        let path = "/bloomreach/webxp/projects/p1/appinbox/fetch"
        let body = #"{"customer_ids":{"registered":"maria"},"application_id":"default-application"}"#
        let statuses = [
          try await bench.post(path, body, authorization: "Token wrong").status,
          try await iterable.get("/iterable/api/inApp/getMessages?userId=maria").status,
          try await responsys.get("/mc/v1/centers/Primary/messages").status,
        ]
        #expect(statuses == [401, 401, 400])
      }
      let mine = [try await bench.fetch().status, try await bench.fetch().status]
      #expect(mine == [503, 200])
    }
  }

  @Test("SB-3 VE-13 a fault's status comes with the vendor's body; a body of its own stays")
  func faultBodies() async throws {
    try await BloomreachBench.with { bench in
      for (status, member) in [
        (400, "errors"), (401, "error"), (403, "error"), (429, "errors"), (500, "errors"),
      ] {
        await bench.bench.sandbox.setFault(Fault(.messages, status: status, retryAfter: 5))
        let response = try await bench.fetch()
        #expect(response.status == status && response.head.lowercased().contains("retry-after: 5"))
        #expect(try response.json["success"] == .bool(false) && response.json[member] != nil)
      }
      await bench.bench.sandbox.setFault(Fault(.messages, status: 502, body: "<html>"))
      #expect(try await bench.fetch().compact == "<html>")
      await bench.bench.sandbox.setFault(Fault(.messages, status: 304))
      #expect(try await bench.fetch().body.isEmpty)
    }
  }

  @Test("VE-13 a body that is too large is refused in the vendor's form")
  func tooLarge() async throws {
    try await BloomreachBench.with { bench in
      let body = String(repeating: "x", count: (1 << 20) + 1)
      let response = try await bench.post(Self.project, body)
      #expect(response.status == 413)
      #expect(response.compact == #"{"errors":["The body is larger than a megabyte."],"success":false}"#)
    }
  }

  @Test(
    "SB-3 a fault of the engagements hits what the App Inbox reports, one of the tracking everything else")
  func faults() async throws {
    try await BloomreachBench.with { bench in
      let session = #"{"customer_ids":{"cookie":"c1"},"event_type":"session_start","timestamp":1}"#
      let opened = Self.event(#""status":"opened""#)
      for (endpoint, expected) in [(FaultEndpoint.engagements, [500, 200]), (.tracking, [200, 500])] {
        await bench.bench.sandbox.clearFaults()
        await bench.bench.sandbox.setFault(Fault(endpoint, status: 500))
        var statuses: [Int] = []
        for body in [opened, session] { statuses.append(try await bench.post(Self.project, body).status) }
        #expect(statuses == expected)
      }
    }
  }
}
