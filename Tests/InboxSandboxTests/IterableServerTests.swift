import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@Suite("What servers do with Iterable: launching, taking back, reading, users")
struct IterableServerTests {
  private static let campaigns =
    Bench.oneBrand + Bench.campaign("4711", "launch = \"+1h\"")
    + Bench.campaign("spring", "launch = \"+1h\"\ncenter = \"Offers\"")
    + Bench.campaign("9", "launch = \"+1h\"\nvendors = [\"responsys\"]") + Bench.campaign("all")

  private func post(
    _ bench: Bench, _ path: String, _ body: String, _ key: Bench.IterableKey = .server
  ) async throws -> RawClient.Response {
    try await bench.iterable(key).send("POST", "/iterable/api/\(path)", body: body)
  }

  @Test("VE-13 SB-2 target sends a campaign to one user, as often as it is called; cancel takes it back")
  func target() async throws {
    try await Bench.with(Self.campaigns) { bench in
      let user = #""recipientEmail":"maria@tarnvelo.example""#
      for _ in 1...2 {
        let reply = try await post(
          bench, "inApp/target", #"{\#(user),"campaignId":4711,"dataFields":{"a":1}}"#)
        #expect(reply.status == 200 && reply.compact == Bench.iterableSuccess)
      }
      #expect(try await bench.iterableInbox() == ["4711-2", "4711", "all"])
      #expect(try await bench.iterableInbox("userId=ben") == ["all"])
      // Responsys knows nothing of it.
      #expect(try await bench.ids("Primary", "user:maria@tarnvelo.example") == ["all"])

      let stream = try bench.iterable().lines("/iterable/api/pushes?email=maria@tarnvelo.example")
      var lines = stream.makeAsyncIterator()
      _ = try await lines.next()
      let cancelled = try await post(
        bench, "inApp/cancel", #"{"email":"maria@tarnvelo.example","campaignId":4711}"#)
      #expect(cancelled.compact == Bench.iterableSuccess)
      #expect(try await bench.iterableInbox() == ["all"])
      let removed = [try await lines.next(), try await lines.next()]
      #expect(removed.allSatisfy { $0?.contains(#""notificationType":"InAppRemove""#) == true })
    }
  }

  @Test("VE-13 SB-2 target sends what the sandbox was sent, as well as what it was started with")
  func targetSent() async throws {
    try await Bench.with { bench in
      let toml = Bench.oneBrand + Bench.campaign("12", "audience = [\"user:ben\"]")
      #expect(try await bench.curl.send("POST", "/sandbox/campaigns", body: toml).status == 200)
      let reply = try await post(bench, "inApp/target", #"{"recipientUserId":"maria","campaignId":12}"#)
      #expect(reply.compact == Bench.iterableSuccess)
      #expect(try await bench.iterableInbox("userId=maria") == ["12-2"])
    }
  }

  @Test(
    "VE-13 SB-2 a campaign that was sent to one user is launched to all of its audience when its time comes")
  func targetBeforeLaunch() async throws {
    try await Bench.with(Self.campaigns) { bench in
      let reply = try await post(bench, "inApp/target", #"{"recipientUserId":"maria","campaignId":4711}"#)
      #expect(reply.status == 200)
      #expect(try await bench.iterableInbox("userId=ben") == ["all"])
      let listed = try await bench.curl.get("/sandbox/campaigns").json.elements
      #expect(listed?.first { $0["id"] == .string("4711") }?["launched"] == .bool(false), "\(listed ?? [])")
      _ = try await bench.curl.send("POST", "/sandbox/clock", body: "+1h")
      try await until { try await bench.iterableInbox("userId=ben").contains("4711-2") }
      #expect(try await bench.iterableInbox("userId=maria").filter { $0.hasPrefix("4711") }.count == 2)
    }
  }

  @Test(
    "VE-13 VE-14 the id of an event of the app's own is that event, which another request brings up to date")
  func eventID() async throws {
    try await Bench.with(Self.campaigns) { bench in
      for price in [1, 2] {
        let body =
          #"{"userId":"maria","id":"e1","eventName":"bought","createdAt":\#(1_795_262_390 + price),"dataFields":{"price":\#(price)}}"#
        #expect(try await post(bench, "events/track", body, .app).status == 200)
      }
      let tracking = try await bench.sandbox.receipts().tracking
      #expect(tracking.map(\.count) == [1] && tracking.map(\.vendor) == [.iterable])
      #expect(tracking.first?.properties == ["price": .integer(2)])
      let listed = try await bench.iterable(.server).get("/iterable/api/events/byUserId/maria")
      #expect(
        try listed.json["events"]?.elements?.map { $0["dataFields"]?["price"] } == [JSONValue.integer(2)])
      // After a reset it may happen again.
      _ = try await bench.sandbox.reset()
      let again = #"{"userId":"maria","id":"e1","eventName":"bought","dataFields":{"price":3}}"#
      #expect(try await post(bench, "events/track", again, .app).status == 200)
      #expect(try await bench.sandbox.receipts().tracking.map(\.properties) == [["price": .integer(3)]])
    }
  }

  @Test("VE-14 what was tracked for one vendor is not read back from another")
  func ownEvents() async throws {
    try await BloomreachBench.with { bench in
      let (id, path) = (#""email":"a@b.example""#, "/bloomreach/track/v2/projects/p1/customers/events")
      let key = "Basic azE6MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
      let tracked = try await bench.post(
        path, #"{"customer_ids":{\#(id)},"event_type":"visit","timestamp":5}"#)
      #expect(tracked.status == 200)
      let bought = try await post(bench.bench, "events/track", #"{\#(id),"eventName":"bought"}"#, .app)
      #expect(bought.status == 200)
      let events = try await bench.bench.iterable(.server).get("/iterable/api/events/a@b.example")
      #expect(try events.json["events"]?.elements?.map { $0["eventName"] } == [.string("bought")])
      let export = try await bench.post(
        "/bloomreach/data/v2/projects/p1/customers/events",
        #"{"customer_ids":{\#(id)},"event_types":["visit","bought"]}"#, authorization: key)
      #expect(try export.json["data"]?.elements?.map { $0["type"] } == [.string("visit")])
      let filtered = try await bench.bench.curl.get("/sandbox/receipts?vendor=iterable")
      #expect(try filtered.json["tracking"]?.elements?.map { $0["type"] } == [.string("bought")])
    }
  }

  @Test(
    "VE-13 what an SDK says of devices and pushes is checked; a device may be gone for all users",
    arguments: [
      ("users/disableDevice", #"{"token":"t"}"#, 200), ("users/disableDevice", "{}", 400),
      ("users/disableDevice", #"{"token":"t","email":"a@b.example"}"#, 200),
      ("users/disableDevice", #"{"token":"t","email":"a@b.example","userId":"maria"}"#, 400),
      ("users/registerDeviceToken", #"{"userId":"maria"}"#, 400),
      (
        "users/registerDeviceToken",
        #"{"userId":"maria","device":{"token":"t","platform":"Phone","applicationName":"x"}}"#, 400
      ),
      ("events/trackPushOpen", #"{"userId":"maria"}"#, 400),
      ("events/trackPushOpen", #"{"userId":"maria","campaignId":1,"messageId":"m"}"#, 200),
      ("events/trackPushOpen", #"{"userId":"maria","campaignId":1,"messageId":"m",}"#, 400),
      (
        "events/trackInAppOpen", #"{"userId":"maria","messageId":"all","messageContext":{"location":5}}"#, 400
      ),
    ])
  func checked(path: String, body: String, status: Int) async throws {
    try await Bench.with(Self.campaigns) { bench in
      let reply = try await post(bench, path, body, .app)
      #expect(reply.status == status, "\(reply.body)")
    }
  }

  @Test(
    "VE-13 a campaign is known by its number and, here, by its name; embedded ones come in their placement")
  func names() async throws {
    try await Bench.with(Self.campaigns) { bench in
      for id in [#""spring""#, "1676751724"] {
        let reply = try await post(bench, "inApp/target", #"{"recipientUserId":"maria","campaignId":\#(id)}"#)
        #expect(reply.compact == Bench.iterableSuccess)
      }
      let reply = try await bench.iterable().get("/iterable/api/embedded-messaging/messages?userId=maria")
      let messages = try reply.json["placements"]?.elements?.first?["embeddedMessages"]?.elements
      #expect(messages?.map { $0["metadata"]?["messageId"] } == [.string("spring-2"), .string("spring")])
    }
  }

  @Test(
    "VE-13 what target and cancel cannot do is 400 BadParams",
    arguments: [
      ("inApp/target", #"{"campaignId":4711}"#), ("inApp/target", #"{"recipientUserId":"maria"}"#),
      ("inApp/target", #"{"recipientUserId":"maria","recipientEmail":"a@b.example","campaignId":4711}"#),
      ("inApp/target", #"{"recipientUserId":"maria","campaignId":1}"#),
      ("inApp/target", #"{"recipientUserId":"maria","campaignId":9}"#),
      ("inApp/target", #"{"recipientUserId":"maria","campaignId":4711,"sendAt":"2027-01-01 00:00:00"}"#),
      ("inApp/target", #"{"recipientUserId":"maria","campaignId":4711,"dataFields":[]}"#),
      ("inApp/cancel", #"{"userId":"maria","campaignId":4711}"#), ("inApp/cancel", #"{"userId":"maria"}"#),
    ])
  func refused(path: String, body: String) async throws {
    try await Bench.with(Self.campaigns) { bench in
      let reply = try await post(bench, path, body)
      #expect(reply.status == 400)
      #expect(try reply.json["code"] == .string("BadParams"))
      #expect(try await bench.iterableInbox("userId=maria") == ["all"])
    }
  }

  @Test("VE-14 what was recorded is read back, newest first, by email or user id, as often as was asked for")
  func readBack() async throws {
    try await Bench.with(Self.campaigns) { bench in
      let open = #"{"userId":"maria","messageId":"all","createdAt":1795262390,"inboxSessionId":"s1"}"#
      _ = try await post(bench, "events/trackInAppOpen", open, .app)
      _ = try await post(
        bench, "events/track",
        #"{"userId":"maria","eventName":"bought","createdAt":1795262395,"dataFields":{"price":3}}"#, .app)
      // No event: there is no deleteAction.
      _ = try await post(bench, "events/inAppConsume", #"{"userId":"maria","messageId":"all"}"#, .app)
      _ = try await post(
        bench, "events/trackInAppClose", #"{"userId":"maria","messageId":"all","closeAction":"back"}"#, .app)
      let server = try bench.iterable(.server)
      let all = try await server.get("/iterable/api/events/byUserId/maria")
      let number = 321_211_332
      #expect(
        all.compact == """
          {"events":[{"campaignId":\(number),"closeAction":"back","createdAt":"2026-11-21T12:00:00.000Z",\
          "eventName":"inAppClose","eventType":"inAppClose","messageId":"all","userId":"maria"},\
          {"createdAt":"2026-11-21T11:59:55.000Z","dataFields":{"price":3},"eventName":"bought",\
          "eventType":"customEvent","userId":"maria"},\
          {"campaignId":\(number),"createdAt":"2026-11-21T11:59:50.000Z","eventName":"inAppOpen",\
          "eventType":"inAppOpen","inboxSessionId":"s1","messageId":"all","userId":"maria"}]}
          """)
      let one = try await server.get("/iterable/api/events/byUserId/maria?limit=1")
      #expect(try one.json["events"]?.elements?.map { $0["eventName"] } == [.string("inAppClose")])
      let other = try await server.get("/iterable/api/events/ben@tarnvelo.example?limit=200")
      #expect(other.compact == #"{"events":[]}"#)
    }
  }

  @Test("VE-13 users are kept: fields are merged, a profile is read and deleted")
  func users() async throws {
    let folder = try TemporaryFolder()
    try await Bench.with(Self.campaigns, folder: folder.path) { bench in
      let user = #""email":"maria@tarnvelo.example""#
      for body in [
        #"{\#(user),"dataFields":{"name":"Maria","size":{"shoe":38}}}"#,
        #"{\#(user),"dataFields":{"size":{"hat":54}},"mergeNestedObjects":true}"#,
        #"{\#(user),"dataFields":{"name":"Marie"},"userId":null,"mergeNestedObjects":null}"#,
      ] {
        let reply = try await post(bench, "users/update", body, .app)
        #expect(reply.compact == Bench.iterableSuccess)
      }
    }
    // Of an earlier run of the same folder.
    try await Bench.with(Self.campaigns, folder: folder.path) { bench in
      let server = try bench.iterable(.server)
      let path = "/iterable/api/users/maria@tarnvelo.example"
      #expect(
        try await server.get(path).compact == """
          {"user":{"dataFields":{"email":"maria@tarnvelo.example","name":"Marie","size":{"hat":54,"shoe":38}},\
          "email":"maria@tarnvelo.example"}}
          """)
      #expect(try await server.send("DELETE", path).compact == Bench.iterableSuccess)
      #expect(try await server.get(path).compact == "{}")
      #expect(try await server.get("/iterable/api/users/byUserId/nobody").compact == "{}")
    }
  }

  @Test("VE-13 TS-6 a profile has at most a megabyte, in however many updates it grows")
  func largeProfile() async throws {
    try await Bench.with { bench in
      let half = String(repeating: "x", count: 600_000)
      for (name, code) in [("a", "Success"), ("b", "BadParams"), ("a", "Success")] {
        let body = #"{"userId":"maria","dataFields":{"\#(name)":"\#(half)"}}"#
        #expect(try await post(bench, "users/update", body, .app).json["code"]?.text == code)
      }
      let profile = try await bench.iterable(.server).get("/iterable/api/users/byUserId/maria").json
      #expect(profile["user"]?["dataFields"]?.members?.keys.sorted() == ["a", "userId"])
    }
  }

  @Test("VE-13 an SDK that starts gets what it asks for")
  func start() async throws {
    try await Bench.with { bench in
      let client = try bench.iterable()
      #expect(
        try await client.get("/iterable/api/mobile/getRemoteConfiguration?platform=iOS").compact
          == #"{"autoRetry":false,"offlineMode":false,"offlineModeBeta":false}"#)
      let device = #"{"email":"a@b.example","device":{"token":"t","platform":"APNS","applicationName":"x"}}"#
      #expect(
        try await post(bench, "users/registerDeviceToken", device, .app).compact == Bench.iterableSuccess)
    }
  }

  @Test("VE-13 the vendor's Python library writes None for what it was not given")
  func none() async throws {
    try await Bench.with(Self.campaigns) { bench in
      let reply = try await bench.iterable(.server).get(
        "/iterable/api/inApp/getMessages?email=maria%40tarnvelo.example&count=5&userId=None&platform=None")
      #expect(reply.status == 200)
    }
  }
}
