import InboxModel
import InboxTestSupport
import Synchronization
import Testing

@testable import InboxSandbox

@Suite("Faults on demand")
struct FaultTests {
  private static let path = "/mc/v1/centers/Primary/messages"

  @Test("SB-3 TS-2 the dice of a fault that is kept are no news: a line says once which faults are on")
  func dice() async {
    let board = FaultBoard(clock: ContinuousClock())
    let heard = Mutex(0)
    await board.onChange { _ in heard.withLock { $0 += 1 } }
    var faults = FaultSet()
    faults.set(Fault(.badge, status: 503, percent: 50, seed: 1))
    for version in 1...5 {
      await board.adopt(faults, of: Int64(version))
      _ = faults.take(.badge)
    }
    #expect(heard.withLock { $0 } == 1)
  }

  @Test("SB-3 a status with Retry-After, a number of times")
  func status() async throws {
    try await Bench.with { bench in
      let set = try await bench.curl.send(
        "POST", "/sandbox/faults", body: #"{"endpoint":"messages","status":503,"retry_after":7,"times":2}"#)
      #expect(set.status == 200)
      for _ in 1...2 {
        let reply = try await bench.app().get(Self.path)
        #expect(reply.status == 503)
        #expect(reply.head.lowercased().contains("retry-after: 7"))
      }
      #expect(try await bench.app().get(Self.path).status == 200)
      #expect(try await bench.curl.get("/sandbox/faults").compact.filter { !$0.isWhitespace } == "[]")
    }
  }

  @Test("SB-3 half a JSON, until the faults are cleared")
  func body() async throws {
    try await Bench.with { bench in
      await bench.sandbox.setFault(Fault(.messages, body: #"{"messages":[{"id"#))
      let reply = try await bench.app().get(Self.path)
      #expect(reply.status == 200)
      #expect(reply.compact == #"{"messages":[{"id"#)
      #expect(try await bench.curl.send("DELETE", "/sandbox/faults").status == 200)
      #expect(
        try await bench.app().get(Self.path).compact == #"{"message_center_name":"Primary","messages":[]}"#)
    }
  }

  @Test("SB-3 BD-1 a refused badge changes nothing")
  func badge() async throws {
    try await Bench.with { bench in
      await bench.sandbox.setFault(Fault(.badge, status: 500))
      #expect(try await bench.app().send("PUT", "/mc/v1/badge", body: #"{"count":3}"#).status == 500)
      #expect(try await bench.sandbox.receipts().badge.isEmpty)
      var lines = try bench.app().lines("/mc/v1/pushes").makeAsyncIterator()
      #expect(try await lines.next() == #"{"badge":0,"badge_version":1,"type":"state"}"#)
    }
  }

  @Test("SB-3 a response that is lost after the request was counted")
  func after() async throws {
    try await Bench.with { bench in
      let set = try await bench.curl.send(
        "POST", "/sandbox/faults", body: #"{"endpoint":"badge","drop":true,"after":true,"times":1}"#)
      #expect(set.status == 200)
      await #expect(throws: (any Error).self) {
        try await bench.app().send("PUT", "/mc/v1/badge", body: #"{"count":3}"#)
      }
      #expect(try await bench.sandbox.receipts().badge.map(\.asked) == [3])
      try await bench.sandbox.faultStruck(.badge)
    }
  }

  @Test("SB-3 a slow response is the true one, later")
  func slow() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("a")) { bench in
      await bench.sandbox.setFault(Fault(.messages, delayMilliseconds: 5_000))
      async let ids = bench.ids()
      try await bench.time.sleepers(2)
      bench.time.advance(by: .seconds(5))
      let late = try await ids
      #expect(late == ["a"])
    }
  }

  @Test(
    "SB-3 a dropped connection has no response",
    arguments: [FaultEndpoint.rich, .engagements, .pushes, .badge])
  func drop(endpoint: FaultEndpoint) async throws {
    try await Bench.with { bench in
      await bench.sandbox.setFault(Fault(endpoint, drop: true))
      let (method, path) =
        switch endpoint {
        case .engagements: ("POST", "/mc/v1/engagements")
        case .badge: ("PUT", "/mc/v1/badge")
        case .pushes: ("GET", "/mc/v1/pushes")
        default: ("GET", "/mc/v1/rich/x")
        }
      await #expect(throws: SocketError.self) { try await bench.app().send(method, path) }
      let other = try await bench.app().get(Self.path)
      #expect(other.status == 200)
    }
  }

  @Test("SB-3 a fault that is none is refused with an example")
  func malformed() async throws {
    try await Bench.with { bench in
      let reply = try await bench.curl.send("POST", "/sandbox/faults", body: #"{"endpoint":"mesages"}"#)
      #expect(reply.status == 422)
      #expect(reply.body.contains(#"A fault is {\"endpoint\":\"messages|rich|"#))
      let status = try await bench.curl.send(
        "POST", "/sandbox/faults", body: #"{"endpoint":"rich","status":7}"#)
      #expect(status.compact == #"{"error":"status 7 is not within 200…599."}"#)
    }
  }

  @Test("SB-3 a fault in JSON has the bounds of one in words, and something goes wrong by each member")
  func bounds() async throws {
    let refused = [
      (#""status":500,"times":0"#, "times is not a whole number from 1."),
      (#""status":500,"times":-1"#, "times is not a whole number from 1."),
      (#""status":500,"times":"2""#, "times is not a whole number, but a text."),
      (#""status":500,"percent":0"#, "percent is not a whole number from 1."),
      (#""status":500,"percent":101"#, "percent is not a whole number up to 100."),
      (#""status":500,"seed":-1"#, "seed is not a whole number from 0."),
      (#""status":503,"retry_after":-1"#, "retry_after is not a whole number from 0."),
      (#""truncate":-1"#, "truncate is not a whole number from 0."),
      (#""delay_ms":-1"#, "delay_ms is not a whole number from 0."),
      (#""delay_ms":3600001"#, "delay_ms is not a whole number up to 3600000."),
      (#""status":600"#, "status 600 is not within 200…599."),
      (#""status":200"#, "status 200 without a body is not a fault"),
      (#""flaw":"odd""#, "flaw is none of lost, doubled, delayed, reordered."),
      (#""flaw":"lost""#, "flaw “lost” is of what is read back"),
      (#""times":2,"after":true"#, "Nothing goes wrong by it: give status, body, delay_ms,"),
      (#""delay_ms":500,"retry_after":5"#, "Retry-After is a header of a fault's own response"),
      (#""truncate":40,"retry_after":5"#, "Retry-After is a header of a fault's own response"),
      (#""status":503,"drop":true,"retry_after":5"#, "Retry-After is a header of a fault's own response"),
      (#""delay_ms":0,"drop":false"#, "Nothing goes wrong by it: give status, body, delay_ms,"),
      (#""status":500,"seed":7"#, "seed is what the dice of percent begin with"),
      (#""drop":true,"status":500"#, "Of a response that is dropped status changes nothing"),
      (#""stall":true,"truncate":5"#, "Of a response that is stalled truncate changes nothing"),
    ]
    let odd = [
      (#"{"endpoint":"messages"}"#, "Nothing goes wrong by it"),
      (#"{"endpoint":"recorded","flaw":"delayed"}"#, "flaw “delayed” needs delay_ms"),
      (#"{"endpoint":"recorded","flaw":"lost","status":500}"#, "it does not go with status"),
      (#"{"endpoint":"recorded","flaw":"lost","delay_ms":500}"#, "it does not go with delay_ms"),
    ]
    let taken = [
      #"{"endpoint":"messages","delay_ms":500}"#, #"{"endpoint":"messages","status":201,"body":"x"}"#,
      #"{"endpoint":"recorded","flaw":"delayed","delay_ms":86400000}"#,
      #"{"endpoint":"rich","status":503,"truncate":0,"times":1000000,"retry_after":0,"percent":100,"seed":0}"#,
      #"{"endpoint":"badge","drop":true,"times":null}"#,
      #"{"endpoint":"badge","truncate":5,"delay_ms":500,"after":true}"#,
    ]
    try await Bench.with { bench in
      for (body, sentence) in refused.map({ (#"{"endpoint":"messages",\#($0.0)}"#, $0.1) }) + odd {
        let reply = try await bench.curl.send("POST", "/sandbox/faults", body: body)
        #expect(reply.status == 422 && reply.body.contains(sentence), "\(body): \(reply.body)")
      }
      #expect(try await bench.curl.get("/sandbox/faults").json == .array([]))
      for body in taken {
        let reply = try await bench.curl.send("POST", "/sandbox/faults", body: body)
        #expect(reply.status == 200, "\(body): \(reply.body)")
      }
    }
  }

  @Test("SB-3 all offline strikes whatever a vendor takes besides messages, too")
  func tracking() async throws {
    try await Bench.with { bench in
      _ = try await bench.curl.send("POST", "/sandbox/faults", body: "all offline")
      let endpoint = bench.sandbox.endpoint
      let app = try bench.iterable()
      let tracker = RawClient(
        port: bench.port, headers: ["Authorization: \(endpoint.trackingAuthorization)"])
      for (client, method, path, body) in [
        (app, "POST", "/iterable/api/users/update", #"{"userId":"u"}"#),
        (app, "GET", "/iterable/api/mobile/getRemoteConfiguration", ""),
        (tracker, "GET", "/bloomreach/track/v2/projects/\(endpoint.project)/system/time", ""),
      ] {
        await #expect(throws: (any Error).self, "\(path)") {
          try await client.send(method, path, body: body)
        }
      }
    }
  }

  @Test("SB-3 a status without a body takes none, which would be read as the next response")
  func bodiless() async throws {
    try await Bench.with { bench in
      for fault in [
        #"{"endpoint":"badge","status":204,"body":"abc"}"#,
        #"{"endpoint":"badge","status":304,"stall":true}"#,
      ] {
        let refused = try await bench.curl.send("POST", "/sandbox/faults", body: fault)
        #expect(refused.status == 422 && refused.body.contains("has no body"), "\(refused.body)")
      }
      _ = try await bench.curl.send("POST", "/sandbox/faults", body: "all 304")
      for reply in [
        try await bench.app().get("/mc/v1/badge"),
        try await bench.iterable().get("/iterable/api/inApp/getMessages?userId=u"),
      ] {
        #expect(reply.status == 304 && reply.body.isEmpty, "\(reply)")
      }
    }
  }

  @Test("SB-3 a stalled response has the fault's status and Retry-After")
  func stalled() async throws {
    try await Bench.with { bench in
      await bench.sandbox.setFault(Fault(.messages, status: 503, retryAfter: 7, stall: true))
      var head = try bench.app().lines(Self.path, beginning: ["HTTP/1.1 ", "Retry-After"]).makeAsyncIterator()
      #expect(try await head.next()?.hasPrefix("HTTP/1.1 503") == true)
      #expect(try await head.next() == "Retry-After: 7")
    }
  }

  @Test("SB-3 TS-7 a stalled response and a wait end with the client that has left")
  func departure() async throws {
    try await Bench.with { bench in
      await bench.sandbox.setFault(Fault(.badge, stall: true))
      // Either would go on for an hour, or for good.
      let stalled = try await bench.app().send("GET", "/mc/v1/badge", leaves: true)
      #expect(stalled.status == 200 && stalled.body.contains("{"))
      let waiting = Task {
        for try await _ in try bench.curl.lines("/sandbox/receipts?wait=9&timeout=3600") {}
      }
      try await until { await bench.sandbox.account.watchers.count == 1 }
      waiting.cancel()
      try await until { await bench.sandbox.account.watchers.isEmpty }
      // Who reads on in one connection is none of that.
      #expect(try await bench.curl.get("/sandbox/receipts?wait=0").status == 200)
    }
  }

  @Test("SB-3 a response of the fault's own is truncated, too")
  func truncated() async throws {
    try await Bench.with { bench in
      await bench.sandbox.setFault(Fault(.messages, status: 503, body: "half of it", truncate: 4))
      let reply = try await bench.app().get(Self.path)
      #expect(reply.status == 503 && reply.body.contains("half") && !reply.body.contains("half of"))
      // A body that is no longer than what is left is halved.
      _ = try await bench.curl.send("POST", "/sandbox/faults", body: "badge truncated")
      let badge = try await bench.app().get("/mc/v1/badge")
      #expect(badge.body.contains("{") && !badge.body.contains("}"))
    }
  }

  @Test(
    "SB-5 no web page may ask at the sandbox's own paths, however they are written",
    arguments: ["/sandbox/reset", "//sandbox/reset", "/sandbox//reset"])
  func onlyLocalPrograms(path: String) async throws {
    try await Bench.with { bench in
      var page = bench.app()
      page.headers.append("Origin: http://evil.example")
      let refused = try await page.send("POST", path)
      #expect(refused.status == 403)
      // A name that someone has pointed at this machine.
      let other = RawClient(port: bench.port, host: "rebound.evil.example")
      #expect(try await other.send("POST", path).status == 403)
      #expect(try await bench.app().send("POST", path).status == 200)
    }
  }
}
