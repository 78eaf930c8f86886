import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxSandbox

/// Every finding has an address (TS-5).
@Suite("Pages", .queued, .timeLimit(.minutes(10)))
struct PageTests {
  private static let time = Date(timeIntervalSince1970: 1_795_262_400)
  private static let id = "00000000-0000-0000-0000-000000000001"

  /// A sandbox with a space, its token, and one event in the space.
  private func with(_ body: (Bench, String) async throws -> Void) async throws {
    let campaign = Bench.campaign("spring").replacing("Subject of spring", with: "<b>Spring</b> & “sale”")
    try await Bench.with(Bench.oneBrand + campaign) { bench in
      let made = try await bench.curl.send("POST", "/sandbox/spaces/one").json
      let app = RawClient(
        port: bench.port,
        headers: [
          "X-App-Token: \(made["appToken"]?.text ?? "")",
          "X-Account-Token: \(made["accountToken"]?.text ?? "")",
          "X-Identity: user:maria",
        ])
      let sent = try await app.send(
        "POST", "/s/one/mc/v1/engagements", body: SharedBench.upload(1, at: Self.time))
      #expect(sent.status == 200, "\(sent.body)")
      try await body(bench, try #require(made["controlToken"]?.text))
    }
  }

  /// As a browser sends what a person has typed as the password.
  private func browser(_ bench: Bench, _ token: String, _ more: [String] = []) -> RawClient {
    let pair = Data("maria:\(token)".utf8).base64EncodedString()
    return RawClient(port: bench.port, headers: ["Authorization: Basic \(pair)"] + more)
  }

  @Test("TS-5 a receipt, a message and a report are pages without a secret, a script or a foreign request")
  func pages() async throws {
    try await with { bench, token in
      for path in ["/s/one/receipts/\(Self.id)", "/s/one/messages/spring", "/s/one/reports/1", "/s/one/"] {
        let page = try await browser(bench, token).get(path)
        #expect(page.status == 200, "\(path): \(page.body)")
        #expect(page.head.contains("default-src 'none'") && page.head.contains("nosniff"))
        #expect(page.body.contains("spring") && page.body.hasPrefix("<!DOCTYPE html>"))
        #expect(!page.body.contains(token) && !page.body.contains("//"))
        #expect(page.body.contains("<script") == (path == "/s/one/"))
      }
      let message = try await browser(bench, token).get("/s/one/messages/spring")
      #expect(message.body.contains("&lt;b&gt;Spring&lt;/b&gt; &amp; “sale”"))
      #expect(message.body.contains(#"<a href="/s/one/receipts/\#(Self.id)">display</a>"#))
      #expect(try await browser(bench, token).get("/s/one/receipts/nothing").status == 404)
      #expect(try await browser(bench, token).get("/s/one/page.css").head.contains("text/css"))
      #expect(try await bench.curl.get("/").status == 200)
    }
  }

  @Test("TS-8 a page asks for the token, and is shown from a ticket but in no other page")
  func access() async throws {
    try await with { bench, token in
      let path = "/s/one/receipts/\(Self.id)"
      let asked = try await bench.curl.get(path)
      #expect(asked.status == 401 && asked.head.contains(#"Basic realm="inbox sandbox""#))
      #expect(try await bench.curl.get("/s/nowhere/receipts/\(Self.id)").body == asked.body)
      let ticket = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]
      #expect(try await browser(bench, token, ticket).get(path).status == 200)
      let embedded = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"]
      #expect(try await browser(bench, token, embedded).get(path).status == 403)
      #expect(try await browser(bench, token, ticket).get("/s/one/sandbox/receipts").status == 403)
      var rebound = bench.curl
      rebound.host = "evil.example"
      #expect(try await rebound.get("/").status == 403)
    }
  }

  @Test("TS-5 what comes in is said on the live page as it comes")
  func live() async throws {
    try await with { bench, _ in
      let made = try await bench.curl.send("POST", "/sandbox/spaces/two").json
      let client = browser(bench, made["controlToken"]?.text ?? "")
      var lines = try client.lines("/s/two/live", beginning: [":", "data: "]).makeAsyncIterator()
      #expect(try await lines.next() == ": still here")
      let app = RawClient(
        port: bench.port,
        headers: [
          "X-App-Token: \(made["appToken"]?.text ?? "")",
          "X-Account-Token: \(made["accountToken"]?.text ?? "")",
        ])
      _ = try await app.send("POST", "/s/two/mc/v1/engagements", body: SharedBench.upload(2, at: Self.time))
      var said = try await lines.next()
      while said?.hasPrefix(":") == true { said = try await lines.next() }
      #expect(said?.contains(#""href":"/s/two/messages/spring","text":"spring""#) == true, "\(said ?? "")")
    }
  }
}
