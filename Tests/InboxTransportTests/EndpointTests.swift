import InboxCore
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

/// URLs that name no place that can be asked.
@Suite("URLs that lead nowhere", .queued)
struct EndpointTests {
  static let places = [
    "127.0.0.1:65536", "127.0.0.1:0", "127.0.0.1:-1", "127.0.0.1:99999999999999999999", "[::1]:65536",
    "[::1]:4294967297", "[::1%25lo]:80", "[fe80::1%lo]", "[]", "[::1", "::1", "", ":80", "localhost:65536",
    "news.example.com:70000", "127.0.0.1:80:80", "127.0.0.1:٣", "a..b", ".", "127.1:65536", "0x7f000001:1",
    "user@127.0.0.1:65536", "127.0.0.1:+80", "127.0.0.1: 80",
  ]

  @Test(
    "MC-15 MC-17 UL-1 UL-5 a URL without a host or a port that there is, is refused before anything is asked",
    arguments: places)
  func refused(place: String) async throws {
    var settings = TransportSettings(origins: ["http://\(place)"], timeout: 1)
    settings.privateAddresses = .allow
    let transport = try Transport(settings)
    let backEnd = transport.responsys
    let sandbox = SandboxCommander(SandboxRequests(base: "http://\(place)"), over: transport.wire)
    for url in ["https://\(place)/rich", "http://\(place)/rich"] {
      await #expect(throws: InboxError.self) {
        _ = try await backEnd.richContent(MessageID("m"), url, .device("d"))
      }
      do {
        _ = try await transport.linkHop.get(.init(url: url, headers: [], timeout: 1))
        Issue.record("\(url) was asked")
      } catch .transport(let reason) {
        #expect(!reason.isEmpty)
      } catch { Issue.record("\(url): \(error)") }
    }
    await #expect(throws: InboxError.invalidURL("http://\(place)\(Endpoint.messages(.primary))")) {
      _ = try await backEnd.fetch(FetchRequest(.primary, .device("d")))
    }
    await #expect(throws: InboxError.invalidURL("http://\(place)\(Endpoint.badge)")) {
      _ = try await backEnd.setBadge(1, .device("d"))
    }
    await #expect(throws: InboxError.invalidURL("http://\(place)\(Endpoint.pushes)")) {
      for try await _ in backEnd.pushes(.device("d")) {}
    }
    await #expect(throws: InboxError.invalidURL("http://\(place)/sandbox/clock")) {
      _ = try await sandbox.send("GET", "/sandbox/clock")
    }
    await transport.close()
  }

  @Test("MC-13 UL-5 the host map holds for every request to the back end, the line of its pushes too")
  func mapped() async throws {
    let push = #"{"type":"badge","badge":3}"# + "\n"
    let server = try ScriptedServer { request in
      let body = request.hasSuffix("messages") ? #"{"messages":[]}"# : push
      return Array(
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }
    let target = HostMap.Target(address: "127.0.0.1", port: server.port)
    let hosts = HostMap([HostMap.Place(host: "mc.brand.invalid", port: 80): target])
    let transport = try Transport(
      TransportSettings(origins: ["http://MC.Brand.invalid"], hosts: hosts, timeout: 20))
    _ = try await transport.responsys.fetch(FetchRequest(.primary, .device("d")))
    var pushes = transport.responsys.pushes(.device("d")).makeAsyncIterator()
    #expect(try await pushes.next() != nil)
    #expect(server.requests.count == 2)
    await transport.close()
  }

  @Test("UL-5 what is asked is what was checked: the host that is named, on the port that is named")
  func asked() async throws {
    let server = try await WireServer { _ in
      .text("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    }
    var settings = TransportSettings()
    settings.privateAddresses = .allow
    let transport = try Transport(settings)
    for (url, path) in [
      ("http://127.0.0.1:\(server.port)", "GET /"),
      ("HTTP://127.0.0.1:\(server.port)/A%20b?c=%2F#d", "GET /A%20b?c=%2F"),
      ("http://LocalHost:\(server.port)/x?", "GET /x?"), ("http://127.0.0.1:0\(server.port)//y", "GET //y"),
    ] {
      _ = try await transport.linkHop.get(.init(url: url, headers: [], timeout: 20))
      #expect(server.requests.last == path)
    }
    await transport.close()
    try await server.stop()
  }
}
