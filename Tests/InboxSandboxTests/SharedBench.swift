import Foundation
import InboxModel
import InboxTestSupport
import InboxVendors
import Synchronization

@testable import InboxSandbox

/// Two sandboxes over one PostgreSQL, as two machines of a team have them.
struct SharedBench: Sendable {
  let server: PostgresServer
  let url: String
  let sandboxes: [Sandbox]
  let reports: Reports

  /// What the sandboxes say to who runs them.
  final class Reports: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  static let controlToken = "control-token-of-the-team"

  /// - Parameters:
  ///   - clock: Of each sandbox; the machine's without it.
  ///   - hasOwnServer: Whether the test may end the server.
  ///   - prepare: Is done with the database before.
  static func with(
    _ toml: String = Bench.oneBrand, clock: VirtualClock? = nil, hasOwnServer: Bool = false,
    prepare: (PostgresServer, _ url: String) async throws -> Void = { _, _ in },
    _ body: (SharedBench) async throws -> Void
  ) async throws {
    try await StoreBench.withPostgres(isOwn: hasOwnServer) { server, url in
      try await prepare(server, url)
      let file = try CampaignFile.parse(toml, name: "test.toml")
      let reports = Reports()
      var sandboxes: [Sandbox] = []
      for _ in 0..<2 { sandboxes.append(try await start(url, file, clock: clock, reports: reports)) }
      do {
        try await body(SharedBench(server: server, url: url, sandboxes: sandboxes, reports: reports))
      } catch {
        for sandbox in sandboxes { await sandbox.stop() }
        throw error
      }
      for sandbox in sandboxes { await sandbox.stop() }
    }
  }

  static func start(
    _ url: String, _ file: CampaignFile, clock: VirtualClock? = nil, reports: Reports = Reports(),
    controlToken: String = controlToken
  ) async throws -> Sandbox {
    var options = SandboxOptions(
      controlToken: ControlToken(controlToken), store: url, clock: clock ?? VirtualClock())
    options.report = { reports.add($0) }
    return try await Sandbox.start(options, campaigns: [file])
  }

  /// Runs statements in the database, as someone else would.
  func run(_ sql: String) async throws { try await server.run(sql, in: url) }

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
  static func upload(_ number: Int, at time: Date = Date()) -> String { upload([number], at: time) }

  static func upload(_ numbers: [Int], at time: Date = Date()) -> String {
    let time = WireDate.format(time)
    let events = numbers.map { number in
      let id = String(format: "00000000-0000-0000-0000-%012d", number)
      return """
        {"id":"\(id)","type":"display","identity":"user:maria",\
        "message_id":"spring","message_center_name":"Primary","ts":"\(time)"}
        """
    }
    return #"{"sent_ts":"\#(time)","events":[\#(events.joined(separator: ","))]}"#
  }
}
