import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

/// What the vendors' SDKs send from the start of an app to its first look into the inbox, in their order, written from
/// their sources: exponea-ios-sdk `RequestFactory.swift`, exponea-android-sdk `ApiEndPoint.kt`, Iterable swift-sdk
/// `RequestCreator.swift`, Iterable android-sdk `IterableApiClient.java`.
@Suite("The start of an app with a vendor's SDK", .queued)
struct SDKStartTests {
  /// One request, and what the SDK's decoder cannot do without.
  struct Sent: Sendable {
    var method = "POST"
    var path: String
    var body: String?
    /// The member of the answer that the SDK decodes.
    var needs: String
  }

  private static let ids =
    #""customer_ids":{"cookie":"6f1a4c1e-6d3f-4f55-9a3e-7d5c0f7f2b11","registered":"maria"}"#

  private static func event(_ type: String, _ properties: String) -> Sent {
    Sent(
      path: "/track/v2/projects/p1/customers/events",
      body: #"{\#(ids),"event_type":"\#(type)","timestamp":1795262390.25,"properties":{\#(properties)}}"#,
      needs: "success")
  }

  private static let device =
    #""platform":"iOS","os_name":"iOS","os_version":"18.1","sdk":"Exponea iOS SDK","sdk_version":"4.0.1","#
    + #""device_model":"iPhone","device_type":"mobile","application_id":"default-application","device_id":"d1""#

  static let bloomreach = [
    event("installation", device), event("session_start", device),
    Sent(
      path: "/track/v2/projects/p1/customers",
      body: #"{\#(ids),"properties":{"email":"maria@tarnvelo.example"}}"#, needs: "success"),
    Sent(
      path: "/webxp/s/p1/inappmessages?compatibility=3", body: #"{\#(ids),"device":"ios"}"#, needs: "data"),
    Sent(path: "/webxp/s/p1/inappmessages?v=1", body: #"{\#(ids),"device":"android"}"#, needs: "data"),
    Sent(
      method: "GET", path: "/wxstatic/projects/p1/bundle-ios.json?v=2", needs: "in_app_content_blocks"),
    Sent(
      method: "GET", path: "/wxstatic/projects/p1/bundle-android.json?v=2", needs: "in_app_content_blocks"),
    Sent(
      path: "/webxp/s/p1/inappcontentblocks?v=2", body: #"{\#(ids),"content_block_ids":[]}"#,
      needs: "in_app_content_blocks"),
    Sent(method: "GET", path: "/data/v2/projects/p1/consent/categories", needs: "results"),
    Sent(path: "/data/v2/projects/p1/consent/categories", needs: "results"),
    Sent(
      path: "/webxp/projects/p1/appinbox/fetch",
      body: #"{\#(ids),"application_id":"default-application"}"#, needs: "messages"),
    event("session_end", #""duration":62.5,"# + device),
  ]

  private static let iterableDevice =
    #""deviceInfo":{"deviceId":"5C2B","platform":"iOS","appPackageName":"example.tarnvelo"}"#
  private static let app = "platform=iOS&systemVersion=18.1&SDKVersion=6.6.3&packageName=example.tarnvelo"

  static let iterable = [
    Sent(method: "GET", path: "/api/mobile/getRemoteConfiguration?\(app)", needs: "offlineMode"),
    Sent(
      path: "/api/users/registerDeviceToken",
      body: """
        {"email":"maria@tarnvelo.example","createdAt":1795262390,"device":{"token":"0a1b2c","platform":"APNS_SANDBOX",\
        "applicationName":"example.tarnvelo","dataFields":{"deviceId":"5C2B","userInterfaceIdiom":"Phone",\
        "notificationsEnabled":true,"appPackageName":"example.tarnvelo"}}}
        """, needs: "code"),
    Sent(
      method: "GET", path: "/api/inApp/getMessages?count=100&\(app)&email=maria@tarnvelo.example",
      needs: "inAppMessages"),
    Sent(
      method: "GET", path: "/api/embedded-messaging/messages?\(app)&email=maria@tarnvelo.example",
      needs: "placements"),
    Sent(
      path: "/api/events/trackInAppDelivery",
      body: """
        {"email":"maria@tarnvelo.example","messageId":"4711","createdAt":1795262391,\(iterableDevice),\
        "messageContext":{"saveToInbox":true,"silentInbox":false}}
        """, needs: "code"),
    Sent(
      path: "/api/embedded-messaging/events/received",
      body: #"{"email":"maria@tarnvelo.example","messageId":"12","createdAt":1795262391,\#(iterableDevice)}"#,
      needs: "code"),
    Sent(
      path: "/api/events/trackInboxSession",
      body: """
        {"email":"maria@tarnvelo.example","createdAt":1795262399,"inboxSessionId":"A1B2","inboxSessionStart":1795262392000,\
        "inboxSessionEnd":1795262399000,"startTotalMessageCount":1,"startUnreadMessageCount":1,\
        "endTotalMessageCount":1,"endUnreadMessageCount":1,\(iterableDevice),\
        "impressions":[{"messageId":"4711","silentInbox":false,"displayCount":1,"displayDuration":3.25}]}
        """, needs: "code"),
    Sent(
      path: "/api/users/disableDevice",
      body: #"{"email":"maria@tarnvelo.example","token":"0a1b2c","createdAt":1795262400}"#, needs: "code"),
  ]

  private static let campaigns = Bench.campaign("4711") + Bench.campaign("12", "center = \"Offers\"")

  /// Sends all of it, once for each base; over HTTPS with nothing trusted but the sandbox's own authority.
  private func replay(
    _ sent: [Sent], _ headers: [WireHeader], to bases: [String], _ bench: Bench
  ) async throws {
    let endpoint = bench.sandbox.endpoint
    let transport = try Transport(
      TransportSettings(
        origins: [endpoint.httpURL],
        hosts: HostMap(https: endpoint.hosts, to: .init(address: "127.0.0.1", port: endpoint.tlsPort)),
        authorities: [endpoint.caCertificatePEM]))
    for base in bases {
      for sent in sent {
        let request = WireRequest(
          sent.method, base + sent.path, headers: headers, body: sent.body.map { Data($0.utf8) })
        let response = try await transport.wire.send(request)
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(response.status == 200, "\(sent.method) \(base)\(sent.path): \(text)")
        #expect(try JSONValue.parse(response.body)[sent.needs] != nil, "\(sent.path): \(text)")
      }
    }
    await transport.close()
  }

  @Test("VE-9 VE-13 an app with Bloomreach's SDK starts, over HTTP by the path and over HTTPS by the host")
  func bloomreach() async throws {
    try await BloomreachBench.with(Self.campaigns) { bench in
      let endpoint = bench.bench.sandbox.endpoint
      try await replay(
        Self.bloomreach,
        [
          WireHeader("content-type", "application/json"), WireHeader("accept", "application/json"),
          WireHeader("Authorization", "Token key1"),
        ], to: [endpoint.httpURL + "/bloomreach", "https://bloomreach.sandbox.test"], bench.bench)
      let types = try await bench.bench.sandbox.receipts().tracking.map(\.type)
      #expect(Set(types) == ["installation", "session_start", "session_end"])
      // A stream needs no key.
      let consents = try await bench.bench.curl.get("/bloomreach/data/v2/streams/s1/consent/categories")
      #expect(consents.status == 200 && consents.compact == #"{"results":[],"success":true}"#)
    }
  }

  @Test("VE-10 VE-13 an app with Iterable's SDK starts, over HTTP by the path and over HTTPS by the host")
  func iterable() async throws {
    try await Bench.with(Bench.oneBrand + Self.campaigns) { bench in
      let endpoint = bench.sandbox.endpoint
      try await replay(
        Self.iterable,
        [
          WireHeader("Content-Type", "application/json"), WireHeader("SDK-Platform", "iOS"),
          WireHeader("SDK-Version", "6.6.3"), WireHeader("Sent-At", "1795262400"),
          WireHeader("SDK-Request-Processor", "Online"),
          WireHeader("Api-Key", try endpoint.vendor(.iterable)["apiKey"]),
        ], to: [endpoint.httpURL + "/iterable", "https://iterable.sandbox.test"], bench)
      // Each was sent twice, and is one event.
      let events = try await bench.sandbox.receipts().events
      #expect(events.map(\.type) == [.delivery, .delivery, .session, .display])
      #expect(events.allSatisfy { $0.count == 2 })
    }
  }
}
