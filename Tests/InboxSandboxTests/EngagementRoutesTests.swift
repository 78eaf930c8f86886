import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@Suite("POST /mc/v1/engagements and its receipts")
struct EngagementRoutesTests {
  private static let first = "11111111-2222-3333-4444-555555555555"
  private static let second = "AAAAAAAA-2222-3333-4444-555555555555"

  private static func body(_ id: String, _ type: String = "display", message: String = "spring") -> String {
    """
    {"sent_ts":"2026-11-21T12:00:01Z","events":[{"id":"\(id)","type":"\(type)","identity":"user:maria",\
    "session":{"id":"99999999-2222-3333-4444-555555555555","number":3},"message_id":"\(message)",\
    "message_center_name":"Offers","ts":"2026-11-21T11:59:59Z"}]}
    """
  }

  @Test("EN-8 SB-5 events are kept by id; a repeat is answered and counted as a duplicate")
  func duplicates() async throws {
    try await Bench.with { bench in
      let path = "/mc/v1/engagements"
      let fresh = try await bench.app().send("POST", path, body: Self.body(Self.first))
      #expect(fresh.compact == #"{"accepted":["\#(Self.first)"],"duplicates":[],"generation":1}"#)
      let again = try await bench.app().send("POST", path, body: Self.body(Self.first))
      #expect(again.compact == #"{"accepted":[],"duplicates":["\#(Self.first)"],"generation":1}"#)

      let reply = try await bench.curl.get("/sandbox/receipts")
      #expect(
        reply.compact.filter { !$0.isWhitespace } == """
          {"badge":[],"began":"2026-11-21T12:00:00.000Z","clicks":[],"duplicates":1,"engagements":[{"count":2,"id":"\(Self.first)",\
          "identity":"user:maria","message_center_name":"Offers","message_id":"spring",\
          "received_ts":"2026-11-21T12:00:00.000Z",\
          "session":{"id":"99999999-2222-3333-4444-555555555555","number":3},\
          "ts":"2026-11-21T11:59:59.000Z","type":"display"}],"events":[],"fetches":[],"generation":1,"late":0,"pictures":[],"rich":[],"tracking":[]}
          """)
    }
  }

  @Test("EN-8 events may be of several identities: the header is not needed, the tokens are")
  func credentials() async throws {
    try await Bench.with { bench in
      var client = bench.curl
      let refused = try await client.send("POST", "/mc/v1/engagements", body: Self.body(Self.first))
      #expect(refused.status == 400)
      client.headers = ["X-App-Token: app", "X-Account-Token: account"]
      let accepted = try await client.send("POST", "/mc/v1/engagements", body: Self.body(Self.first))
      #expect(accepted.status == 200)
    }
  }

  @Test(
    "SB-6 a malformed upload is 422 with the reason, and nothing of it is kept",
    arguments: [
      ("{\"events\":[{}]}", "event 0 has no text at id, type, identity, message_id, ts"),
      (
        Self.body(Self.first).replacing("\"display\"", with: "\"nope\""),
        "the type of event 0 is “nope”, not display or open"
      ),
      ("{\"events\":", "it is not complete JSON"),
      ("[]", "it has no list named events"),
    ])
  func malformed(body: String, reason: String) async throws {
    try await Bench.with { bench in
      let reply = try await bench.app().send("POST", "/mc/v1/engagements", body: body)
      #expect(reply.status == 422)
      #expect(reply.compact == #"{"error":"\#(reason)"}"#)
      #expect(try await bench.sandbox.receipts().engagements.isEmpty)
    }
  }

  @Test("SB-5 receipts filter by type, message and identity")
  func filters() async throws {
    try await Bench.with { bench in
      let path = "/mc/v1/engagements"
      _ = try await bench.app().send("POST", path, body: Self.body(Self.first))
      _ = try await bench.app().send("POST", path, body: Self.body(Self.second, "open", message: "b&b"))
      for query in ["type=open", "message=b%26b", "type=open&identity=user:maria"] {
        let reply = try await bench.curl.get("/sandbox/receipts?" + query)
        #expect(reply.body.contains(Self.second) && !reply.body.contains(Self.first), "\(query)")
      }
      let none = try await bench.sandbox.receipts(ReceiptFilter(identity: "user:ben"))
      #expect(none.engagements.isEmpty)
    }
  }

  @Test("SB-5 reset forgets the receipts and counts the generation up")
  func reset() async throws {
    try await Bench.with { bench in
      _ = try await bench.app().send("POST", "/mc/v1/engagements", body: Self.body(Self.first))
      _ = try await bench.ids()
      _ = try await bench.app().send("PUT", "/mc/v1/badge", body: #"{"count":3}"#)
      #expect(try await bench.sandbox.receipts().fetches.map(\.count) == [1])
      #expect(try await bench.curl.send("POST", "/sandbox/reset").compact == #"{"generation":2}"#)
      let receipts = try await bench.sandbox.receipts()
      #expect(receipts.generation == 2)
      #expect(receipts.engagements.isEmpty && receipts.badge.isEmpty && receipts.fetches.isEmpty)
      #expect(try await bench.sandbox.requests().map(\.path) == ["/sandbox/reset"])
      let late = try await bench.app().send("POST", "/mc/v1/engagements", body: Self.body(Self.second))
      #expect(
        late.compact
          == #"{"accepted":["\#(Self.second)"],"duplicates":[],"generation":2,"late":["\#(Self.second)"]}"#)
    }
  }

  @Test("SB-5 waiting ends as soon as enough has come in, and says so when it does not")
  func wait() async throws {
    try await Bench.with { bench in
      async let waited = bench.curl.get("/sandbox/receipts?wait=1&type=open")
      try await bench.time.sleepers(2)
      _ = try await bench.app().send("POST", "/mc/v1/engagements", body: Self.body(Self.first))
      _ = try await bench.app().send("POST", "/mc/v1/engagements", body: Self.body(Self.second, "open"))
      #expect(try await waited.body.contains(Self.second))

      async let late = bench.curl.get("/sandbox/receipts?wait=5&timeout=20")
      try await bench.time.sleepers(2)
      bench.time.advance(by: .seconds(20))
      #expect(try await late.status == 408)
      #expect(try await late.compact == #"{"error":"2 of 5 engagements came within 20 s."}"#)
    }
  }

  @Test("SB-5 waiting for quiet ends with it, and at the limit where something keeps arriving")
  func quiet() async throws {
    try await Bench.with { bench in
      async let quiet = bench.curl.get("/sandbox/receipts?quiet_ms=1000&timeout=1")
      try await bench.time.sleepers(2)
      bench.time.advance(by: .seconds(1))
      #expect(try await quiet.status == 200)

      async let noisy = bench.curl.get("/sandbox/receipts?quiet_ms=1000&timeout=1")
      try await bench.time.sleepers(2)
      _ = try await bench.app().send("POST", "/mc/v1/engagements", body: Self.body(Self.first))
      bench.time.advance(by: .seconds(1))
      let sentence = "Something kept arriving: after 1000 ms there were no 1000 ms without it."
      #expect(try await noisy.compact == #"{"error":"\#(sentence)"}"#)
    }
  }
}
