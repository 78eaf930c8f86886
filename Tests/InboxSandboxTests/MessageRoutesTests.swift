import InboxSandbox
import InboxTestSupport
import Testing

@Suite("GET /mc/v1/centers/{center}/messages")
struct MessageRoutesTests {
  @Test("SB-1 SB-6 MC-8 the response to the letter")
  func literal() async throws {
    let toml =
      Bench.oneBrand + """
        [[campaign]]
        id = "spring"
        center = "Offers & more"
        kind = "open-url"
        subject = "Spring"
        message = "Text"
        icon = "https://cdn.tarnvelo.example/bike.png"
        deeplink = "tarnvelo://sale"
        sent = "-2h"
        expires = "+1d"
        [campaign.custom]
        segment = "gold"
        """
    try await Bench.with(toml) { bench in
      let reply = try await bench.app().get("/mc/v1/centers/Offers%20%26%20more/messages")
      #expect(reply.status == 200)
      #expect(
        reply.compact == """
          {"message_center_name":"Offers & more","messages":[{"custom_key_value_pairs":{"segment":"gold"},\
          "deeplink_url":"tarnvelo%3A%2F%2Fsale","expiry_ts":"2026-11-22T12:00:00.000Z",\
          "icon_url":"https%3A%2F%2Fcdn.tarnvelo.example%2Fbike.png","id":"spring","message":"Text",\
          "message_center_name":"Offers & more","sent_ts":"2026-11-21T10:00:00.000Z","subject":"Spring"}]}
          """)
    }
  }

  @Test("MC-4 a response holds the 20 newest, newest first")
  func cap() async throws {
    let toml = Bench.oneBrand + (1...25).map { Bench.campaign("m\($0)", "sent = \"-\($0)h\"") }.joined()
    try await Bench.with(toml) { bench in
      let ids = try await bench.ids()
      #expect(ids == (1...20).map { "m\($0)" })
    }
  }

  @Test("MC-4 MC-10 an expired message leaves the response at its very second and makes room")
  func expiry() async throws {
    let short = Bench.campaign("short", "expires = \"+90s\"")
    let toml =
      Bench.oneBrand + short + (1...20).map { Bench.campaign("m\($0)", "sent = \"-\($0)h\"") }.joined()
    try await Bench.with(toml) { bench in
      let ids = try await bench.ids()
      #expect(ids == ["short"] + (1...19).map { "m\($0)" })
      bench.time.advance(by: .seconds(89))
      #expect(try await bench.ids().first == "short")
      bench.time.advance(by: .seconds(1))
      #expect(try await bench.ids() == (1...20).map { "m\($0)" })
    }
  }

  @Test("SB-2 MC-12 each identity gets what its audience says")
  func audience() async throws {
    let toml =
      Bench.oneBrand + Bench.campaign("all", "sent = \"-1h\"")
      + Bench.campaign("maria", "sent = \"-2h\"\naudience = [\"user:maria\"]")
      + Bench.campaign("devices", "sent = \"-3h\"\naudience = [\"device\"]")
      + Bench.campaign("one", "sent = \"-4h\"\naudience = [\"device:7f\", \"user:ben\"]")
    try await Bench.with(toml) { bench in
      let maria = try await bench.ids("Primary", "user:maria")
      #expect(maria == ["all", "maria"])
      #expect(try await bench.ids("Primary", "user:ben") == ["all", "one"])
      #expect(try await bench.ids("Primary", "device:7f") == ["all", "devices", "one"])
      #expect(try await bench.ids("Primary", "device:80") == ["all", "devices"])
    }
  }

  @Test("MC-15 an unknown center is 404; an empty known one is an empty list")
  func centers() async throws {
    try await Bench.with { bench in
      let unknown = try await bench.app().get("/mc/v1/centers/Nowhere/messages")
      #expect(unknown.status == 404)
      #expect(unknown.compact == #"{"error":"This app has no message center called “Nowhere”."}"#)
      let empty = try await bench.app().get("/mc/v1/centers/Primary/messages")
      #expect(empty.status == 200)
      #expect(empty.compact == #"{"message_center_name":"Primary","messages":[]}"#)
    }
  }

  @Test(
    "MC-15 a wrong or missing token or identity is 400 and says which",
    arguments: [
      ([], "The header X-App-Token is missing."),
      (["X-App-Token: app", "X-Identity: user:a"], "The header X-Account-Token is missing."),
      (["X-App-Token: no", "X-Account-Token: account"], "The token in the header X-App-Token is wrong."),
      (["X-App-Token: app", "X-Account-Token: account"], "The header X-Identity is missing."),
      (
        ["X-App-Token: app", "X-Account-Token: account", "X-Identity: maria"],
        "The header X-Identity is neither user:NAME nor device:ID."
      ),
    ])
  func credentials(headers: [String], sentence: String) async throws {
    try await Bench.with { bench in
      let client = RawClient(port: bench.port, headers: headers)
      let reply = try await client.get("/mc/v1/centers/Primary/messages")
      #expect(reply.status == 400)
      #expect(reply.compact == #"{"error":"\#(sentence)"}"#)
    }
  }
}
