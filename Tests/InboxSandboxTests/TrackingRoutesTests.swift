import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTransport
import Testing

@Suite("Bloomreach's tracking endpoints", .queued)
struct TrackingRoutesTests {
  private static let click = #"""
    {"customer_ids":{"cookie":"c1","registered":"maria"},"timestamp":1700000000.123,
    "url":"https://www.brand.example/?xnpe_cmp=1","properties":{"platform":"ios"},"event_type":"campaign_click"}
    """#
  private static let event =
    #"{"customer_ids":{"cookie":"c1"},"timestamp":1,"properties":{"x":1},"event_type":"session_start"}"#

  private func post(
    _ bench: Bench, _ path: String, _ body: String, authorization: String? = nil, project: String? = nil
  ) async throws -> Int {
    let endpoint = bench.sandbox.endpoint
    let path = "/track/v2/projects/\(project ?? endpoint.project)/\(path)"
    let sent = authorization ?? endpoint.trackingAuthorization
    let client = RawClient(port: bench.port, headers: sent.isEmpty ? [] : ["Authorization: \(sent)"])
    return try await client.send("POST", path, body: body).status
  }

  @Test("UL-11 SB-1 SB-5 a campaign click and a customer event are taken, each once in the receipts")
  func taken() async throws {
    try await Bench.with { bench in
      #expect(try await post(bench, "campaigns/clicks", Self.click) == 200)
      #expect(try await post(bench, "campaigns/clicks", Self.click) == 200)
      #expect(try await post(bench, "customers/events", Self.event) == 200)
      let tracking = try await bench.sandbox.receipts().tracking
      #expect(tracking.map { "\($0.type) \($0.count)" } == ["campaign_click 2", "session_start 1"])
      #expect(tracking.first?.customerIDs == ["cookie": .string("c1"), "registered": .string("maria")])
      #expect(tracking.first?.url == "https://www.brand.example/?xnpe_cmp=1" && tracking.last?.url == nil)
      #expect(tracking.first?.time == "2023-11-14T22:13:20.123Z")
      _ = try await bench.sandbox.reset()
      #expect(try await bench.sandbox.receipts().tracking.isEmpty)
    }
  }

  @Test("UL-11 SB-5 what differs in a property is an event of its own, and what is equal in all is counted")
  func distinct() async throws {
    try await Bench.with { bench in
      for body in [Self.event, Self.event.replacing(#""x":1"#, with: #""x":2"#)] {
        #expect(try await post(bench, "customers/events", body) == 200)
      }
      for price in [1, 2, 2] {
        let event =
          #"{"email":"a@b.example","eventName":"buy","createdAt":1,"dataFields":{"price":\#(price)}}"#
        let reply = try await bench.iterable().send("POST", "/iterable/api/events/track", body: event)
        #expect(reply.status == 200)
      }
      let tracking = try await bench.sandbox.receipts().tracking
      #expect(
        tracking.map { "\($0.type) \($0.count)" } == [
          "session_start 1", "session_start 1", "buy 1", "buy 2",
        ])
    }
  }

  @Test("VE-7 SB-5 no receipt has a token of the sandbox, in whatever form; the vendor's export is whole")
  func masked() async throws {
    try await Bench.with { bench in
      let token = String(bench.sandbox.endpoint.trackingAuthorization.dropFirst("Token ".count))
      let coded = Data("x\(token)y".utf8).base64EncodedString()
      let event = #"""
        {"customer_ids":{"registered":"maria","cookie":"\#(token)"},"timestamp":1,
        "properties":{"\#(token)":1,"a":"\#(token)","b":["\#(coded)"]},"event_type":"buy"}
        """#
      #expect(try await post(bench, "customers/events", event) == 200)
      let place = try bench.sandbox.endpoint.vendor(.bloomreach)
      let (id, secret, project) = try (place["tokenKeyID"], place["tokenSecret"], place["project"])
      let key = "Authorization: Basic \(Data("\(id):\(secret)".utf8).base64EncodedString())"
      let export = try await RawClient(port: bench.port, headers: [key]).send(
        "POST", "/bloomreach/data/v2/projects/\(project)/customers/events",
        body: #"{"customer_ids":{"registered":"maria"},"event_types":["buy"]}"#)
      #expect(export.body.contains(token) && export.body.contains(coded), "\(export.body)")
      let receipts = try await bench.sandbox.receipts().tracking
      #expect(receipts.first?.customerIDs == ["registered": .string("maria"), "cookie": .string("•••")])
      for (method, path) in [("GET", "/sandbox/receipts"), ("POST", "/sandbox/reset?with=receipts")] {
        let shown = try await bench.curl.send(method, path).body
        #expect(shown.contains("•••") && !shown.contains(token) && !shown.contains(coded), "\(shown)")
      }
    }
  }

  @Test("UL-11 SB-1 the name of a scheme has no case, and may stand some blanks before its credential")
  func scheme() async throws {
    try await Bench.with { bench in
      let token = bench.sandbox.endpoint.trackingAuthorization.dropFirst("Token ".count)
      for header in ["token \(token)", "TOKEN  \(token)"] {
        let status = try await post(bench, "campaigns/clicks", Self.click, authorization: header)
        #expect(status == 200)
      }
    }
  }

  @Test("UL-11 SB-1 without the project's authorization nothing is taken")
  func authorization() async throws {
    try await Bench.with { bench in
      let token = bench.sandbox.endpoint.trackingAuthorization.dropFirst("Token ".count)
      for wrong in ["", "Token x", "Bearer \(token)"] {
        let status = try await post(bench, "campaigns/clicks", Self.click, authorization: wrong)
        #expect(status == 401)
      }
      let other = try await post(bench, "campaigns/clicks", Self.click, project: "other")
      #expect(other == 404)
      #expect(try await bench.sandbox.receipts().tracking.isEmpty)
    }
  }

  @Test(
    "UL-11 a body that is not the vendor's is refused and not counted",
    arguments: [
      ("campaigns/clicks", event, 400), ("campaigns/clicks", "{}", 400),
      ("customers/events", "nonsense", 400),
      (
        "campaigns/clicks", click.replacing(#""url":"https://www.brand.example/?xnpe_cmp=1","#, with: ""), 400
      ),
      ("customers/events", "", 400),
    ])
  func bodies(path: String, body: String, status: Int) async throws {
    try await Bench.with { bench in
      let reply = try await post(bench, path, body)
      #expect(reply == status)
      #expect(try await bench.sandbox.receipts().tracking.isEmpty)
    }
  }
}
