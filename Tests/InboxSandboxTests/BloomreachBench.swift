import Foundation
import InboxModel
import InboxSandbox

/// Bloomreach's stand-in with known tokens, asked as an app would ask it.
struct BloomreachBench {
  /// A customer token of maria until 13:00, signed elsewhere: HS256, key `k1`, secret 0123456789abcdef twice.
  static let maria =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImsxIn0.eyJzdWIiOnsicmVnaXN0ZXJlZCI6Im1hcmlhIn0sImV4cCI6MTc5NTI2"
    + "NjAwMH0.itM1Hv0nfCu0TOBR8ouc8HzGW4Q-X2HsTNqh7-U6Up8"

  let bench: Bench
  var port: Int { bench.port }

  /// A sandbox whose folder has the tokens of an earlier version and some of Bloomreach's.
  static func with(_ campaigns: String = "", _ body: (BloomreachBench) async throws -> Void) async throws {
    let folder = NSTemporaryDirectory() + "inbox-bloomreach-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let tokens = """
      {"app":"a","account":"b","project":"p1","tracking":"key1","stream":"s1","customerTokenKeyID":"k1",
      "customerTokenSecret":"0123456789abcdef0123456789abcdef"}
      """
    try Data(tokens.utf8).write(to: URL(fileURLWithPath: folder + "/tokens.json"))
    do {
      try await Bench.with(Bench.oneBrand + campaigns, folder: folder) {
        try await body(BloomreachBench(bench: $0))
      }
    } catch {
      try FileManager.default.removeItem(atPath: folder)
      throw error
    }
    try FileManager.default.removeItem(atPath: folder)
  }

  func post(
    _ path: String, _ body: String, authorization: String? = "Token key1"
  ) async throws -> RawClient.Response {
    let headers = ["content-type: application/json", "accept: application/json"]
    let client = RawClient(
      port: port, headers: headers + (authorization.map { ["authorization: \($0)"] } ?? []))
    return try await client.send("POST", path, body: body)
  }

  /// The response to a fetch of maria's list, or of another customer's.
  func fetch(
    _ more: String = "", customer: String = "maria", base: String = "/bloomreach"
  ) async throws -> RawClient.Response {
    try await post(
      base + "/webxp/projects/p1/appinbox/fetch",
      #"{"customer_ids":{"cookie":"c1","registered":"\#(customer)"},"application_id":"default-application"\#(more)}"#
    )
  }

  /// The ids of a response and the token for the next one.
  func list(_ response: RawClient.Response) throws -> (ids: [String], token: String) {
    let value = try JSONValue.parse(Data(response.body.utf8))
    return (
      value["messages"]?.elements?.compactMap { $0["id"]?.text } ?? [], value["sync_token"]?.text ?? ""
    )
  }

  /// The ids of a list that is fetched, and the token for the next one.
  func listed(
    _ more: String = "", customer: String = "maria", base: String = "/bloomreach"
  ) async throws -> (ids: [String], token: String) {
    try list(try await fetch(more, customer: customer, base: base))
  }

  func launch(_ toml: String) async throws {
    _ = try await bench.curl.send("POST", "/sandbox/campaigns", body: Bench.oneBrand + toml)
  }
}
