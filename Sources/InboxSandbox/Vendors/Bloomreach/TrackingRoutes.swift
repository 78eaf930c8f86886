import struct Foundation.Data
import struct Foundation.Date
import HTTPTypes
import Hummingbird
import InboxCore
import InboxVendors

/// Events and customers, of a project and of a stream (vendors.md B.3; wires.md 1.4).
struct TrackingRoutes: Sendable {
  let account: Account
  let access: BloomreachAccess
  let faults: FaultBoard

  /// What a request holds, by the end of its path.
  private enum Command: String, CaseIterable {
    case clicks = "campaigns/clicks"
    case events = "customers/events"
    case customers
    case time = "system/time"
  }

  func add(to routes: RouterGroup<SandboxContext>) {
    for command in [Command.clicks, .events, .customers] {
      routes.post("track/v2/projects/:project/\(command.rawValue)") { request, context in
        try await take(command, request, context) {
          try await access.project(request, context, for: .tracking)
        }
      }
      routes.post("track/u/v1/\(command.rawValue)") { request, context in
        try await take(command, request, context) {
          try await access.stream(request.query("stream_id"), request)
        }
      }
    }
    routes.post("track/v2/projects/:project/batch") { request, context in
      try await faults.respond(.tracking, context: context) { try await batch(request, context) }
    }
    routes.get("track/v2/projects/:project/system/time") { request, context in
      _ = try await access.project(request, context, for: .tracking)
      return Response.json(.object(["success": .bool(true), "time": .number(await time())]))
    }
  }

  private func time() async -> Double { await account.now().timeIntervalSince1970 }

  private func take(
    _ command: Command, _ request: Request, _ context: SandboxContext,
    _ grant: () async throws -> BloomreachAccess.Grant
  ) async throws -> Response {
    let data = try await request.bodyData()
    return try await faults.respond(Self.endpoint(command, data), context: context) {
      let grant = try await grant()
      let raw = VendorReceipt.RawRequest(request, body: data, mask: access.tokens.mask)
      try await take(command, try BloomreachBody(data), grant, raw)
      return .json(.object(["success": .bool(true)]))
    }
  }

  private func take(
    _ command: Command, _ body: BloomreachBody, _ grant: BloomreachAccess.Grant,
    _ raw: VendorReceipt.RawRequest
  ) async throws {
    let ids = try CustomerIDs(body["customer_ids"])
    try access.check(grant, for: ids)
    // A profile is nothing that an inbox shows.
    guard command != .customers else { return _ = try body.object("properties") }
    let event = try BloomreachEvent(body, ids, now: await account.now())
    if command == .clicks {
      guard event.tracked.type == VendorEvent.TrackingKind.campaignClick.rawValue else {
        throw Refusal.body("event_type “\(event.tracked.type)” is no campaign_click.")
      }
      guard event.tracked.url?.isEmpty == false else { throw Refusal.body("A campaign click needs its url.") }
    }
    guard let type = event.inboxReceipt else { return try await account.accept(event.tracked) }
    let messages = try await account.messages(for: .bloomreach, identity: ids.identity)
    try await account.accept(
      VendorReceipt(
        .bloomreach, type, message: event.message(among: messages), by: ids.identity,
        at: event.tracked.time, detail: event.detail, request: raw))
  }

  /// Each command alone, as the vendor answers: what is wrong with one stops no other.
  private func batch(_ request: Request, _ context: SandboxContext) async throws -> Response {
    let grant = try await access.project(request, context, for: .tracking)
    let data = try await request.bodyData()
    guard let commands = try BloomreachBody(data)["commands"]?.elements else {
      throw Refusal.body("commands is no list.")
    }
    let raw = VendorReceipt.RawRequest(request, body: data, mask: access.tokens.mask)
    let start = await time()
    var results: [JSONValue] = []
    for value in commands { results.append(try await result(of: value, grant, raw)) }
    return .json(
      .object([
        "success": .bool(true), "results": .array(results), "start_time": .number(start),
        "end_time": .number(await time()),
      ]))
  }

  private func result(
    of value: JSONValue, _ grant: BloomreachAccess.Grant, _ raw: VendorReceipt.RawRequest
  ) async throws -> JSONValue {
    do {
      guard let name = value["name"]?.text, let command = Command(rawValue: name) else {
        throw Refusal.body("The command is unknown.")
      }
      if command == .time {
        return .object(["success": .bool(true), "time": .number(await time())])
      }
      try await take(command, try BloomreachBody(Data((value["data"] ?? .null).serialized.utf8)), grant, raw)
      return .object(["success": .bool(true)])
    } catch let refusal as Refusal {
      guard let body = refusal.body else { throw refusal }
      return body
    }
  }

  /// What the App Inbox reports fails as other vendors' engagements do.
  private static func endpoint(_ command: Command, _ data: Data) -> FaultEndpoint {
    guard command == .events, let value = try? JSONValue.parse(data),
      BloomreachEvent.inboxReceipt(
        value["event_type"]?.text, value["properties"]) != nil
    else { return .tracking }
    return .engagements
  }
}
