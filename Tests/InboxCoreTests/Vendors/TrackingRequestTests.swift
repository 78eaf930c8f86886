import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

/// What goes to Bloomreach's tracking, and what its responses say, as values.
struct TrackingRequestTests {
  private static let settings = TrackingSettings(
    base: "https://api.brand.example/", project: "p/1", authorization: "Token key")

  @Test(
    "UL-11 an event is one literal request",
    arguments: [
      (VendorEvent.TrackingKind.campaignClick, "/track/v2/projects/p%2F1/campaigns/clicks"),
      (.sessionStart, "/track/v2/projects/p%2F1/customers/events"),
    ])
  func literal(kind: VendorEvent.TrackingKind, path: String) throws {
    let event = VendorEvent(
      kind, id: .numbered(1), identity: .user("maria"), customerIDs: ["cookie": "c"], at: .at(0.25),
      properties: [:])
    let expected = WireRequest(
      "POST", "https://api.brand.example" + path,
      headers: [
        WireHeader("Accept", "application/json"), WireHeader("Content-Type", "application/json"),
        WireHeader("Authorization", "Token key"),
      ],
      body: Data(
        #"{"customer_ids":{"cookie":"c"},"event_type":"\#(kind.rawValue)","properties":{},"timestamp":1800000000.25}"#
          .utf8), changes: true, about: [.user("maria")])
    #expect(try TrackingWire.request(event, Self.settings) == expected)
    #expect(Self.settings.secrets == ["Token key", "key"])
  }

  @Test("UL-11 VE-3 an event that the vendor does not have is refused alone, and holds up none behind it")
  func unknownKind() throws {
    let event = VendorEvent(
      id: .numbered(1), kind: "campaign_clicj", identity: .user("maria"), time: .at(0), body: .object([:]))
    let error = InboxError.unsupported("Bloomreach has no event “campaign_clicj”.")
    #expect(throws: error) { try TrackingWire.request(event, Self.settings) }
    #expect(RetryPolicy().disposition(of: error) == .drop)
  }

  @Test(
    "UL-11 a refused project is named; a redirect has taken nothing",
    arguments: [
      (401, Self.refused(401)), (403, Self.refused(403)), (404, Self.refused(404)),
      (302, .refused(status: 302, detail: "")),
      (400, .refused(status: 400, detail: "")), (503, .serverBusy(status: 503, retryAfter: nil)),
    ])
  func statuses(status: Int, error: InboxError) throws {
    #expect(throws: error) { try TrackingWire.check(WireResponse(status: status)) }
    try TrackingWire.check(WireResponse(status: 204))
  }

  @Test("UL-11 EN-8 an event that the server says it did not take is refused in its words")
  func refusal() {
    let response = WireResponse(
      status: 200, body: Data(#"{"success":false,"errors":["no such project"]}"#.utf8))
    #expect(throws: InboxError.refused(status: 200, detail: "no such project")) {
      try TrackingWire.check(response)
    }
  }

  @Test(
    "UL-11 VE-9 the account of App Inbox takes campaign clicks too: of a project with its key, of a stream with the token",
    arguments: [
      (
        BloomreachPlay.project, "https://api.exponea.com/track/v2/projects/p-1/", "", "Token pk",
        "https://api.exponea.com project p-1"
      ),
      (
        BloomreachPlay.customerToken, "https://api.brand.example/track/v2/projects/p-1/", "", "Token pk",
        "https://api.brand.example project p-1"
      ),
      (
        BloomreachPlay.stream, "https://api.brand.example/track/u/v1/", "?stream_id=s%201", "Bearer j1",
        "https://api.brand.example stream s 1"
      ),
    ])
  func ofAccount(
    account: BloomreachSettings, place: String, query: String, authorization: String, application: String
  ) async throws {
    let play = BloomreachPlay("", "")
    let tracker = EventTracker.bloomreach(
      CampaignSettings(cookie: "c"), in: account, over: play.wire, credentials: TokenSource { _ in "j1" },
      sleep: { _ in true })
    let send = try #require(tracker.send)
    for kind in [VendorEvent.TrackingKind.campaignClick, .sessionEnd] {
      try await send(
        VendorEvent(
          kind, id: .numbered(1), identity: .user("maria"), customerIDs: ["cookie": "c"], at: .at(0),
          properties: [:]))
    }
    #expect(
      play.requests.map(\.url) == [
        place + "campaigns/clicks" + query, place + "customers/events" + query,
      ])
    #expect(play.requests.allSatisfy { $0.headers.last == WireHeader("Authorization", authorization) })
    #expect(play.requests.allSatisfy { $0.changes && $0.about == [.user("maria")] })
    #expect(tracker.application == application)
    #expect(tracker.isSigned == (account == BloomreachPlay.stream))
  }

  private static func refused(_ status: Int) -> InboxError {
    .credentialsRefused(
      "Bloomreach refuses the project or its authorization (status \(status)). Correct project-token and authorization "
        + "in the profile; campaign events wait until then.")
  }
}
