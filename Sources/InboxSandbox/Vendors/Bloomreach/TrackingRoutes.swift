import struct Foundation.Data
import struct Foundation.Date
import HTTPTypes
import Hummingbird
import InboxCore
import InboxVendors

/// Events and customers, of a project and of a stream (vendors.md B.3; wires.md 1.4).
struct TrackingRoutes: Sendable {
  let calls: BloomreachCalls
  private var account: Account { calls.account }
  private var access: BloomreachAccess { calls.access }

  /// What a request holds, by the end of its path.
  private enum Command: String {
    case clicks = "campaigns/clicks"
    case events = "customers/events"
    case customers
    case time = "system/time"
  }

  private typealias Row = (command: Command, summary: String, body: APISchema)

  private static let event = APISchema.object([
    "customer_ids!": BloomreachCalls.ids, "event_type!": .filledText, "timestamp?": .number,
    "properties?": .map(.any), "url?": .text,
  ])
  private static let rows: [Row] = [
    (.events, "Takes an event", event), (.clicks, "Takes a campaign click", event),
    (
      .customers, "Takes the properties of a customer",
      .object(["customer_ids!": BloomreachCalls.ids, "properties?": .map(.any)])
    ),
  ]
  private static let keys: [[APIAccess]] = [[.bloomreachKey], [.bloomreachPrivateKey]]

  var all: [APIRoute] {
    Self.rows.flatMap { command, summary, body in
      [
        ("/track/v2/projects/{project}/", [APIOperation.Parameter](), Self.keys),
        ("/track/u/v1/", [.init(name: "stream_id", isRequired: true)], [[], [.customerToken]]),
      ].map { place, query, ways in
        calls.route(
          APIOperation(
            .post, place + command.rawValue, summary, query: query, body: .json(body),
            returns: BloomreachCalls.success), ways
        ) { request, context in
          try await take(command, request, context)
        }
      }
    } + [batch, systemTime]
  }

  private var batch: APIRoute {
    let operation = APIOperation(
      .post, "/track/v2/projects/{project}/batch", "Takes several commands, each for itself",
      body: .json(.object(["commands!": .list(.any)])),
      returns: .json(
        .object([
          "success!": .flag, "results!": .list(.object(["success!": .flag])), "start_time!": .number,
          "end_time!": .number,
        ])))
    return calls.route(operation, Self.keys) { request, context in
      try await calls.faults.respond(.tracking, context: context) { try await batch(request, context) }
    }
  }

  private var systemTime: APIRoute {
    let operation = APIOperation(
      .get, "/track/v2/projects/{project}/system/time", "The time in seconds",
      returns: .json(.object(["success!": .flag, "time!": .number])))
    return calls.route(operation, Self.keys) { request, context in
      _ = try await access.grant(request, context, for: .tracking)
      return .json(.object(["success": .bool(true), "time": .number(await time())]))
    }
  }

  private func time() async -> Double { await account.now().timeIntervalSince1970 }

  private func take(
    _ command: Command, _ request: Request, _ context: SandboxContext
  ) async throws -> Response {
    let data = try await request.bodyData()
    return try await calls.faults.respond(Self.endpoint(command, data), context: context) {
      let grant = try await access.grant(request, context, for: .tracking)
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
        throw Refusal.body("event_type “\(event.tracked.type)” is not a campaign_click.")
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
    let grant = try await access.grant(request, context, for: .tracking)
    let data = try await request.bodyData()
    guard let commands = try BloomreachBody(data)["commands"]?.elements else {
      throw Refusal.body("commands is not a list.")
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
