import Foundation
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxSandbox

@Suite("Iterable's events, as its SDKs send them")
struct IterableEventTests {
  private static let user = #""email":"maria@tarnvelo.example""#
  private static let device =
    #""deviceInfo":{"deviceId":"d1","platform":"iOS","appPackageName":"example.inbox"}"#
  private static let context =
    #""messageContext":{"saveToInbox":true,"silentInbox":false,"location":"inbox"}"#
  private static let campaigns =
    Bench.oneBrand + Bench.campaign("4711") + Bench.campaign("12", "center = \"Offers\"")

  private func post(_ bench: Bench, _ path: String, _ body: String) async throws -> RawClient.Response {
    try await bench.iterable(.app, ["Content-Type: application/json", "SDK-Platform: iOS"])
      .send("POST", "/iterable/api/\(path)", body: body)
  }

  private struct Sent: Sendable {
    var path: String
    var message = "4711"
    var more = ""
    var type: VendorReceipt.Kind
    /// Nil where the vendor records no event.
    var event: String?
    var detail: [String: String] = [:]
  }

  private static let sent = [
    Sent(path: "events/trackInAppDelivery", type: .delivery, event: "inAppDelivery"),
    Sent(
      path: "events/trackInAppOpen", more: #","inboxSessionId":"s1""#, type: .open, event: "inAppOpen",
      detail: ["inboxSessionId": "s1"]),
    Sent(
      path: "events/trackInAppClick", more: #","clickedUrl":"tarnvelo://sale""#, type: .click,
      event: "inAppClick", detail: ["clickedUrl": "tarnvelo://sale"]),
    Sent(
      path: "events/trackInAppClose", more: #","closeAction":"link","clickedUrl":"tarnvelo://sale""#,
      type: .close, event: "inAppClose", detail: ["closeAction": "link", "clickedUrl": "tarnvelo://sale"]),
    Sent(
      path: "events/inAppConsume", more: #","deleteAction":"inbox-swipe""#, type: .delete,
      event: "inAppDelete", detail: ["deleteAction": "inbox-swipe"]),
    Sent(path: "events/inAppConsume", type: .delete, event: nil),
    Sent(
      path: "embedded-messaging/events/received", message: "12", type: .delivery, event: "embeddedReceived"),
    Sent(
      path: "embedded-messaging/events/click", message: "12",
      more: #","buttonIdentifier":"button1","targetUrl":"tarnvelo://shop""#, type: .click,
      event: "embeddedClick", detail: ["buttonIdentifier": "button1", "targetUrl": "tarnvelo://shop"]),
  ]

  @Test(
    "VE-5 VE-13 each event is taken, with its time, its own fields and the raw request",
    arguments: IterableEventTests.sent)
  private func events(sent: Sent) async throws {
    try await Bench.with(Self.campaigns) { bench in
      let body = """
        {\(Self.user),"messageId":"\(sent.message)",\(Self.context),\(Self.device)\(sent.more),"createdAt":1795262395}
        """
      let reply = try await post(bench, sent.path, body)
      #expect(reply.status == 200 && reply.compact == Bench.iterableSuccess)
      let receipts = try await bench.sandbox.receipts().events
      let receipt = try #require(receipts.first)
      #expect(receipts.count == 1)
      #expect(receipt.vendor == .iterable && receipt.type == sent.type && receipt.messageID == sent.message)
      #expect(receipt.identity == "user:maria@tarnvelo.example")
      #expect(receipt.time == "2026-11-21T11:59:55.000Z" && receipt.received == "2026-11-21T12:00:00.000Z")
      #expect(receipt.detail["eventName"] == sent.event.map { .string($0) })
      #expect(receipt.detail["deviceInfo"]?["deviceId"] == .string("d1"))
      for (name, text) in sent.detail { #expect(receipt.detail[name] == .string(text)) }
      #expect(
        receipt.request
          == VendorReceipt.RawRequest(method: "POST", path: "/iterable/api/\(sent.path)", body: body))
    }
  }

  @Test("VE-4 an open marks as read for every device, a consumed message is in no inbox; others keep theirs")
  func marks() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("a") + Bench.campaign("b", "sent = \"-1h\"")) {
      bench in
      for path in ["events/trackInAppDelivery", "events/trackInAppClick", "events/trackInAppClose"] {
        _ = try await post(bench, path, #"{"userId":"maria","messageId":"a"}"#)
      }
      #expect(try await bench.iterableInbox("userId=maria") == ["a", "b"])
      _ = try await post(bench, "events/trackInAppOpen", #"{"userId":"maria","messageId":"a"}"#)
      #expect(try await bench.iterableInbox("userId=maria") == ["a*", "b"])
      _ = try await post(bench, "events/inAppConsume", #"{"userId":"maria","messageId":"b"}"#)
      #expect(try await bench.iterableInbox("userId=maria") == ["a*"])
      #expect(try await bench.iterableInbox("userId=ben") == ["a", "b"])
      // Late events of a message that is gone are taken.
      let late = try await post(bench, "events/trackInAppClose", #"{"userId":"maria","messageId":"b"}"#)
      #expect(late.status == 200)
      // What was withdrawn before it was known to have arrived was there as well.
      _ = try await bench.sandbox.withdraw(campaign: "a")
      let arrived = try await post(bench, "events/trackInAppDelivery", #"{"userId":"ben","messageId":"a"}"#)
      #expect(arrived.status == 200)
      let never = try await post(bench, "events/trackInAppDelivery", #"{"userId":"ben","messageId":"z"}"#)
      #expect(never.status == 400)
    }
  }

  @Test("VE-13 the same event once more is a repeat; another time is another event")
  func repeats() async throws {
    try await Bench.with(Self.campaigns) { bench in
      for second in [1, 1, 2] {
        _ = try await post(
          bench, "events/trackInAppOpen",
          #"{"userId":"maria","messageId":"4711","createdAt":179526239\#(second)}"#)
      }
      #expect(try await bench.sandbox.receipts().events.map(\.count) == [2, 1])
    }
  }

  @Test("VE-10 an inbox session and its impressions: counts and seconds, a display each")
  func inboxSession() async throws {
    try await Bench.with(Self.campaigns) { bench in
      let reply = try await post(
        bench, "events/trackInboxSession",
        """
        {\(Self.user),"createdAt":1795262400,"inboxSessionId":"s1","inboxSessionStart":1795262390000,\
        "inboxSessionEnd":1795262400000,"startTotalMessageCount":2,"endTotalMessageCount":2,\
        "startUnreadMessageCount":2,"endUnreadMessageCount":1,\(Self.device),\
        "impressions":[{"messageId":"4711","silentInbox":false,"displayCount":2,"displayDuration":3.5}]}
        """)
      #expect(reply.compact == Bench.iterableSuccess)
      let events = try await bench.sandbox.receipts().events
      #expect(events.map(\.type) == [.session, .display])
      #expect(events.first?.messageID == nil && events.first?.detail["inboxSessionId"] == .string("s1"))
      #expect(events.first?.detail["impressions"] == nil)
      #expect(
        events.last?.detail == [
          "eventName": .string("inboxMessageImpression"), "inboxSessionId": .string("s1"),
          "displayCount": .integer(2), "displayDuration": .number(3.5), "silentInbox": .bool(false),
        ])
      #expect(events.last?.messageID == "4711" && events.last?.time == "2026-11-21T12:00:00.000Z")
    }
  }

  @Test("TS-5 a key in the address of a request is in no receipt")
  func keyInAddress() async throws {
    try await Bench.with(Self.campaigns) { bench in
      let sent = try await post(
        bench, "events/trackInAppOpen?api_key=sekrit1", #"{\#(Self.user),"messageId":"4711"}"#)
      #expect(sent.status == 200, "\(sent)")
      #expect(
        try await bench.sandbox.receipts().events.map(\.request.path)
          == ["/iterable/api/events/trackInAppOpen?api_key=•••"])
    }
  }

  @Test("VE-13 TS-6 receipts of one long request keep their own parts of it, not all of it each")
  func longSession() async throws {
    try await Bench.with(Self.campaigns) { bench in
      let seen = (1...200).map { #"{"messageId":"m\#($0)","displayCount":1,"displayDuration":2}"# }
      let body = """
        {\(Self.user),"createdAt":1795262400,"inboxSessionId":"s1","inboxSessionStart":1795262390000,\
        "inboxSessionEnd":1795262400000,"startTotalMessageCount":2,"endTotalMessageCount":2,\
        "startUnreadMessageCount":2,"endUnreadMessageCount":1,\(Self.device),"impressions":[\(seen.joined(separator: ","))]}
        """
      _ = try await post(bench, "events/trackInboxSession", body)
      let events = try await bench.sandbox.receipts().events
      #expect(events.first?.request.body == body && events.count == 201)
      let last = try #require(events.last { $0.messageID == "m200" })
      #expect(try JSONValue.parse(Data(last.request.body.utf8))["messageId"]?.text == "m200")
      #expect(events.reduce(0) { $0 + $1.request.body.utf8.count } < 3 * body.utf8.count)
    }
  }

  @Test("VE-10 a session of embedded messages")
  func embeddedSession() async throws {
    try await Bench.with(Self.campaigns) { bench in
      let reply = try await post(
        bench, "embedded-messaging/events/session",
        """
        {\(Self.user),"createdAt":1795262400,"session":{"id":"e1","start":1795262390,"end":1795262400},\
        \(Self.device),"impressions":[{"messageId":"12","placementId":1,"displayCount":1,"displayDuration":2}]}
        """)
      #expect(reply.compact == Bench.iterableSuccess)
      let events = try await bench.sandbox.receipts().events
      #expect(events.map(\.type) == [.session, .display])
      #expect(events.first?.detail["session"]?["id"] == .string("e1"))
      #expect(events.last?.detail["placementId"] == .integer(1))
      #expect(events.last?.detail["eventName"] == .string("embeddedImpression"))
    }
  }

  @Test(
    "VE-13 what an event lacks or has wrong is 400 with the vendor's body, and nothing of it is kept",
    arguments: [
      ("events/trackInAppOpen", "", "BadJsonBody"), ("events/trackInAppOpen", "[1]", "BadJsonBody"),
      ("events/trackInAppOpen", #"{"userId":"maria""#, "BadJsonBody"),
      ("events/trackInAppOpen", #"{"messageId":"4711"}"#, "BadParams"),
      ("events/trackInAppOpen", #"{"userId":"","email":null,"messageId":"4711"}"#, "BadParams"),
      ("events/trackInAppOpen", #"{"userId":"maria","email":"a@b.example","messageId":"4711"}"#, "BadParams"),
      ("events/trackInAppOpen", #"{"email":"maria","messageId":"4711"}"#, "InvalidEmailAddressError"),
      ("events/trackInAppOpen", #"{"userId":7,"messageId":"4711"}"#, "BadParams"),
      ("events/trackInAppOpen", #"{"userId":"maria"}"#, "BadParams"),
      ("events/trackInAppOpen", #"{"userId":"maria","messageId":"unknown"}"#, "BadParams"),
      ("events/trackInAppOpen", #"{"userId":"maria","messageId":"12"}"#, "BadParams"),
      ("events/trackInAppOpen", #"{"userId":"maria","messageId":"4711","createdAt":"now"}"#, "BadParams"),
      ("events/trackInAppOpen", #"{"userId":"maria","messageId":"4711","createdAt":-1}"#, "BadParams"),
      (
        "events/trackInAppOpen", #"{"userId":"maria","messageId":"4711","deviceInfo":{"deviceId":"d"}}"#,
        "BadParams"
      ),
      (
        "events/trackInAppOpen",
        #"{"userId":"maria","messageId":"4711","deviceInfo":{"deviceId":"d","appPackageName":"a","platform":"ios"}}"#,
        "BadParams"
      ),
      ("events/trackInAppClick", #"{"userId":"maria","messageId":"4711","clickedUrl":{}}"#, "BadParams"),
      ("embedded-messaging/events/click", #"{"userId":"maria","messageId":"4711"}"#, "BadParams"),
      ("events/trackInboxSession", #"{"userId":"maria","inboxSessionId":"s"}"#, "BadParams"),
      (
        "events/trackInboxSession",
        #"{"userId":"maria","inboxSessionId":"s","inboxSessionStart":2,"inboxSessionEnd":1}"#, "BadParams"
      ),
      (
        "events/trackInboxSession",
        #"{"userId":"maria","inboxSessionId":"s","inboxSessionStart":1,"inboxSessionEnd":2,"impressions":[{}]}"#,
        "BadParams"
      ),
      ("embedded-messaging/events/session", #"{"userId":"maria"}"#, "BadParams"),
      ("events/track", #"{"userId":"maria"}"#, "BadParams"),
      ("events/track", #"{"userId":"maria","eventName":"bought","dataFields":3}"#, "BadParams"),
    ])
  func malformed(path: String, body: String, code: String) async throws {
    try await Bench.with(Self.campaigns) { bench in
      let reply = try await post(bench, path, body)
      #expect(reply.status == 400)
      #expect(try reply.json["code"] == .string(code), "\(reply.compact)")
      #expect(try reply.json["params"] == .null && reply.json["msg"]?.text?.isEmpty == false)
      let receipts = try await bench.sandbox.receipts()
      #expect(receipts.events.isEmpty && receipts.tracking.isEmpty)
      #expect(try await bench.iterableInbox("userId=maria") == ["4711"])
    }
  }

  @Test("VE-13 a body that is too large is refused in the vendor's form")
  func tooLarge() async throws {
    try await Bench.with(Self.campaigns) { bench in
      let reply = try await post(bench, "events/track", String(repeating: "x", count: (1 << 20) + 1))
      #expect(reply.status == 413)
      #expect(
        reply.compact
          == #"{"code":"BadParams","msg":"The body is larger than a megabyte.","params":null}"#)
    }
  }

  @Test("SB-3 VE-13 a fault's status comes with the vendor's body; a body of its own stays")
  func faults() async throws {
    try await Bench.with(Self.campaigns) { bench in
      for (status, code) in [
        (429, "RateLimitExceeded"), (500, "GenericError"), (401, "InvalidJwtPayload"), (403, "Forbidden"),
      ] {
        await bench.sandbox.setFault(Fault(.messages, status: status, retryAfter: 5))
        let reply = try await bench.iterable().get("/iterable/api/inApp/getMessages?count=1&userId=maria")
        #expect(reply.status == status && reply.head.lowercased().contains("retry-after: 5"))
        #expect(try reply.json["code"] == .string(code))
      }
      await bench.sandbox.setFault(Fault(.engagements, status: 500, after: true))
      let body = #"{"userId":"maria","messageId":"4711"}"#
      #expect(try await post(bench, "events/trackInAppOpen", body).status == 500)
      #expect(try await bench.sandbox.receipts().events.count == 1)
      await bench.sandbox.setFault(Fault(.engagements, status: 502, body: "<html>"))
      #expect(try await post(bench, "events/trackInAppOpen", body).compact == "<html>")
    }
  }
}
