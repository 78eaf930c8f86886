import InboxSandbox
import Testing

@Suite("PUT /mc/v1/badge")
struct BadgeRoutesTests {
  @Test("BD-5 the badge is capped at the maximum, and the response says what is held")
  func cap() async throws {
    try await Bench.with(maximumBadge: 12) { bench in
      let low = try await bench.app().send("PUT", "/mc/v1/badge", body: #"{"count":3}"#)
      #expect(low.status == 200)
      #expect(low.compact == #"{"count":3,"version":1}"#)
      let high = try await bench.app().send("PUT", "/mc/v1/badge", body: #"{"count":4000}"#)
      #expect(high.compact == #"{"count":12,"version":2}"#)
      let receipts = try await bench.sandbox.receipts().badge
      #expect(receipts.map(\.asked) == [3, 4_000])
      #expect(receipts.map(\.count) == [3, 12])
    }
  }

  @Test("BD-7 the badge can be requested: what is held, with its version, and no receipt")
  func asked() async throws {
    try await Bench.with { bench in
      #expect(try await bench.app().get("/mc/v1/badge").compact == #"{"count":0,"version":1}"#)
      _ = try await bench.app().send("PUT", "/mc/v1/badge", body: #"{"count":3}"#)
      #expect(try await bench.app().get("/mc/v1/badge").compact == #"{"count":3,"version":2}"#)
      #expect(try await bench.sandbox.receipts().badge.count == 1)
    }
  }

  @Test(
    "BD-1 a badge below zero or none at all is 422 with the reason",
    arguments: [
      (#"{"count":-1}"#, "count is -1, below zero"),
      (#"{"count":"3"}"#, "it has no whole number named count"),
      ("", "the body is empty"),
    ])
  func malformed(body: String, reason: String) async throws {
    try await Bench.with { bench in
      let reply = try await bench.app().send("PUT", "/mc/v1/badge", body: body)
      #expect(reply.status == 422)
      #expect(reply.compact == #"{"error":"\#(reason)"}"#)
      #expect(try await bench.sandbox.receipts().badge.isEmpty)
    }
  }

  @Test("BD-5 at first contact the badge is what the campaigns made of it, in the order of sending")
  func firstContact() async throws {
    let toml =
      Bench.oneBrand + Bench.campaign("late", "sent = \"-1h\"\nbadge = \"+2\"")
      + Bench.campaign("clear", "sent = \"-3h\"\nbadge = \"clear\"")
      + Bench.campaign("old", "sent = \"-9h\"\nbadge = \"=50\"")
      + Bench.campaign("maria", "sent = \"-2h\"\nbadge = \"+5\"\naudience = [\"user:maria\"]")
    try await Bench.with(toml) { bench in
      for (identity, badge) in [("user:maria", 7), ("user:ben", 2)] {
        var lines = try bench.app(identity).lines("/mc/v1/pushes").makeAsyncIterator()
        #expect(try await lines.next() == #"{"badge":\#(badge),"badge_version":1,"type":"state"}"#)
      }
    }
  }
}
