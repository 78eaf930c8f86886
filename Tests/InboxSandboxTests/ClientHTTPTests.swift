import InboxTestSupport
import Testing

@testable import InboxSandbox

/// What a client's version and first line mean for its response.
@Suite("Clients of other versions of HTTP", .queued)
struct ClientHTTPTests {
  @Test(
    "SB-1 a client of HTTP/1.0 gets an open response without chunks, and each response ends its connection")
  func old() async throws {
    try await Bench.with { bench in
      var client = bench.app()
      (client.version, client.connection) = ("HTTP/1.0", "keep-alive")
      // It reads until the sandbox closes.
      #expect(try await client.get("/sandbox").status == 200)
      var lines = try client.lines("/mc/v1/pushes", beginning: [""]).makeAsyncIterator()
      var head: [String] = []
      while let line = try await lines.next(), !line.isEmpty { head.append(line.lowercased()) }
      #expect(head.first == "http/1.0 200 ok" && !head.contains { $0.hasPrefix("transfer-encoding") })
      #expect(try await lines.next()?.hasPrefix("{") == true)
    }
  }

  @Test("SB-1 of HTTP/1.0 no body is invited, and that of HTTP/1.1 is", arguments: ["1.0", "1.1"])
  func invitation(version: String) async throws {
    try await Bench.with { bench in
      let head = "POST /sandbox/clock HTTP/\(version)\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
      let text = try await bench.curl.exchange(
        head + "Expect: 100-continue\r\nContent-Length: 4\r\n\r\nstop")
      #expect(text.contains("100 Continue") == (version == "1.1") && text.contains(" 200 OK"), "\(text)")
    }
  }

  @Test(
    "SB-1 a request that cannot be read gets a sentence",
    arguments: [
      ("GET /caf\u{E9} HTTP/1.1", "400 Bad Request", "a byte that must be percent-encoded"),
      ("GET sandbox HTTP/1.1", "400 Bad Request", "its address does not begin with “/”"),
      ("GET /sandbox HTTP/1.2", "400 Bad Request", "does not end in HTTP/1.1 or HTTP/1.0"),
      ("PRI * HTTP/2.0", "505 HTTP Version Not Supported", "The sandbox speaks only HTTP/1.1"),
    ])
  func unreadable(line: String, status: String, words: String) async throws {
    try await Bench.with { bench in
      let text = try await bench.curl.exchange("\(line)\r\n\r\nSM\r\n\r\n")
      #expect(text.hasPrefix("HTTP/1.1 \(status)\r\n") && text.contains(words), "\(text)")
    }
  }
}
