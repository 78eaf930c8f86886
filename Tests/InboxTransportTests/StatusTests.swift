import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

/// What a status means for what is sent: the same for displays, opens and badges, and for campaign events.
@Suite(.queued)
struct StatusTests {
  private static let event = EngagementEvent(
    id: .numbered(1), kind: .open, identity: .device("d"), session: nil, message: .numbered(1), time: .at(0))
  private static let click = VendorEvent(
    .campaignClick, id: .numbered(2), identity: .device("d"), customerIDs: ["cookie": "c"], at: .at(0),
    url: "https://www.brand.example/?xnpe_cmp=e1", properties: [:])

  private struct Results {
    var report: RetryPolicy.Disposition?
    var click: RetryPolicy.Disposition?
    var badge: InboxError?
    var requests: [String]
  }

  /// What becomes of an open, a click and a badge that are answered with some bytes.
  private func send(respondingWith bytes: String) async throws -> Results {
    let server = try ScriptedServer { _ in Array(bytes.utf8) }
    let base = "http://127.0.0.1:\(server.port)"
    let transport = try Transport(
      TransportSettings(origins: [base]))
    func disposition(_ work: () async throws(InboxError) -> Void) async -> RetryPolicy.Disposition? {
      do throws(InboxError) {
        try await work()
        return nil
      } catch { return RetryPolicy().disposition(of: error) }
    }
    let report = await disposition { () async throws(InboxError) in
      _ = try await transport.responsys.report([Self.event], .at(0))
    }
    let project = TrackingSettings(base: base, project: "p", authorization: "Token t")
    let tracker = EventTracker.bloomreach(CampaignSettings(cookie: "c"), at: project, over: transport.wire)
    let sendTracking = try #require(tracker.send)
    let click = await disposition { () async throws(InboxError) in try await sendTracking(Self.click) }
    var badge: InboxError?
    do { _ = try await transport.responsys.setBadge(3, .device("d")) } catch { badge = error }
    await transport.close()
    return Results(report: report, click: click, badge: badge, requests: server.requests)
  }

  @Test(
    "EN-8 UL-11 a redirect of an event is neither followed nor an acknowledgement: it is sent again",
    arguments: [300, 301, 302, 303, 304, 307, 308])
  func redirects(status: Int) async throws {
    let results = try await send(
      respondingWith:
        "HTTP/1.1 \(status) Elsewhere\r\nLocation: /there\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    #expect(results.report == .retry && results.click == .retry)
    #expect(results.requests.count == 3 && !results.requests.contains { $0.hasSuffix("/there") })
    let what = status == 304 ? "(not modified), which no request asks for" : "redirects"
    #expect(results.badge?.description.contains(what) == true)
    #expect(results.badge?.mayHaveBeenApplied == false)
  }

  @Test(
    "EN-8 408, 429 and every 5xx are sent again, every other 4xx and what no one knows is dropped",
    arguments: [
      (408, RetryPolicy.Disposition.retry), (429, .retry), (500, .retry), (502, .retry), (599, .retry),
      (501, .retry), (505, .retry), (410, .drop), (422, .drop), (460, .drop), (499, .drop), (600, .drop),
      (999, .drop),
    ])
  func table(status: Int, expected: RetryPolicy.Disposition) async throws {
    let results = try await send(
      respondingWith: "HTTP/1.1 \(status) Word\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    #expect(results.report == expected && results.click == expected)
  }

  @Test(
    "BD-7 a response that breaks off is lost: no one knows what the server holds",
    arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 20\r\nConnection: close\r\n\r\n{\"count\":3"])
  func lost(bytes: String) async throws {
    let results = try await send(respondingWith: bytes)
    #expect(results.badge?.mayHaveBeenApplied == true, "\(String(describing: results.badge))")
    #expect(results.report == .retry && results.click == .retry)
  }

  @Test("VE-3 a POST that only fetches has changed nothing, whatever became of its response")
  func fetchedByPost() async throws {
    let server = try ScriptedServer { _ in [] }
    let transport = try Transport(TransportSettings())
    var request = WireRequest("POST", "http://127.0.0.1:\(server.port)/fetch", body: Data("{}".utf8))
    for changes in [false, true] {
      request.changes = changes
      let error = await #expect(throws: InboxError.self) { try await transport.wire.send(request) }
      #expect(error?.mayHaveBeenApplied == changes && error?.code == 5001)
    }
    await transport.close()
  }

  @Test("VE-7 of a secret that a cut would divide nothing is shown, in an error and in a link's trail")
  func dividedSecret() async throws {
    let body = String(repeating: "\n", count: 4_087) + "FIRSTSECRET is not known"
    let server = try ScriptedServer { _ in
      Array("HTTP/1.1 422 No\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)".utf8)
    }
    let base = "http://127.0.0.1:\(server.port)"
    let transport = try Transport(TransportSettings(origins: [base], secrets: ["FIRSTSECRET"]))
    let badge = await #expect(throws: InboxError.self) {
      try await transport.responsys.setBadge(3, .device("d"))
    }
    #expect(badge == .refused(status: 422, detail: SecretMask.replacement))
    let response = try await transport.linkHop.get(.init(url: base, headers: [], timeout: 20))
    #expect(String(decoding: response.body, as: UTF8.self) == body)
    #expect(LinkResolver.text(of: response)?.contains("FIRST") == false)
    await transport.close()
  }

  @Test("BD-7 a badge that never left for the server leaves what is known of it")
  func neverLeft() async throws {
    let port = try LoopbackPort(.refusing)
    let transport = try Transport(TransportSettings(origins: ["http://127.0.0.1:\(port.number)"]))
    let error = await #expect(throws: InboxError.self) {
      try await transport.responsys.setBadge(3, .device("d"))
    }
    #expect(error?.mayHaveBeenApplied == false && error?.code == 5001)
    await transport.close()
  }

  @Test(
    "MC-17 a response of rich content that breaks off may have been all there is: it is lost, not offline")
  func lostRich() async throws {
    let server = try ScriptedServer { _ in
      Array("HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n<p>half".utf8)
    }
    let base = "http://127.0.0.1:\(server.port)"
    for (base, isLost) in [(base, true), ("http://127.0.0.1:1", false)] {
      let transport = try Transport(TransportSettings(origins: [base]))
      let settings = ResponsysSettings(base: base, appToken: "a", accountToken: "b")
      let backEnd = ResponsysBackEnd.backEnd(settings, over: transport.wire)
      do {
        _ = try await backEnd.richContent(MessageID("m1"), base + "/rich", .device("d"))
        Issue.record("it was served")
      } catch {
        if case .responseLost = error { #expect(isLost) } else { #expect(!isLost, "\(error)") }
      }
      await transport.close()
    }
  }
}
