import Foundation
import InboxTestSupport
import Testing

@testable import InboxSandbox

/// Literal requests and responses from the vendor's SDKs and documentation (wires.md 1).
@Suite("Bloomreach's App Inbox", .queued)
struct AppInboxRoutesTests {
  private static let push =
    Bench.campaign(
      "push",
      """
      deeplink = "tarnvelo://sale"
      icon = "https://cdn.tarnvelo.example/a.png"
      expires = "+1h"
      [campaign.custom]
      tier = "gold"
      [[campaign.action]]
      title = "See it"
      kind = "browser"
      url = "https://www.tarnvelo.example/sale"
      [[campaign.action]]
      title = "Later"
      [campaign.bloomreach]
      consent = false
      consent-category = "ads"
      silent = true
      """
    ).replacing("launch-app", with: "open-url")
  private static let page =
    Bench.campaign("page", #"rich = { html = "<a data-link='https://a.example/'>A</a>" }"#)
    .replacing("launch-app", with: "open-rich-message")

  @Test("VE-9 VE-13 a push has every key of the wire, actions and consent among them")
  func push() async throws {
    try await BloomreachBench.with(Self.push) { bench in
      let response = try await bench.fetch()
      let token = try bench.list(response).token
      #expect(
        response.status == 200
          && response.compact == """
            {"messages":[{"content":{"action":"deeplink","actions":[{"action":"browser","title":"See it",\
            "url":"https://www.tarnvelo.example/sale"},{"action":"app","title":"Later"}],"attributes":{"action_id":1,\
            "action_type":"app inbox","campaign_id":"push","campaign_name":"Subject of push","event_type":"campaign",\
            "sent_timestamp":1795262400,"tier":"gold"},"consent_category_tracking":"ads",\
            "has_tracking_consent":false,"image":"https://cdn.tarnvelo.example/a.png","message":"Text of push",\
            "silent":true,"source":"xnpe_platform","title":"Subject of push","url":"tarnvelo://sale",\
            "url_params":{"utm_campaign":"push","utm_content":"push","utm_medium":"app_inbox",\
            "utm_source":"bloomreach","utm_term":"Primary","xnpe_cmp":"e7ee66e5bda593ea9099ca729133db00"}},\
            "create_time":1795262400,"expire_time":1795266000,"id":"push","is_read":false,"type":"push"}],\
            "success":true,"sync_token":"\(token)"}
            """
      )
      let fetches = try await bench.bench.sandbox.receipts().fetches
      #expect(
        fetches.map { "\($0.vendor) \($0.center) \($0.identity)" } == ["bloomreach App Inbox user:maria"])
    }
  }

  @Test("VE-9 VE-13 rich content is an html message: its body in message, its text in pre_header")
  func html() async throws {
    try await BloomreachBench.with(Self.page) { bench in
      let response = try await bench.fetch()
      let token = try bench.list(response).token
      #expect(
        response.compact == """
          {"messages":[{"content":{"attributes":{"action_id":1,"action_type":"app inbox","campaign_id":"page",\
          "campaign_name":"Subject of page","event_type":"campaign","sent_timestamp":1795262400},\
          "consent_category_tracking":null,"message":"<a data-link='https://a.example/'>A</a>",\
          "pre_header":"Text of page","title":"Subject of page","url_params":{"utm_campaign":"page",\
          "utm_content":"page","utm_medium":"app_inbox","utm_source":"bloomreach","utm_term":"Primary",\
          "xnpe_cmp":"74b666ed20cddb2044de250d6beb5a7b"}},"create_time":1795262400,"id":"page",\
          "is_read":false,"type":"html"}],"success":true,"sync_token":"\(token)"}
          """)
    }
  }

  @Test("VE-9 an increment holds what was added or changed, never removes, and its token goes on")
  func increments() async throws {
    try await BloomreachBench.with(Bench.campaign("a") + Bench.campaign("b", "expires = \"+1h\"")) { bench in
      let whole = try await bench.listed()
      #expect(whole.ids == ["b", "a"])
      let nothing = try await bench.listed(#","sync_token":"\#(whole.token)""#)
      #expect(nothing.ids == [] && nothing.token == whole.token)
      try await bench.launch(Bench.campaign("c"))
      let added = try await bench.listed(#","sync_token":"\#(whole.token)""#)
      #expect(added.ids == ["c"] && added.token != whole.token)
      // Another device of the customer reads one.
      let mark = try await bench.post(
        "/bloomreach/webxp/projects/p1/appinbox/markasread",
        #"{"customer_ids":{"cookie":"c2","registered":"maria"},"message_ids":["a"],"sync_token":"\#(whole.token)"}"#
      )
      #expect(mark.status == 200 && mark.compact == #"{"success":true}"#)
      let changed = try await bench.fetch(#","sync_token":"\#(added.token)""#)
      #expect(try bench.list(changed).ids == ["a"] && changed.body.contains(#""is_read":true"#))
      // Withdrawn and expired messages are no news; a list without a token lacks them.
      _ = try await bench.bench.sandbox.withdraw(campaign: "c")
      _ = try await bench.bench.curl.send("POST", "/sandbox/clock", body: "+1h")
      let token = try bench.list(changed).token
      let later = try await bench.listed(#","sync_token":"\#(token)""#)
      #expect(later.ids == [] && later.token == token)
      #expect(try await bench.listed().ids == ["a"])
      // No one else's list has changed.
      let other = try await bench.fetch(customer: "ben")
      #expect(!other.body.contains(#""is_read":true"#))
    }
  }

  @Test("VE-9 a token of another customer, application or generation is gone, and so is any other text")
  func gone() async throws {
    try await BloomreachBench.with(Bench.campaign("a")) { bench in
      let token = try await bench.listed().token
      let more = #","sync_token":"\#(token)""#
      let gone = #"{"errors":["The sync_token is not valid any more."],"success":false}"#
      for response in [
        try await bench.fetch(more, customer: "ben"), try await bench.fetch(#","sync_token":"x""#),
        try await bench.post(
          "/bloomreach/webxp/projects/p1/appinbox/fetch",
          #"{"customer_ids":{"registered":"maria"},"application_id":"other"\#(more)}"#),
      ] {
        #expect(response.status == 410 && response.compact == gone)
      }
      #expect(try await bench.fetch(more).status == 200)
      _ = try await bench.bench.sandbox.reset()
      #expect(try await bench.fetch(more).status == 410)
      #expect(try await bench.listed().ids == ["a"])
    }
  }

  @Test(
    "VE-9 VE-13 a body that the vendor refuses is refused in its words",
    arguments: [
      ("fetch", "", "Invalid JSON"), ("fetch", "[]", "Invalid JSON"), ("fetch", "{", "Invalid JSON"),
      ("fetch", "{}", "At least one id should be specified."),
      ("fetch", #"{"customer_ids":{}}"#, "At least one id should be specified."),
      ("fetch", #"{"customer_ids":["maria"]}"#, "At least one id should be specified."),
      ("fetch", #"{"customer_ids":{"registered":""}}"#, "At least one valid id should be specified"),
      (
        "fetch", #"{"customer_ids":{"registered":5}}"#,
        "customer_ids: registered is a number, not a text."
      ),
      ("fetch", #"{"customer_ids":{"cookie":"c1"}}"#, "The App Inbox needs a hard id in customer_ids."),
      (
        "fetch", #"{"customer_ids":{"registered":"maria"},"application_id":"Shop"}"#,
        "application_id “Shop” does not match ^[a-z0-9]+(?:[-.][a-z0-9]+)*$"
      ),
      (
        "fetch", #"{"customer_ids":{"registered":"maria"},"application_id":"a--b"}"#,
        "application_id “a--b” does not match ^[a-z0-9]+(?:[-.][a-z0-9]+)*$"
      ),
      (
        "fetch", #"{"customer_ids":{"registered":"maria"},"sync_token":7}"#,
        "sync_token is a number, no text"
      ),
      (
        "markasread", #"{"customer_ids":{"registered":"maria"},"sync_token":"x"}"#,
        "message_ids is required"
      ),
      (
        "markasread", #"{"customer_ids":{"registered":"maria"},"message_ids":["a"]}"#,
        "sync_token is required"
      ),
      (
        "markasread", #"{"customer_ids":{"registered":"maria"},"message_ids":["a"],"sync_token":"x"}"#,
        "The sync_token is not of this customer."
      ),
    ])
  func bodies(path: String, body: String, error: String) async throws {
    try await BloomreachBench.with(Bench.campaign("a")) { bench in
      let response = try await bench.post("/bloomreach/webxp/projects/p1/appinbox/\(path)", body)
      #expect(response.status == 400 && response.compact == #"{"errors":["\#(error)"],"success":false}"#)
      #expect(try await bench.bench.sandbox.receipts().events.isEmpty)
    }
  }

  @Test("VE-9 an application id has at most 50 characters")
  func longApplication() async throws {
    try await BloomreachBench.with { bench in
      for (count, status) in [(50, 200), (51, 400)] {
        let response = try await bench.post(
          "/bloomreach/webxp/projects/p1/appinbox/fetch",
          #"{"customer_ids":{"registered":"maria"},"application_id":"\#(String(repeating: "a", count: count))"}"#
        )
        #expect(response.status == status)
      }
    }
  }

  @Test("VE-13 a read is a receipt for each message that there is, with the raw request")
  func read() async throws {
    try await BloomreachBench.with(Bench.campaign("a") + Bench.campaign("b")) { bench in
      let token = try await bench.listed().token
      let body =
        #"{"customer_ids":{"registered":"maria"},"message_ids":["b","a","gone"],"sync_token":"\#(token)"}"#
      let path = "/bloomreach/webxp/projects/p1/appinbox/markasread"
      for _ in 1...2 { #expect(try await bench.post(path, body).status == 200) }
      let events = try await bench.bench.sandbox.receipts(ReceiptFilter(type: "read")).events
      #expect(
        events.map { "\($0.vendor) \($0.type) \($0.messageID ?? "") \($0.identity) \($0.count)" } == [
          "bloomreach read a user:maria 2", "bloomreach read b user:maria 2",
        ])
      #expect(events.first?.time == nil && events.first?.received == "2026-11-21T12:00:00.000Z")
      #expect(events.first?.request == VendorReceipt.RawRequest(method: "POST", path: path, body: body))
    }
  }

  @Test("SB-3 VE-13 a fault of the messages hits the fetch, one of the engagements the mark")
  func faults() async throws {
    try await BloomreachBench.with(Bench.campaign("a")) { bench in
      let token = try await bench.listed().token
      await bench.bench.sandbox.setFault(Fault(.messages, status: 410, times: 1))
      #expect(try await bench.fetch().status == 410)
      #expect(try await bench.fetch().status == 200)
      await bench.bench.sandbox.setFault(Fault(.engagements, status: 503, after: true))
      let mark = try await bench.post(
        "/bloomreach/webxp/projects/p1/appinbox/markasread",
        #"{"customer_ids":{"registered":"maria"},"message_ids":["a"],"sync_token":"\#(token)"}"#)
      #expect(mark.status == 503)
      #expect(try await bench.bench.sandbox.receipts().events.map(\.type) == [.read])
    }
  }
}
