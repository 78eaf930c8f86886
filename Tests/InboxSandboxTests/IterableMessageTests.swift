import InboxModel
import InboxTestSupport
import Testing

@testable import InboxSandbox

@Suite("Iterable's messages, as its SDKs and the public text read them")
struct IterableMessageTests {
  private static let inApp =
    Bench.oneBrand + """
      [[campaign]]
      id = "4711"
      kind = "open-url"
      subject = "Spring & sale"
      message = "Up to 30% off"
      icon = "https://cdn.tarnvelo.example/bike.png"
      deeplink = "tarnvelo://sale"
      sent = "-2h"
      expires = "+1d"
      [campaign.custom]
      segment = "gold"

      """

  private static let content = """
    "content":{"html":"<html><body><h1>Spring &amp; sale</h1><p>Up to 30% off</p>\
    <p><a href=\\"tarnvelo://sale\\">Open</a></p></body></html>",\
    "inAppDisplaySettings":{"bottom":{"percentage":0},"left":{"percentage":0},"right":{"percentage":0},\
    "top":{"percentage":0}},"payload":{}}
    """

  private static let metadata = """
    "inboxMetadata":{"icon":"https://cdn.tarnvelo.example/bike.png","subtitle":"Up to 30% off",\
    "title":"Spring & sale"}
    """

  private static let query =
    "count=100&platform=iOS&packageName=example.inbox&SDKVersion=6.5&systemVersion=18"
    + "&email=maria@tarnvelo.example"

  @Test("VE-10 VE-13 a campaign of Primary is an inbox message, to the letter")
  func literal() async throws {
    try await Bench.with(Self.inApp) { bench in
      for path in ["inApp/getMessages", "inApp/web/getMessages", "inApp/getPriorityMessage"] {
        let reply = try await bench.iterable().get("/iterable/api/\(path)?\(Self.query)")
        #expect(reply.status == 200)
        #expect(
          reply.compact == """
            {"inAppMessages":[{"campaignId":4711,\(Self.content),"contentType":"html","createdAt":1795255200000,\
            "customPayload":{"segment":"gold"},"expiresAt":1795348800000,\(Self.metadata),"jsonOnly":0,\
            "messageId":"4711","priorityLevel":300.5,"read":false,"saveToInbox":true,\
            "trigger":{"type":"immediate"}}]}
            """)
      }
    }
  }

  @Test("VE-10 under the older base the same message has what is new in its customPayload")
  func older() async throws {
    try await Bench.with(Self.inApp) { bench in
      let reply = try await bench.iterable().get("/iterable/older/api/inApp/getMessages?\(Self.query)")
      #expect(
        reply.compact == """
          {"inAppMessages":[{"campaignId":4711,\(Self.content),"createdAt":1795255200000,\
          "customPayload":{"contentType":"html",\(Self.metadata),"saveToInbox":true,"segment":"gold",\
          "trigger":{"type":"immediate"}},"expiresAt":1795348800000,"jsonOnly":0,"messageId":"4711",\
          "priorityLevel":300.5,"read":false}]}
          """)
    }
  }

  @Test(
    "VE-10 trigger, saveToInbox, jsonOnly and priority are what the campaign says; rich HTML goes as it is")
  func extras() async throws {
    let toml =
      Bench.oneBrand + """
        [[campaign]]
        id = "spring"
        kind = "open-rich-message"
        subject = "S"
        message = "M"
        [campaign.rich]
        html = "<p>No link at all</p>"
        [campaign.iterable]
        trigger = "never"
        save-to-inbox = false
        json-only = true
        priority = 7

        """
    try await Bench.with(toml) { bench in
      let reply = try await bench.iterable().get("/iterable/api/inApp/getMessages?\(Self.query)")
      let message = try #require(try reply.json["inAppMessages"]?.elements?.first)
      #expect(message["trigger"] == .object(["type": .string("never")]))
      #expect(message["saveToInbox"] == .bool(false) && message["jsonOnly"] == .integer(1))
      #expect(message["priorityLevel"]?.number == 7)
      #expect(message["content"]?["html"] == .string("<p>No link at all</p>"))
      // The vendor numbers campaigns: FNV-1a of the name, without its highest bit.
      #expect(message["campaignId"] == .integer(1_676_751_724))
      #expect(message["expiresAt"] == nil)
    }
  }

  @Test("VE-10 the response is the whole inbox, newest first, up to count; what has expired is not in it")
  func whole() async throws {
    let toml =
      Bench.oneBrand + Bench.campaign("old", "sent = \"-3h\"") + Bench.campaign("new", "sent = \"-1h\"")
      + Bench.campaign("short", "sent = \"-2h\"\nexpires = \"+90s\"")
      + Bench.campaign("first", "sent = \"-9h\"\n[campaign.iterable]\npriority = 1")
      + Bench.campaign("bens", "audience = [\"user:ben\"]")
      + Bench.campaign("elsewhere", "vendors = [\"responsys\"]")
    try await Bench.with(toml) { bench in
      #expect(try await bench.iterableInbox() == ["new", "short", "old", "first"])
      #expect(try await bench.iterableInbox("userId=ben") == ["bens", "new", "short", "old", "first"])
      let client = try bench.iterable()
      let user = "email=maria@tarnvelo.example"
      let two = try await client.get("/iterable/api/inApp/getMessages?count=2&\(user)")
      #expect(try two.json["inAppMessages"]?.elements?.count == 2)
      let priority = try await client.get("/iterable/api/inApp/getPriorityMessage?\(user)")
      #expect(try priority.json["inAppMessages"]?.elements?.map { $0["messageId"]?.text } == ["first"])
      bench.time.advance(by: .seconds(90))
      #expect(try await bench.iterableInbox() == ["new", "old", "first"])
      let fetches = try await bench.sandbox.receipts(ReceiptFilter(vendor: .iterable)).fetches
      #expect(
        fetches.map { "\($0.center) \($0.identity) \($0.count)" } == [
          "inApp user:ben 1", "inApp user:maria@tarnvelo.example 4",
        ])
    }
  }

  private static let embedded =
    Bench.oneBrand + """
      [[campaign]]
      id = "12"
      center = "Offers"
      kind = "open-url"
      subject = "Helmets"
      message = "Now in red"
      icon = "https://cdn.tarnvelo.example/helmet.png"
      deeplink = "action://helmets"
      [[campaign.action]]
      title = "Shop"
      kind = "deeplink"
      url = "tarnvelo://shop"
      [campaign.custom]
      colour = "red"

      [[campaign]]
      id = "13"
      center = "Rides"
      kind = "launch-app"
      subject = "Sunday"
      message = "Meet at nine"

      [[campaign]]
      id = "14"
      kind = "launch-app"
      subject = "Placed"
      message = "By its campaign"
      [campaign.iterable]
      placement = 900

      """

  private static let helmets = """
    "metadata":{"campaignId":12,"isProof":false,"messageId":"12","placementId":1,"priorityOrder":1},\
    "payload":{"colour":"red"}
    """

  @Test("VE-10 VE-13 other centers are placements, to the letter; a campaign may name another one")
  func placements() async throws {
    try await Bench.with(Self.embedded) { bench in
      let path =
        "/iterable/api/embedded-messaging/messages?platform=iOS&SDKVersion=6.5&packageName=example.inbox"
        + "&systemVersion=18&userId=maria"
      let one = try await bench.iterable().get(path + "&placementIds=1")
      #expect(
        one.compact == """
          {"placements":[{"embeddedMessages":[{"elements":{"body":"Now in red",\
          "buttons":[{"action":{"data":"tarnvelo://shop","type":"openUrl"},"id":"button1","title":"Shop"}],\
          "defaultAction":{"data":"","type":"action://helmets"},\
          "mediaUrl":"https://cdn.tarnvelo.example/helmet.png","text":[],"title":"Helmets"},\(Self.helmets)}],\
          "placementId":1}]}
          """)
      let all = try await bench.iterable().get(path)
      let list = try #require(try all.json["placements"]?.elements)
      #expect(list.map { $0["placementId"] } == [.integer(1), .integer(2), .integer(900)])
      #expect(try await bench.iterableInbox("userId=maria") == [])
    }
  }

  @Test(
    "VE-10 a placement that is asked for is there without messages; a message that is known lacks its elements"
  )
  func known() async throws {
    try await Bench.with(Self.embedded) { bench in
      let path = "/iterable/api/embedded-messaging/messages?userId=maria&placementIds=1&placementIds=77"
      let reply = try await bench.iterable().get(path + "&currentMessageIds=12&currentMessageIds=gone")
      #expect(
        reply.compact == """
          {"placements":[{"embeddedMessages":[{\(Self.helmets)}],"placementId":1},\
          {"embeddedMessages":[],"placementId":77}]}
          """)
      let wrong = try await bench.iterable().get(path + "&placementIds=x")
      #expect(wrong.status == 400)
      #expect(try wrong.json["code"] == .string("BadParams"))
    }
  }

  @Test("VE-10 silent pushes say what is there and what is gone, beside what the sandbox says of itself")
  func pushes() async throws {
    try await Bench.with { bench in
      let stream = try bench.iterable().lines("/iterable/api/pushes?userId=maria")
      var lines = stream.makeAsyncIterator()
      #expect(
        try await lines.next()
          == #"{"ahead_s":null,"now":"2026-11-21T12:00:00.000Z","running":false,"type":"clock"}"#)
      let brand = Brand(name: "Tarnvelo", domain: "news.tarnvelo.example", scheme: "tarnvelo")
      let campaign = { (id: String, center: CenterName, audience: [Audience], vendors: [VendorName]) in
        Campaign(
          id: id, center: center, subject: "S", message: "M", push: true, audience: audience, brand: brand,
          vendors: vendors)
      }
      for one in [
        campaign("elsewhere", .primary, [.everyone], [.responsys]),
        campaign("bens", .primary, [.only(.user("ben"))], [.iterable]),
        campaign("a", .primary, [.everyone], VendorName.allCases),
        campaign("b", CenterName("Offers"), [.only(.user("maria"))], [.iterable]),
      ] { _ = try await bench.sandbox.launch(one) }
      try await bench.sandbox.withdraw(campaign: "a")
      let ghost = #""itbl":{"isGhostPush":true,"messageId":"background_notification"}"#
      #expect(try await lines.next() == #"{\#(ghost),"notificationType":"InAppUpdate"}"#)
      #expect(try await lines.next() == #"{\#(ghost),"notificationType":"UpdateEmbedded"}"#)
      #expect(try await lines.next() == #"{\#(ghost),"messageId":"a","notificationType":"InAppRemove"}"#)
      #expect(await bench.sandbox.openPushLines() == 1)
    }
  }
}
