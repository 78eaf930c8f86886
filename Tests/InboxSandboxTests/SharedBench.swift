import Foundation
import InboxCore
import InboxTestSupport
import InboxVendors

@testable import InboxSandbox

/// Two sandboxes over one PostgreSQL, as two machines of a team have them.
struct SharedBench: Sendable {
  let server: PostgresServer
  let url: String
  let sandboxes: [Sandbox]

  static let controlToken = "control-token-of-the-team"

  /// - Parameters:
  ///   - clock: Of each sandbox; the machine's without it.
  ///   - prepare: Is done with the database before.
  static func with(
    _ toml: String = Bench.oneBrand, clock: VirtualClock? = nil,
    prepare: (PostgresServer) async throws -> Void = { _ in }, _ body: (SharedBench) async throws -> Void
  ) async throws {
    try await StoreBench.withPostgres { server, url in
      try await prepare(server)
      let file = try CampaignFile.parse(toml, name: "test.toml")
      var sandboxes: [Sandbox] = []
      for _ in 0..<2 { sandboxes.append(try await start(url, file, clock: clock)) }
      do { try await body(SharedBench(server: server, url: url, sandboxes: sandboxes)) } catch {
        for sandbox in sandboxes { await sandbox.stop() }
        throw error
      }
      for sandbox in sandboxes { await sandbox.stop() }
    }
  }

  static func start(_ url: String, _ file: CampaignFile, clock: VirtualClock? = nil) async throws -> Sandbox {
    try await Sandbox.start(
      SandboxOptions(controlToken: ControlToken(controlToken), store: url, clock: clock ?? VirtualClock()),
      campaigns: [file])
  }

  /// The person who runs it, at one of the sandboxes.
  func control(_ index: Int) -> RawClient { client(index, ["Authorization: Bearer \(Self.controlToken)"]) }

  /// An app of the main space.
  func app(_ index: Int, _ identity: String = "user:maria") -> RawClient {
    let endpoint = sandboxes[index].endpoint
    return client(
      index,
      [
        "X-App-Token: \(endpoint.appToken)", "X-Account-Token: \(endpoint.accountToken)",
        "X-Identity: \(identity)",
      ])
  }

  func client(_ index: Int, _ headers: [String]) -> RawClient {
    RawClient(port: URL(string: sandboxes[index].endpoint.httpURL)?.port ?? 0, headers: headers)
  }

  /// The body of an upload of one event.
  static func upload(_ number: Int, at time: Date = Date()) -> String {
    let id = String(format: "00000000-0000-0000-0000-%012d", number)
    let time = WireDate.format(time)
    return """
      {"sent_ts":"\(time)","events":[{"id":"\(id)","type":"display","identity":"user:maria",\
      "message_id":"spring","message_center_name":"Primary","ts":"\(time)"}]}
      """
  }
}
