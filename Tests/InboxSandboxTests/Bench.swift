import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxVendors
import Testing

/// A sandbox on free ports, in memory, with known tokens and a clock that stands still.
struct Bench: Sendable {
  let sandbox: Sandbox
  let time: VirtualClock

  static func with(
    _ toml: String = Bench.oneBrand, folder: String? = nil, maximumBadge: Int = 99,
    address: ListenAddress = .loopback, publicURL: PublicURL? = nil, controlToken: ControlToken? = nil,
    _ body: (Bench) async throws -> Void
  ) async throws {
    // Noon of 2026-11-21, UTC.
    let time = VirtualClock.standing(at: Date(timeIntervalSince1970: 1_795_262_400))
    let options = SandboxOptions(
      address: address, publicURL: publicURL, controlToken: controlToken, folder: folder, clock: time,
      realTime: time,
      maximumBadge: maximumBadge, appToken: "app",
      accountToken: "account")
    let file = try CampaignFile.parse(toml, name: "test.toml")
    let sandbox = try await Sandbox.start(options, campaigns: [file])
    do {
      try await body(Bench(sandbox: sandbox, time: time))
    } catch {
      await sandbox.stop()
      throw error
    }
    await sandbox.stop()
  }

  var port: Int { URL(string: sandbox.endpoint.httpURL)?.port ?? 0 }

  /// A client without tokens.
  var curl: RawClient { RawClient(port: port) }

  /// The sandbox's own operations, as its OpenAPI document has them, with the parameters of their queries.
  func ownOperations() async throws -> [(method: String, path: String, query: [String])] {
    let document = try await curl.get("/sandbox/openapi.json").json
    let paths = try #require(document["paths"]?.members)
    return paths.flatMap { path, item in
      (item.members ?? [:]).filter { $1["security"]?.elements?.contains { $0["control"] != nil } == true }
        .map { method, operation in
          let names = operation["parameters"]?.elements?.filter { $0["in"]?.text == "query" }
            .compactMap { $0["name"]?.text }
          return (method.uppercased(), path, names ?? [])
        }
    }
  }

  /// A client with both tokens and an identity.
  func app(_ identity: String = "user:maria") -> RawClient {
    RawClient(
      port: port, headers: ["X-App-Token: app", "X-Account-Token: account", "X-Identity: \(identity)"])
  }

  /// The ids of a center's messages in the order of the response.
  func ids(_ center: String = "Primary", _ identity: String = "user:maria") async throws -> [String] {
    let reply = try await app(identity).get("/mc/v1/centers/\(center)/messages")
    let list = try JSONValue.parse(Data(reply.body.utf8))["messages"]?.elements ?? []
    return list.compactMap { $0["id"]?.text }
  }

  static let oneBrand = """
    [brand]
    name = "Tarnvelo Cycles"
    domain = "news.tarnvelo.example"
    scheme = "tarnvelo"

    """

  /// A launch-app campaign with more keys.
  static func campaign(_ id: String, _ more: String = "") -> String {
    """

    [[campaign]]
    id = "\(id)"
    kind = "launch-app"
    subject = "Subject of \(id)"
    message = "Text of \(id)"
    \(more)

    """
  }
}
