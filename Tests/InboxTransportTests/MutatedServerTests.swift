import Foundation
import InboxTestSupport
import InboxTransport
import Synchronization
import Testing

/// A server whose every response was changed by chance, against every client: whatever comes, each has an outcome.
///
/// `INBOX_HTTP_CASES=100000 swift test --filter MutatedServer` goes on for longer; `INBOX_HTTP_SEED` begins where a run
/// ended that broke something.
@Suite("A mutated server", .queued(limit: .seconds(4 * 3_600)))
struct MutatedServerTests {
  private static func variable(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  /// Plays the same to everyone who asks, another with each case.
  private final class Cases: Sendable {
    private let current = Mutex<(seed: UInt64, stays: Bool)>((0, false))

    func begin(_ seed: UInt64, stays: Bool) { current.withLock { $0 = (seed, stays) } }

    func play(_ request: String) -> WirePlay {
      let (seed, stays) = current.withLock { $0 }
      return MutatedHTTP(seed: seed).play(request, mayStay: stays)
    }
  }

  @Test("MC-15 MC-16 no client ends, hangs or says nothing, whatever a server sends")
  func everyClient() async throws {
    let first = Self.variable("INBOX_HTTP_SEED") ?? UInt64.random(in: 0...0xFFFF_FFFF)
    let count = Self.variable("INBOX_HTTP_CASES") ?? 12
    print("mutated HTTP: INBOX_HTTP_SEED=\(first) INBOX_HTTP_CASES=\(count)")
    let authority = try await TestAuthority()
    try await authority.makeCertificate("server")
    let cases = Cases()
    let plain = try await WireServer { cases.play($0) }
    let secure = try await WireServer(certificate: (authority, "server")) { cases.play($0) }
    // What is not a TLS at all where TLS is spoken.
    let broken = try await WireServer(waits: false) { cases.play($0) }
    let clients = try EveryClient(port: plain.port, tls: (secure.port, authority), seconds: 1)
    let others = try EveryClient(port: plain.port, tls: (broken.port, authority), seconds: 1)
    let probe = try TLSProbe(
      hosts: others.transport.settings.hosts, authorities: [authority.rootPEM], timeLimit: .seconds(1))
    for number in 0..<count {
      cases.begin(first &+ number, stays: number % 12 == 11)
      let silent = await withTaskGroup(of: String?.self) { group in
        for kind in EveryClient.Kind.allCases {
          group.addTask { await clients.ask(kind).isEmpty ? kind.rawValue : nil }
        }
        group.addTask { await others.ask(.hostedRich).isEmpty ? "no TLS" : nil }
        // It shakes hands four times, and waits for each goodbye.
        guard number.isMultiple(of: 6) else {
          return await group.reduce(into: [String]()) { $0 += $1.map { [$0] } ?? [] }
        }
        group.addTask {
          if case .success = await probe.facts(EveryClient.host, 443) { "the TLS probe" } else { nil }
        }
        return await group.reduce(into: [String]()) { $0 += $1.map { [$0] } ?? [] }
      }
      #expect(silent.isEmpty, "INBOX_HTTP_SEED=\(first &+ number)")
    }
    await clients.transport.close()
    await others.transport.close()
    for server in [plain, secure, broken] { try await server.stop() }
  }
}
