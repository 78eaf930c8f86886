import Foundation
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxCore

/// What an open and a click of a message of App Inbox are to Bloomreach, decided when they happen.
struct BloomreachEventTests {
  private static let noConsent = FrozenEngagement.withheld("the message gives no consent to tracking")

  private func gesture(
    _ kind: EngagementEvent.Kind, content: String = "{}", stamp: MessageStamp? = BloomreachPlay.stamp,
    link: EngagementGesture.Link? = nil
  ) -> EngagementGesture {
    var message = Message.numbered(1)
    message.raw = #"{"id":"m1","content":\#(content)}"#
    return EngagementGesture(
      kind: kind, message: message, stamp: stamp, identity: .user("maria"), session: nil,
      time: .at(0.123_4), link: link)
  }

  private func frozen(_ gesture: EngagementGesture) -> FrozenEngagement {
    BloomreachPlay([]).backEnd().freeze(gesture)
  }

  private static let content = #"""
    {"attributes":{"event_type":"campaign","campaign_id":"c7","action_id":3,"status":"mine","none":null,"utm_term":"a"},
    "url_params":{"utm_source":"xnpe","utm_term":"b","xnpe_cmp":"x","other":"o","utm_medium":5},
    "has_tracking_consent":true}
    """#

  @Test(
    "EN-7 VE-9 an open is frozen whole with the stamped ids and the time of the gesture, and sent as it was")
  func open() async throws {
    let frozen = frozen(gesture(.open, content: Self.content))
    guard case .report(let payload?) = frozen else { Issue.record("\(frozen)"); return }
    let play = BloomreachPlay("")
    let event = BloomreachRequestTests.event(payload)
    #expect(try await play.backEnd().report([event], .at(99)).accepted == [.numbered(1)])
    let body = #"""
      {"customer_ids":{"cookie":"c-0","registered":"maria"},"event_type":"campaign","properties":{"action_id":3,\#
      "action_type":"app inbox","application_id":"default-application","campaign_id":"c7",\#
      "device_id":"c-1","platform":"ios","status":"opened","utm_source":"xnpe","utm_term":"b","xnpe_cmp":"x"},\#
      "timestamp":1800000000.123}
      """#
    #expect(
      play.sent == [
        "POST https://api.exponea.com/track/v2/projects/p-1/customers/events\nAccept: application/json\n"
          + "Content-Type: application/json\nAuthorization: Token pk\n\(body)"
      ])
  }

  private func properties(_ frozen: FrozenEngagement) throws -> [String: JSONValue] {
    guard case .report(let payload?) = frozen, case .object(let members)? = payload["properties"] else {
      Issue.record("\(frozen)")
      return [:]
    }
    return members
  }

  @Test("VE-5 VE-9 a click says which link by which words; the message's own url and cta do not stand in")
  func click() throws {
    let content = #"{"attributes":{"url":"a","cta":"b","platform":"x"},"url_params":[{"utm_source":"u"}]}"#
    let shop = EngagementGesture.Link("https://e.example/s", label: "Shop")
    #expect(
      try properties(frozen(gesture(.click, content: content, link: shop))) == [
        "action_type": .string("app inbox"), "application_id": .string("default-application"),
        "cta": .string("Shop"), "device_id": .string("c-1"), "platform": .string("ios"),
        "status": .string("clicked"), "url": .string("https://e.example/s"),
      ])
    // A button's words stand in where the link is clicked by its address alone.
    var byAddress = gesture(.click, content: content, link: EngagementGesture.Link("https://e.example/b"))
    byAddress.message.actions = [MessageAction(title: "Buy", url: "https://e.example/b")]
    #expect(try properties(frozen(byAddress))["cta"] == .string("Buy"))
    let bare = try properties(frozen(gesture(.click, content: content)))
    #expect(bare["url"] == .string("") && bare["cta"] == .string("") && bare["tracking_forced"] == nil)
  }

  @Test(
    "VE-9 consent is what is missing, true or 1, and nothing else",
    arguments: [
      ("{}", true), (#"{"has_tracking_consent":null}"#, true), (#"{"has_tracking_consent":true}"#, true),
      (#"{"has_tracking_consent":"TRUE"}"#, true), (#"{"has_tracking_consent":"1"}"#, true),
      (#"{"has_tracking_consent":1}"#, true), (#"{"has_tracking_consent":1.0}"#, true),
      (#"{"has_tracking_consent":false}"#, false), (#"{"has_tracking_consent":"false"}"#, false),
      (#"{"has_tracking_consent":0}"#, false), (#"{"has_tracking_consent":"0"}"#, false),
      (#"{"has_tracking_consent":2}"#, false), (#"{"has_tracking_consent":"yes"}"#, false),
      (#"{"has_tracking_consent":""}"#, false), (#"{"has_tracking_consent":[]}"#, false), ("null", true),
    ])
  func consent(content: String, isGiven: Bool) {
    #expect((frozen(gesture(.open, content: content)) != Self.noConsent) == isGiven)
    let link = EngagementGesture.Link("https://e.example")
    #expect((frozen(gesture(.click, content: content, link: link)) != Self.noConsent) == isGiven)
  }

  @Test(
    "VE-9 a link forces its click to be tracked without consent, and never the open",
    arguments: [
      ("https://e.example/?xnpe_force_track=true", true),
      ("https://e.example/?xnpe_force_track=TRUE", true),
      ("https://e.example/?a=b&xnpe_force_track=1#f", true),
      ("shop://sale?xnpe_force_track", true), ("https://e.example/?xnpe_force_track=", false),
      ("https://e.example/?xnpe_force_track=false", false), ("https://e.example/?xnpe_force_track=0", false),
      ("https://e.example/?xnpe_force_track=0&xnpe_force_track=1", false),
      ("https://e.example/#?xnpe_force_track=1", false), ("https://e.example/xnpe_force_track", false),
      ("", false),
    ])
  func forced(url: String, isForced: Bool) throws {
    let refused = #"{"has_tracking_consent":false}"#
    let link = EngagementGesture.Link(url)
    let click = frozen(gesture(.click, content: refused, link: link))
    #expect((click != Self.noConsent) == isForced)
    if isForced { #expect(try properties(click)["tracking_forced"] == .bool(true)) }
    #expect(frozen(gesture(.open, content: refused, link: link)) == Self.noConsent)
    let given = try properties(frozen(gesture(.click, link: link)))
    #expect(given["tracking_forced"] == (isForced ? .bool(true) : nil))
  }

  @Test(
    "VE-6 VE-9 without the ids of its fetch and their cookie nothing is reported; nor is what is not an event"
  )
  func withheld() {
    let reason = FrozenEngagement.withheld("the message was not fetched with the cookie of an installation")
    for stamp in [nil, MessageStamp(""), MessageStamp(#"{"customer_ids":{"registered":"m"}}"#)] {
      #expect(frozen(gesture(.open, stamp: stamp)) == reason)
    }
    #expect(frozen(gesture(.close)) == .withheld("Bloomreach has no close event"))
  }

  @Test("EN-8 VE-9 an event without what was frozen is refused alone")
  func otherVendor() async {
    let error = InboxError.unsupported("Bloomreach has no event for this open.")
    await #expect(throws: error) {
      try await BloomreachPlay([]).backEnd().report([BloomreachRequestTests.event(nil)], .at(0))
    }
  }
}
