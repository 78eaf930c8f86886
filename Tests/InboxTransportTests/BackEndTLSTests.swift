import InboxCore
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

/// A back end that is someone else.
@Suite("A back end's certificate", .queued)
struct BackEndTLSTests {
  private static let host = "news.example.com"

  /// What a fetch from a back end with such a certificate comes to, and how often it was asked.
  private func fetch(
    _ request: TestAuthority.CertificateRequest = .init(), trustsRoot: Bool = true
  ) async throws -> (result: Result<RawResponse, InboxError>, requests: Int) {
    let authority = try await TestAuthority()
    try await authority.makeCertificate("server", request)
    let server = try await TLSServer(
      authority, "server", site: [Endpoint.messages(.primary): TLSServer.response("[]")])
    let transport = try Transport(
      TransportSettings(
        origins: ["https://\(Self.host)"],
        hosts: HostMap([.init(host: Self.host, port: 443): .init(address: "127.0.0.1", port: server.port)]),
        authorities: trustsRoot ? [authority.rootPEM] : []))
    let result: Result<RawResponse, InboxError>
    do throws(InboxError) {
      result = .success(try await transport.responsys.fetch(FetchRequest(.primary, .device("d"))).raw)
    } catch { result = .failure(error) }
    await transport.close()
    await server.stop()
    return (result, server.asked.count)
  }

  @Test("MC-8 a back end whose certificate is for another name, has expired or is no one's is asked nothing")
  func foreign() async throws {
    let good = try await fetch()
    #expect(String(decoding: try good.result.get().body, as: UTF8.self) == "[]" && good.requests == 1)
    let name = try await fetch(.init { $0.names = ["other.example.com"] })
    #expect(Self.reason(name.result) == "its certificate is for another name" && name.requests == 0)
    let others = [
      try await fetch(trustsRoot: false), try await fetch(.init { $0.end = "20210101000000Z" }),
      try await fetch(.init { $0.issuer = .itself }),
    ]
    #expect(others.map { Self.reason($0.result) } == Array(repeating: "no trusted TLS connection", count: 3))
    #expect(others.map(\.requests) == [0, 0, 0])
  }

  /// Why the back end could not be reached; nil where it could.
  private static func reason(_ result: Result<RawResponse, InboxError>) -> String? {
    guard case .failure(.noNetwork(let reason)) = result else { return nil }
    return reason
  }
}
