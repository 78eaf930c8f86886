import InboxDomains
import InboxTestSupport
import InboxTransport
import Testing

/// Against a real name server.
@Suite("UL-9 name servers", .queued)
struct NameServerQueryTests {
  /// Too many for a datagram of 512 bytes.
  private static let many = (1...40)
    .map { "many IN NS a-rather-long-name-of-a-name-server-\($0).example.org." }
    .joined(separator: "\n")

  static let zones = [
    "example": """
    @ IN NS ns
    ns IN A 127.0.0.1
    news IN NS ns1.responsys.net.
    news IN NS NS2.Responsys.NET.
    elsewhere IN NS ns1.else.net.
    half IN NS ns1.responsys.net.
    plain IN A 127.0.0.1
    alias IN CNAME news
    \(many)
    """,
    "own.test": "@ IN NS ns1.responsys.net.\n@ IN NS ns2.responsys.net.",
  ]

  @Test("UL-9 a parent's referral, a zone's own answer and every way of having none are told apart")
  func responses() async throws {
    let server = try await NameServerProcess(zones: Self.zones)
    let query = NameServerQuery(server: .init(address: "127.0.0.1", port: server.port))
    let responsys = NameServerResponse.found(["ns1.responsys.net", "ns2.responsys.net"])
    let expected: [(String, NameServerResponse)] = [
      ("news.example", responsys), ("NEWS.Example.", responsys), ("own.test", responsys),
      ("elsewhere.example", .found(["ns1.else.net"])), ("half.example", .found(["ns1.responsys.net"])),
      ("plain.example", .noRecords), ("alias.example", .noRecords), ("nothing.example", .noSuchName),
      (
        "www.news.example",
        .failed("the name server 127.0.0.1 only names the servers that are authoritative for news.example")
      ),
      ("foreign.org", .failed("the name server 127.0.0.1 responded with REFUSED")),
      ("a..b", .failed("“a..b” cannot be asked for")), ("", .failed("“” cannot be asked for")),
    ]
    for (name, response) in expected {
      #expect(await query.nameServers(of: name) == response, "\(name)")
    }
    await server.stop()
  }

  @Test("UL-9 a response that is too long for a datagram comes over TCP")
  func longResponse() async throws {
    let server = try await NameServerProcess(zones: Self.zones)
    let query = NameServerQuery(server: .init(address: "127.0.0.1", port: server.port))
    guard case .found(let names) = await query.nameServers(of: "many.example") else {
      Issue.record("nothing found")
      return await server.stop()
    }
    #expect(names.count == 32)
    await server.stop()
  }

  @Test("UL-9 many questions may be asked at once")
  func concurrent() async throws {
    let server = try await NameServerProcess(zones: Self.zones)
    let query = NameServerQuery(server: .init(address: "127.0.0.1", port: server.port))
    let responses = await withTaskGroup(of: NameServerResponse.self) { group in
      for index in 0..<24 {
        group.addTask { await query.nameServers(of: index % 2 == 0 ? "half.example" : "nothing.example") }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(responses.filter { $0 == .found(["ns1.responsys.net"]) }.count == 12)
    #expect(responses.filter { $0 == .noSuchName }.count == 12)
    await server.stop()
  }

  @Test("UL-9 no server there means no response")
  func closedPort() async throws {
    let port = try LoopbackPort(.refusingDatagrams)
    let query = NameServerQuery(server: .init(address: "127.0.0.1", port: port.number), seconds: 1, tries: 2)
    #expect(
      await query.nameServers(of: "news.example") == .noResponse("the name server 127.0.0.1 did not respond"))
  }

  @Test("UL-9 a server that is not an address is not asked")
  func noAddress() async {
    let query = NameServerQuery(server: .init(address: "ns.example", port: 53))
    #expect(await query.nameServers(of: "news.example") == .failed("“news.example” cannot be asked for"))
  }
}
