import struct Foundation.Date
import Hummingbird
import InboxModel

/// Events and customers, of a project and of a stream (vendors.md B.3; wires.md 1.4).
struct TrackingRoutes: Sendable {
  let calls: BloomreachCalls
  private var account: Account { calls.account }

  /// The content of a request, by the end of its path.
  private enum Command: String {
    case events = "customers/events"
    case clicks = "campaigns/clicks"
    case customers
    case time = "system/time"

    var schema: APISchema {
      switch self {
      case .customers: TrackingRoutes.profile
      case .clicks: BloomreachEvent.click
      case .events, .time: BloomreachEvent.schema
      }
    }

    /// Events of the App Inbox use the fault endpoint that engagements of other vendors use.
    func endpoint(_ body: JSONValue) -> FaultEndpoint {
      self == .events && BloomreachEvent.inboxReceipt(body) != nil ? .engagements : .tracking
    }
  }

  private static let rows: [(command: Command, summary: String)] = [
    (.events, "Accepts an event"), (.clicks, "Accepts a campaign click"),
    (.customers, "Accepts the properties of a customer"),
  ]
  private static let profile: APISchema = ["customer_ids!": BloomreachCalls.ids, "properties?": .map(.any)]
  private static let keys: [[APIAccess]] = [[.bloomreachKey], [.bloomreachPrivateKey]]

  var all: [APIRoute] {
    Self.rows.flatMap { command, summary in
      [
        ("/track/v2/projects/{project}/", [APIOperation.Parameter](), Self.keys),
        ("/track/u/v1/", [.init("stream_id", isRequired: true)], [[], [.customerToken]]),
      ].map { place, query, credentials in
        calls.route(
          place + command.rawValue, summary, query: query, command.schema, credentials,
          faults: command.endpoint
        ) { post in
          var taken: Taken = ([], [])
          try await add(command, post, to: &taken)
          try await account.accept(taken.receipts, taken.events)
          return BloomreachCalls.taken
        }
      }
    } + [batch, systemTime]
  }

  /// The most commands in a batch (Engagement API, “Batch commands”).
  private static let mostCommands = 50
  private static let commands: APISchema = ["commands!": .list(.any, atLeast: 1)]

  private var batch: APIRoute {
    let judged: APISchema = ["success!": .flag, "command_id?": .any]
    let results: APISchema = [
      "success!": .flag, "results!": .list(judged), "start_time!": .number, "end_time!": .number,
    ]
    return calls.route(
      "/track/v2/projects/{project}/batch", "Accepts several commands, each by itself",
      Self.commands, returns: .json(results), Self.keys
    ) { post in
      try Self.commands.check(post.body)
      let list = post.body["commands"]?.elements ?? []
      guard list.count <= Self.mostCommands else {
        throw Refusal.body("A batch has at most \(Self.mostCommands) commands.")
      }
      let start = time
      var (results, taken): ([JSONValue], Taken) = ([], ([], []))
      for command in list {
        let raw = post.raw.part(command, mask: calls.world.tokens.mask)
        var result = try await result(of: command, post, raw, &taken).members ?? [:]
        result["command_id"] = command["command_id"]
        results.append(.object(result))
      }
      try await account.accept(taken.receipts, taken.events)
      return .members(["success": true, "results": results, "start_time": start, "end_time": time])
    }
  }

  private var systemTime: APIRoute {
    calls.route(
      "/track/v2/projects/{project}/system/time", "The time in seconds", method: .get,
      returns: .json(["success!": .flag, "time!": .number]), Self.keys
    ) { _ in now }
  }

  private var time: Double { account.clock.date.timeIntervalSince1970 }

  private var now: JSONValue { .members(["success": true, "time": time]) }

  /// What the commands of a request leave in the receipts.
  private typealias Taken = (receipts: [VendorReceipt], events: [TrackedEvent])

  /// The most bytes of a name and its kind; an index of PostgreSQL takes few more.
  private static let longestName = 2_000 + "device:".utf8.count

  private func add(_ command: Command, _ post: BloomreachCalls.Post, to taken: inout Taken) async throws {
    let ids = try post.customer(command.schema)
    // An inbox shows nothing of a profile.
    guard command != .customers else { return }
    let event = try BloomreachEvent(post.body, ids)
    guard let type = BloomreachEvent.inboxReceipt(post.body) else {
      taken.events.append(event.tracked)
      return
    }
    let message =
      if let number = event.messageNumber {
        try await account.message(number: number, for: .bloomreach, identity: ids.identity)
      } else { VendorMessage?.none }
    // Without a timestamp it happened now.
    let receipt = VendorReceipt(
      .bloomreach, type, message: message?.id ?? event.messageName, by: ids.identity,
      at: event.tracked.time ?? account.clock.date, detail: event.detail, request: post.raw)
    // In a store it would undo the other commands.
    guard [receipt.messageID ?? "", receipt.identity].allSatisfy({ $0.utf8.count <= Self.longestName }) else {
      throw Refusal.longName
    }
    taken.receipts.append(receipt)
  }

  /// Judges a command alone, as the vendor responds: an error in one stops no other.
  private func result(
    of value: JSONValue, _ post: BloomreachCalls.Post, _ raw: VendorReceipt.RawRequest, _ taken: inout Taken
  ) async throws -> JSONValue {
    do {
      guard let name = value["name"]?.text, let command = Command(rawValue: name) else {
        throw Refusal.body("The command is unknown.")
      }
      if command == .time { return now }
      guard let data = value["data"], data.members != nil else { throw Refusal.invalidJSON }
      try await add(command, .init(body: data, token: post.token, raw: raw), to: &taken)
      return BloomreachCalls.taken
    } catch let refusal as Refusal {
      guard let body = refusal.body else { throw refusal }
      return body
    }
  }
}
