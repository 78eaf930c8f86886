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
