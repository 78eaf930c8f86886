import Foundation
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxSandbox

@Suite("GET /mc/v1/rich/{id}")
struct RichRoutesTests {
  private static let brand = Brand(name: "Tarnvelo", domain: "news.tarnvelo.example", scheme: "tarnvelo")
  private static let campaign = Campaign(
    id: "guide", kind: .openRichMessage, subject: "Guide", message: "Text",
    rich: .servedOnce(html: "<p>{{link:x}}</p>"), brand: brand,
    links: [LinkRow(name: "x", url: "https://www.tarnvelo.example/")])

  @Test("MC-17 content is served once for each identity; afterwards 410 says when")
  func once() async throws {
    try await Bench.with { bench in
      _ = try await bench.sandbox.launch(Self.campaign)
      let list = try await bench.app().get("/mc/v1/centers/Primary/messages")
      let url = try #require(
        try JSONValue.parse(Data(list.body.utf8))["messages"]?.elements?.first?["richmessage_url"]?.text)
      #expect(URLText.decode(url) == "\(bench.sandbox.endpoint.httpURL)/mc/v1/rich/guide")

      let first = try await bench.app().get("/mc/v1/rich/guide")
      #expect(first.status == 200)
      #expect(first.head.lowercased().contains("content-type: text/html; charset=utf-8"))
      #expect(first.body.hasPrefix("<p>https://news.tarnvelo.example/pub/acc?_ri_="))
      bench.time.advance(by: .seconds(60))
      let second = try await bench.app().get("/mc/v1/rich/guide")
      #expect(second.status == 410)
      #expect(second.compact == #"{"error":"served","served_ts":"2026-11-21T12:00:00.000Z"}"#)
      #expect(try await bench.app("user:ben").get("/mc/v1/rich/guide").status == 200)

      let receipts = try await bench.sandbox.receipts()
      #expect(receipts.rich.map(\.asked) == [1, 2])
      #expect(receipts.rich.map(\.served) == [1, 1])
      #expect(receipts.rich.map(\.identity) == ["user:ben", "user:maria"])
    }
  }

  @Test("MC-20 MC-17 of two messages with one id in two centers each is served once, under its own address")
  func twoCenters() async throws {
    try await Bench.with { bench in
      var other = Self.campaign
      other.center = CenterName("Offers")
      other.rich = .servedOnce(html: "<p>Offers</p>")
      for campaign in [Self.campaign, other] {
        #expect(try await bench.sandbox.launch(campaign).id == MessageID("guide"))
      }
      var bodies: [String] = []
      for center in ["Primary", "Offers"] {
        let list = try await bench.app().get("/mc/v1/centers/\(center)/messages").json
        let field = try #require(list["messages"]?.elements?.first?["richmessage_url"]?.text)
        let path = String(URLText.decode(field).dropFirst(bench.sandbox.endpoint.httpURL.count))
        let first = try await bench.app().get(path)
        #expect(first.status == 200, "\(path)")
        bodies.append(first.compact)
        #expect(try await bench.app().get(path).status == 410)
      }
      #expect(bodies[0].hasPrefix("<p>https://") && bodies[1] == "<p>Offers</p>")
      let receipts = try await bench.sandbox.receipts()
      #expect(receipts.rich.map(\.asked) == [4] && receipts.rich.map(\.served) == [2])
    }
  }

  @Test("MC-20 MC-17 the address that an earlier version has given leads to the message of that id")
  func formerAddress() async throws {
    try await Bench.with { bench in
      var bens = Self.campaign
      bens.audience = [.only(.user("ben"))]
      var other = Self.campaign
      other.center = CenterName("Offers")
      other.rich = .servedOnce(html: "<p>Offers</p>")
      for campaign in [bens, other] { _ = try await bench.sandbox.launch(campaign) }
      #expect(try await bench.app().get("/mc/v1/rich/guide").compact == "<p>Offers</p>")
      #expect(try await bench.app().get("/mc/v1/rich/guide%40Offers").status == 410)
      #expect(try await bench.app("user:ben").get("/mc/v1/rich/guide").body.hasPrefix("<p>https://"))
    }
  }

  @Test("MC-17 content of no one, of another audience or behind a bad token is not served")
  func refused() async throws {
    try await Bench.with { bench in
      var campaign = Self.campaign
      campaign.audience = [.only(.user("maria"))]
      _ = try await bench.sandbox.launch(campaign)
      #expect(try await bench.app("user:ben").get("/mc/v1/rich/guide").status == 404)
      #expect(try await bench.app().get("/mc/v1/rich/nothing").status == 404)
      #expect(try await bench.curl.get("/mc/v1/rich/guide").status == 400)
      #expect(try await bench.sandbox.receipts().rich.isEmpty)
    }
  }
}
