import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxSandbox

/// Every finding has an address (TS-5).
@Suite("Pages", .queued)
struct PageTests {
  @Test("TS-5 a receipt, a message and a report are pages without a secret, a script or a foreign request")
  func pages() async throws {
    try await PageBench.with { pages in
      for path in [
        "/s/one/receipts/\(PageBench.id)", "/s/one/messages/spring", "/s/one/reports/1", "/s/one/",
      ] {
        let page = try await pages.browser().get(path)
        #expect(page.status == 200, "\(path): \(page.body)")
        #expect(page.head.contains("default-src 'none'") && page.head.contains("nosniff"))
        #expect(page.body.contains("spring") && page.body.hasPrefix("<!DOCTYPE html>"))
        #expect(!page.body.contains(pages.token) && !page.body.contains("//"))
        #expect(page.body.contains("<script") == (path == "/s/one/"))
        #expect(!page.body.contains("src=") && !page.body.contains("rel=\"stylesheet\""))
      }
      let message = try await pages.browser().get("/s/one/messages/spring")
      #expect(message.body.contains("&lt;b&gt;Spring&lt;/b&gt; &amp; “sale”"))
      #expect(message.body.contains(#"<a href="/s/one/receipts/\#(PageBench.id)">display</a>"#))
      #expect(try await pages.browser().get("/s/one/receipts/nothing").status == 404)
      #expect(try await pages.bench.curl.get("/").status == 200)
    }
  }

  @Test("TS-5 TS-2 HEAD is answered as GET without a body, and a query may follow the name of a space")
  func head() async throws {
    try await PageBench.with { pages in
      func length(_ response: RawClient.Response) -> Substring? {
        response.head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
      }
      for (path, status) in [
        ("/s/one/receipts/\(PageBench.id)", 200), ("/s/one/messages/spring", 200), ("/s/one/reports/1", 200),
        ("/s/one/", 200), ("/s/one", 200), ("/s/one?x=1/2", 200), ("/s/one/?x=1", 200),
        ("/s/one/receipts/nothing", 404), ("/s/one/sandbox/receipts?x=1", 400),
        ("/s/one/sandbox/faults", 200),
      ] {
        let head = try await pages.browser().send("HEAD", path)
        #expect(head.status == status && head.body.isEmpty, "\(path): \(head)")
        let page = try await pages.browser().get(path)
        #expect(page.status == status && !page.body.isEmpty && length(page) == length(head), "\(path)")
      }
      #expect(try await pages.bench.curl.send("HEAD", "/s/one?x=1").status == 401)
      #expect(try await pages.browser().get("/s/two?x=1").status == 401)
      #expect(try await pages.browser().get("/s/one?file=1").head.contains("attachment"))
      // Nothing follows what comes in on behalf of a request that shows nothing of it.
      #expect(try await pages.browser().send("HEAD", "/s/one/live").status == 200)
      let name = try #require(SpaceName("one"))
      let account = try #require(await pages.bench.sandbox.spaces.open[name]).account
      try await until { await account.watchers.isEmpty }
    }
  }

  @Test("TS-5 SB-1 HEAD of each of the sandbox's own addresses has the status of its GET, and no body")
  func heads() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("a")) { bench in
      let operations = try await bench.ownOperations()
      try #require(!operations.isEmpty)
      #expect(operations.count { $0.method == "HEAD" } == operations.count { $0.method == "GET" })
      for operation in operations where operation.method == "GET" && operation.path != "/live" {
        let path = operation.path.replacing("{id}", with: "a")
        let (head, whole) = try await (bench.curl.send("HEAD", path), bench.curl.get(path))
        #expect(head.status == whole.status && head.body.isEmpty && !whole.body.isEmpty, "\(path): \(head)")
      }
      // What a vendor serves may count, or be used up.
      #expect(try await bench.app().send("HEAD", "/mc/v1/centers/Primary/messages").status == 404)
    }
  }

  @Test("TS-5 FE-9 a visible sign stands on every page for what turns text around, hides or moves a cursor")
  func visible() async throws {
    try await PageBench.with { pages in
      try await pages.display(2, message: #"sp\u202e\u001b<ring"#)
      let shown = "sp‹U+202E›␛&lt;ring"
      for path in ["/s/one/", "/s/one/reports/1", "/s/one/messages/sp%E2%80%AE%1B%3Cring"] {
        let page = try await pages.browser().get(path)
        #expect(page.status == 200 && page.body.contains(shown), "\(path): \(page.body)")
        #expect(!page.body.unicodeScalars.contains { "\u{202E}\u{1B}".unicodeScalars.contains($0) })
      }
      let path = "/s/one/live?newest=1"
      var lines = try pages.browser().lines(path, beginning: ["data: "]).makeAsyncIterator()
      var line = try await lines.next()
      while line?.contains("‹U+202E›␛<ring") == false { line = try await lines.next() }
      #expect(line?.contains(#"\u202e"#) == false)
    }
    var page = HTMLPage(title: "a\u{2066}b")
    page.paragraph("one\r\ntwo\u{7}")
    #expect(page.document().contains("<h1>a‹U+2066›b</h1>") && page.body == "<p>one\ntwo␇</p>\n")
  }

  @Test("TS-5 VE-7 the page of a receipt has no token that an app has sent in a field")
  func masked() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("spring")) { bench in
      let token = try bench.sandbox.endpoint.vendor(.iterable)["serverKey"]
      let body =
        #"{"userId":"\#(token)","messageId":"spring","clickedUrl":"https://x.example/?t=\#(token)"}"#
      let sent = try await bench.iterable().send("POST", "/iterable/api/events/trackInAppClick", body: body)
      #expect(sent.status == 200, "\(sent.body)")
      let first = try await bench.curl.get("/").body
      #expect(!first.contains(token))
      #expect(try await !bench.curl.get("/sandbox/receipts").body.contains(token))
      let link = first.firstRange(of: "\">click</a>").map { first[..<$0.lowerBound] } ?? ""
      let page = try await bench.curl.get(String(link.split(separator: "\"").last ?? ""))
      #expect(page.status == 200 && page.body.contains("https://x.example/?t=•••"), "\(page.body)")
      #expect(!page.body.contains(token))
    }
  }

  @Test("TS-8 a page asks for the token, and is shown from a ticket but in no other page")
  func access() async throws {
    try await PageBench.with { pages in
      let path = "/s/one/receipts/\(PageBench.id)"
      let asked = try await pages.bench.curl.get(path)
      #expect(asked.status == 401 && asked.head.contains(#"Basic realm="inbox sandbox""#))
      #expect(try await pages.bench.curl.get("/s/nowhere/receipts/\(PageBench.id)").body == asked.body)
      let ticket = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]
      #expect(try await pages.browser(ticket).get(path).status == 200)
      let embedded = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"]
      #expect(try await pages.browser(embedded).get(path).status == 403)
      #expect(try await pages.browser(ticket).get("/s/one/sandbox/receipts").status == 403)
      var rebound = pages.bench.curl
      rebound.host = "evil.example"
      #expect(try await rebound.get("/").status == 403)
    }
  }

  @Test(
    "TS-5 what comes in is reported on the live page as it comes, and after a lost connection what came meanwhile"
  )
  func live() async throws {
    try await PageBench.with { pages in
      let marks = [":", "id: ", "data: "]
      var lines = try pages.browser().lines("/s/one/live", beginning: marks).makeAsyncIterator()
      #expect(try await lines.next() == ": still here")
      try await pages.display(2)
      var line = try await lines.next()
      while line?.hasPrefix(":") == true { line = try await lines.next() }
      let last = try #require(line?.dropFirst("id: ".count))
      line = try await lines.next()
      #expect(line?.contains(#""href":"/s/one/messages/spring","text":"spring""#) == true, "\(line ?? "")")
      try await pages.display(3)
      for place in ["Last-Event-ID: \(last)", ""] {
        let path = "/s/one/live" + (place.isEmpty ? "?newest=1" : "")
        var lines = try pages.browser(place.isEmpty ? [] : [place]).lines(path, beginning: marks)
          .makeAsyncIterator()
        var numbers: [String] = []
        while numbers.count < 4, let line = try await lines.next() {
          if line.hasPrefix("data: ") { numbers.append(line) }
        }
        #expect(numbers.last?.contains("000000000003") == true && numbers.contains { $0.contains("open") })
      }
    }
  }

  @Test("TS-5 SB-1 a browser that leaves the live page is forgotten, though nothing comes in")
  func left() async throws {
    try await PageBench.with { pages in
      func watching() async -> Int { await pages.bench.sandbox.account.watchers.count }
      do {
        let events = try pages.bench.curl.lines("/live", beginning: [":"])
        for try await _ in events { break }
        #expect(await watching() == 1)
      }
      try await until { await watching() == 0 }
    }
  }

  /// The data of the next event.
  private static func row(
    _ lines: inout some AsyncIteratorProtocol<String, any Error>,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> String {
    _ = try await lines.next(isolation: isolation)
    return try await lines.next(isolation: isolation) ?? ""
  }

  @Test("TS-5 the live page goes by the order of arrival, whatever clock a tester sets, and reports repeats")
  func order() async throws {
    try await PageBench.with { pages in
      let marks = ["id: ", "data: "]
      var lines = try pages.browser().lines("/s/one/live?newest=1", beginning: marks).makeAsyncIterator()
      let first = [try await Self.row(&lines), try await Self.row(&lines)]
      #expect(first.contains { $0.contains("000000000001") } && first.contains { $0.contains("open") })
      let owner = RawClient(port: pages.bench.port, headers: ["Authorization: Bearer \(pages.token)"])
      #expect(
        try await owner.send("POST", "/s/one/sandbox/clock", body: "2026-01-01T00:00:00Z").status == 200)
      try await pages.display(2)
      #expect(try await Self.row(&lines).contains("000000000002"))
      try await pages.display(1)
      let again = try await Self.row(&lines)
      #expect(again.contains("000000000001") && again.contains("2 ×"), "\(again)")
      let page = try await pages.browser().get("/s/one/").body
      let places = ["000000000002", "000000000001"].map {
        page.firstRange(of: "receipts/00000000-0000-0000-0000-" + $0)
      }
      #expect(try #require(places[0]).lowerBound < #require(places[1]).lowerBound)
    }
  }

  @Test("TS-5 events of one vendor that a tester's clock put into the future hide none of another one")
  func future() async throws {
    try await PageBench.with { pages in
      let owner = RawClient(port: pages.bench.port, headers: ["Authorization: Bearer \(pages.token)"])
      #expect(try await owner.send("POST", "/s/one/sandbox/clock", body: "+2d").status == 200)
      for number in 100..<310 { try await pages.display(number) }
      #expect(try await owner.send("POST", "/s/one/sandbox/clock", body: "reset").status == 200)
      let page = try await pages.browser().get("/s/one/").body
      #expect(page.contains("000000000309") && page.contains(">open</a>"))
    }
  }

  @Test("TS-5 TS-6 what is no longer kept is said to be gone, on the page of a receipt and of a generation")
  func gone() async throws {
    try await PageBench.with { pages in
      let set = try await pages.bench.curl.send("PATCH", "/sandbox/spaces/one", body: #"{"limit":10}"#)
      #expect(set.status == 200)
      for number in 2...12 { try await pages.display(number) }
      let receipt = try await pages.browser().get("/s/one/receipts/\(PageBench.id)")
      #expect(receipt.status == 410)
      #expect(
        receipt.body.contains(
          "The receipt “\(PageBench.id)” is no longer kept. Receipts are kept for 30 days, and at most 10 of each kind"
        ), "\(receipt.body)")
      #expect(
        try await pages.browser().get("/s/one/reports/1").body.contains(
          "<p>No longer kept: 2 (displays and opens).</p>"))
      let owner = RawClient(port: pages.bench.port, headers: ["Authorization: Bearer \(pages.token)"])
      _ = try await owner.send("POST", "/s/one/sandbox/reset")
      #expect(
        try await pages.browser().get("/s/one/reports/2").body.contains(
          "Nothing has been received in it yet."))
      #expect(try await pages.app.send("PUT", "/s/one/mc/v1/badge", body: #"{"count":3}"#).status == 200)
      let counted = try await pages.browser().get("/s/one/reports/2").body
      #expect(counted.contains("<dt>Badges that apps set</dt><dd>1</dd>"), "\(counted)")
      #expect(!counted.contains("Nothing has been received"))
      _ = try await owner.send("POST", "/s/one/sandbox/reset")
      let words = "There are no receipts of it: nothing was received in it, or it is no longer kept."
      #expect(try await pages.browser().get("/s/one/reports/2").body.contains(words))
    }
  }

  @Test("TS-5 the same page as a file: its links lead to the sandbox, and it says where it is from")
  func file() async throws {
    try await PageBench.with { pages in
      let base = "http://127.0.0.1:\(pages.bench.port)/s/one"
      let file = try await pages.browser().get("/s/one/receipts/\(PageBench.id)?file=1")
      #expect(
        file.head.contains(
          "attachment; filename=\"receipts-00000000-0000-0000-0000-000000000001.html\""), "\(file.head)")
      #expect(file.body.contains("href=\"\(base)/messages/spring\""))
      #expect(file.body.contains("\(base)/receipts/\(PageBench.id), saved 20"))
      #expect(!file.body.contains(pages.token))
      let first = try await pages.browser().get("/s/one/?file=1")
      #expect(first.status == 200 && !first.body.contains("<script"))
    }
  }

  @Test("TS-5 a message that was withdrawn keeps its page, which says when, also where it has no receipts")
  func withdrawn() async throws {
    try await PageBench.with { pages in
      let owner = RawClient(port: pages.bench.port, headers: ["Authorization: Bearer \(pages.token)"])
      for id in ["spring", PageBench.long] {
        #expect(try await owner.send("POST", "/s/one/sandbox/campaigns/\(id)/withdraw").status == 200)
        let page = try await pages.browser().get("/s/one/messages/\(id)")
        #expect(page.status == 200 && page.body.contains("<dt>Withdrawn</dt>"), "\(page.body)")
        #expect(page.body.contains("<dt>Center</dt>") && page.body.contains("<dt>Text</dt>"))
      }
      #expect(try await owner.send("POST", "/s/one/sandbox/campaigns/spring/launch").status == 200)
      // The page stays that of this message alone.
      for id in ["spring", "spring-2"] {
        let page = try await pages.browser().get("/s/one/messages/\(id)").body
        #expect(page.split(separator: "<dt>Sent</dt>").count == 2, "\(page)")
      }
    }
  }
}
