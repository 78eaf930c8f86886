import Foundation
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxCore

/// What Iterable is reported, literally (wires.md §2.3, §2.4).
struct IterableEventTests {
  private static let device =
    #""deviceInfo":{"appPackageName":"com.brand.app","deviceId":"device-1","platform":"iOS"}"#
  private static let user = #""email":"maria@brand.example""#
  private static let session = EngagementEvent.SessionStamp(id: .numbered(9), number: 3)
  private static let inApp = Message(
    id: MessageID("m1"), sent: .at(0), subject: "S", body: "B", center: .primary,
    raw: #"{"messageId":"m1","saveToInbox":true,"trigger":{"type":"never"}}"#)
  private static let embedded = Message(
    id: MessageID("e1"), sent: .at(0), subject: "S", body: "B", center: CenterName("7"),
    raw: #"""
      {"metadata":{"messageId":"e1"},"elements":{"buttons":[
      {"id":"b1","title":"More","action":{"type":"openUrl","data":"https://brand.example/a"}},
      {"id":"b2","title":"Less","action":{"type":"openUrl","data":"https://brand.example/a"}},
      {"id":"b3","title":"Join","action":{"type":"action://join","data":""}}]}}
      """#)

  private static let proof = Message(
    id: MessageID("e2"), sent: .at(0), subject: "S", body: "B", center: CenterName("7"),
    raw: #"{"metadata":{"messageId":"e2","isProof":true}}"#)

  private static func gesture(
    _ kind: EngagementEvent.Kind, _ message: Message = inApp,
    session: EngagementEvent.SessionStamp? = session,
    link: EngagementGesture.Link? = nil, closing: EngagementGesture.Closing? = nil,
    identity: Identity = IterablePlay.maria
  ) -> EngagementGesture {
    EngagementGesture(
      kind: kind, message: message, stamp: nil, identity: identity, session: session, time: .at(0.75),
      link: link, closing: closing)
  }

  private static let link = EngagementGesture.Link("https://brand.example/a", label: "Less")
  private static let context = #""messageContext":{"location":"inbox","saveToInbox":true,"silentInbox":true}"#
  private static let inSession = #""inboxSessionId":"00000000-0000-0000-0000-000000000009""#

  /// Freezes and reports a gesture; returns what was sent.
  private func sent(_ gesture: EngagementGesture) async throws -> WireRequest {
    let play = IterablePlay()
    let backEnd = play.backEnd()
    let event = EngagementEvent(
      id: .numbered(1), kind: gesture.kind, identity: gesture.identity, session: gesture.session,
      message: gesture.message.key, time: gesture.time, payload: try payload(backEnd.freeze(gesture)))
    #expect(try await backEnd.report([event], .at(600)).accepted == [.numbered(1)])
    return try #require(play.requests.first)
  }

  private func payload(_ frozen: FrozenEngagement) throws -> JSONValue? {
    guard case .report(let payload) = frozen else { throw InboxError.cancelled }
    return payload
  }

  @Test(
    "VE-5 VE-10 every gesture is one literal event with the time at which it happened",
    arguments: [
      (
        gesture(.delivery), "events/trackInAppDelivery",
        #"{"createdAt":1800000000,\#(device),\#(user),"messageContext":{"saveToInbox":true,"silentInbox":true},"messageId":"m1"}"#
      ),
      (
        gesture(.open), "events/trackInAppOpen",
        #"{"createdAt":1800000000,\#(device),\#(user),\#(inSession),\#(context),"messageId":"m1"}"#
      ),
      (
        gesture(.open, session: nil), "events/trackInAppOpen",
        #"{"createdAt":1800000000,\#(device),\#(user),\#(context),"messageId":"m1"}"#
      ),
      (
        gesture(.open, identity: .user("4711")), "events/trackInAppOpen",
        #"{"createdAt":1800000000,\#(device),"userId":"4711",\#(inSession),\#(context),"messageId":"m1"}"#
      ),
      (
        gesture(.click, link: link), "events/trackInAppClick",
        #"{"clickedUrl":"https://brand.example/a","createdAt":1800000000,\#(device),\#(user),\#(inSession),\#(context),"messageId":"m1"}"#
      ),
      (
        gesture(.click, link: .init("applewebdata://4F2A-1/promo/x")), "events/trackInAppClick",
        #"{"clickedUrl":"promo/x","createdAt":1800000000,\#(device),\#(user),\#(inSession),\#(context),"messageId":"m1"}"#
      ),
      (
        gesture(.close, closing: .back), "events/trackInAppClose",
        #"{"closeAction":"back","createdAt":1800000000,\#(device),\#(user),\#(inSession),\#(context),"messageId":"m1"}"#
      ),
      (
        gesture(.close, link: link, closing: .link), "events/trackInAppClose",
        #"{"clickedUrl":"https://brand.example/a","closeAction":"link","createdAt":1800000000,\#(device),\#(user),\#(inSession),\#(context),"messageId":"m1"}"#
      ),
      (
        gesture(.delivery, embedded), "embedded-messaging/events/received",
        #"{"createdAt":1800000000,\#(device),\#(user),"messageId":"e1"}"#
      ),
      (
        gesture(.click, embedded, link: link), "embedded-messaging/events/click",
        #"{"buttonIdentifier":"b2","createdAt":1800000000,\#(device),\#(user),"messageId":"e1","targetUrl":"https://brand.example/a"}"#
      ),
      (
        gesture(.click, embedded, link: .init("action://join", label: "Join")),
        "embedded-messaging/events/click",
        #"{"buttonIdentifier":"b3","createdAt":1800000000,\#(device),\#(user),"messageId":"e1","targetUrl":"action://join"}"#
      ),
      (
        gesture(.click, embedded, link: .init("https://brand.example/own")),
        "embedded-messaging/events/click",
        #"{"createdAt":1800000000,\#(device),\#(user),"messageId":"e1","targetUrl":"https://brand.example/own"}"#
      ),
    ])
  func literal(gesture: EngagementGesture, path: String, body: String) async throws {
    let request = try await sent(gesture)
    #expect(request.method == "POST")
    #expect(request.url == "https://api.brand.example/api/\(path)")
    #expect(request.changes)
    #expect(request.about == [gesture.identity])
    #expect(try request.json == JSONValue.parse(Data(body.utf8)))
    #expect(
      request.headers == [
        WireHeader("Accept", "application/json"), WireHeader("Content-Type", "application/json"),
        WireHeader("Api-Key", "key"), WireHeader("SDK-Platform", "iOS"), WireHeader("SDK-Version", "6.5.7"),
        WireHeader("SDK-Request-Processor", "Offline"), WireHeader("Sent-At", "1800000000"),
      ])
  }

  @Test(
    "VE-5 VE-10 a click is the message's own action's unless the words or the address are a button's alone",
    arguments: [
      (EngagementGesture.Link("https://brand.example/a"), nil),
      (EngagementGesture.Link("https://brand.example/a", label: "Spring"), nil),
      (EngagementGesture.Link("https://brand.example/a", label: "Less"), "b2"),
      (EngagementGesture.Link("https://brand.example/b"), "b3"),
      (EngagementGesture.Link("https://brand.example/b", label: "Else"), "b3"),
      (EngagementGesture.Link("https://brand.example/c"), nil),
    ] as [(EngagementGesture.Link, String?)])
  func button(link: EngagementGesture.Link, identifier: String?) async throws {
    var message = Self.embedded
    message.raw = #"""
      {"metadata":{"messageId":"e1"},"elements":{
      "defaultAction":{"type":"openUrl","data":"https://brand.example/a"},"buttons":[
      {"id":"b1","action":{"type":"openUrl","data":"https://brand.example/a"}},
      {"id":"b2","title":"Less","action":{"type":"openUrl","data":"https://brand.example/a"}},
      {"id":"b3","title":"More","action":{"type":"openUrl","data":"https://brand.example/b"}}]}}
      """#
    let body = try await sent(Self.gesture(.click, message, link: link)).json
    #expect(body["buttonIdentifier"]?.text == identifier && body["targetUrl"]?.text == link.url)
  }

  @Test(
    "VE-5 VE-6 what the vendor has no event for is withheld with the reason",
    arguments: [
      (gesture(.open, embedded), "Iterable has no open event for an embedded message"),
      (gesture(.close, embedded), "Iterable has no close event for an embedded message"),
      (gesture(.delivery, proof), "it is a proof, of which Iterable makes no event"),
      (gesture(.click, proof, link: link), "it is a proof, of which Iterable makes no event"),
      (
        gesture(.open, identity: .device("7f3a")),
        "Iterable knows people by e-mail or user id, and no one is signed in"
      ),
    ])
  func withheld(gesture: EngagementGesture, reason: String) {
    #expect(IterablePlay().backEnd().freeze(gesture) == .withheld(reason))
  }

  @Test("VE-4 VE-10 a deletion consumes the message on the server, with what its fetch said of it")
  func consume() async throws {
    let play = IterablePlay()
    let stamp = MessageStamp(#"{"location":"inbox","saveToInbox":true,"silentInbox":false}"#)
    let change = MessageChange(
      id: .numbered(1), kind: .delete, identity: IterablePlay.maria, message: .numbered(1), stamp: stamp,
      time: .at(0), session: .numbered(9))
    #expect(try await play.backEnd().change?([change]) == [.numbered(1)])
    let request = try #require(play.requests.first)
    #expect(request.url == "https://api.brand.example/api/events/inAppConsume")
    let body =
      #"{"createdAt":1800000000,"deleteAction":"delete-button",\#(Self.device),\#(Self.user),\#(Self.inSession),"messageContext":{"location":"inbox","saveToInbox":true,"silentInbox":false},"messageId":"m1"}"#
    #expect(try request.json == JSONValue.parse(Data(body.utf8)))
  }

  @Test("VE-4 VE-8 an embedded message is deleted here alone, and nothing is marked read by a request")
  func noSuchChange() async {
    let play = IterablePlay()
    for (kind, center) in [
      (MessageChange.Kind.delete, CenterName("7")), (.read, .primary), (.unread, .primary),
    ] {
      let change = MessageChange(
        id: .numbered(1), kind: kind, identity: IterablePlay.maria, message: .numbered(1, center: center),
        time: .at(0))
      do {
        _ = try await play.backEnd().change?([change])
        Issue.record("\(kind) in \(center) was taken")
      } catch {
        #expect(RetryPolicy().disposition(of: error) == .drop)
      }
    }
    #expect(play.requests.isEmpty)
  }

  // MARK: Visits

  private static func visit(_ impressions: [InboxVisit.Impression]) -> InboxVisit {
    InboxVisit(
      id: .numbered(9), identity: IterablePlay.maria, start: .at(0.25), end: .at(60.5),
      countsAtStart: [.primary: CenterCounts(total: 3, unread: 2)],
      countsAtEnd: [.primary: CenterCounts(total: 4, unread: 1)], impressions: impressions)
  }

  private static let inboxBody =
    #"{"createdAt":1800000060,\#(device),\#(user),"endTotalMessageCount":4,"endUnreadMessageCount":1,"impressions":[IMPRESSIONS],"inboxSessionEnd":1800000060500,\#(inSession),"inboxSessionStart":1800000000250,"startTotalMessageCount":3,"startUnreadMessageCount":2}"#
  private static let embeddedBody =
    #"{"createdAt":1800000060,\#(device),\#(user),"impressions":[{"displayCount":1,"displayDuration":2,"messageId":"e1","placementId":7}],"session":{"end":1800000060500,"id":"00000000-0000-0000-0000-000000000009","start":1800000000250}}"#

  @Test("VE-10 a visit is an inbox session with its impressions, and one of placements where any were seen")
  func visits() async throws {
    let seen = InboxVisit.Impression(message: Self.inApp, count: 2, seconds: 3.2504)
    let placed = InboxVisit.Impression(message: Self.embedded, count: 1, seconds: 2)
    let counted = Self.inboxBody.replacing(
      "IMPRESSIONS", with: #"{"displayCount":2,"displayDuration":3.25,"messageId":"m1","silentInbox":true}"#)
    let uncounted = Self.inboxBody.replacing("IMPRESSIONS", with: "")
    let inbox = "events/trackInboxSession"
    let session = "embedded-messaging/events/session"
    for (impressions, expected) in [
      ([seen], [(inbox, counted)]), ([], [(inbox, uncounted)]), ([placed], [(session, Self.embeddedBody)]),
      ([seen, placed], [(inbox, counted), (session, Self.embeddedBody)]),
      // Of a proof the vendor makes no event.
      ([placed, .init(message: Self.proof, count: 1, seconds: 2)], [(session, Self.embeddedBody)]),
    ] {
      let play = IterablePlay()
      let make = try #require(play.backEnd().visitEvents)
      let events = make(Self.visit(impressions))
      let tracker = IterableBackEnd.tracker(IterablePlay.settings, over: play.wire, time: play.time)
      let send = try #require(tracker.send)
      for event in events {
        try await send(
          VendorEvent(
            id: .numbered(1), kind: event.kind, identity: IterablePlay.maria, time: .at(60.5),
            body: event.body))
      }
      let urls = expected.map { "https://api.brand.example/api/\($0.0)" }
      #expect(play.requests.map(\.url) == urls)
      let sent = try play.requests.map { try $0.json }
      let bodies = try expected.map { try JSONValue.parse(Data($0.1.utf8)) }
      #expect(sent == bodies)
    }
  }

  @Test(
    "VE-6 VE-10 the visit of no one is not an event, and an event that the vendor does not have is refused alone"
  )
  func noVisit() async throws {
    let play = IterablePlay()
    var visit = Self.visit([])
    visit.identity = .device("7f3a")
    let make = try #require(play.backEnd().visitEvents)
    #expect(make(visit).isEmpty)
    let tracker = IterableBackEnd.tracker(IterablePlay.settings, over: play.wire, time: play.time)
    let send = try #require(tracker.send)
    let event = VendorEvent(
      id: .numbered(1), kind: "trackInAppDance", identity: IterablePlay.maria, time: .at(0),
      body: .object([:]))
    await #expect(throws: InboxError.unsupported("Iterable has no event “trackInAppDance”.")) {
      try await send(event)
    }
    #expect(play.requests.isEmpty)
  }
}
