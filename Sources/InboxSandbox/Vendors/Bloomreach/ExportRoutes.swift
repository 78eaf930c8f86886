import struct Foundation.Data
import struct Foundation.Date
import Hummingbird
import InboxCore

/// What was recorded of one customer, for servers with a private key (Data API, “Export events”).
struct ExportRoutes: Sendable {
  let calls: BloomreachCalls
  private var account: Account { calls.account }
  private var faults: FaultBoard { calls.faults }

  var events: APIRoute {
    let operation = APIOperation(
      .post, "/data/v2/projects/{project}/customers/events", "Exports the events of a customer",
      body: .json(
        .object([
          "customer_ids!": BloomreachCalls.ids, "event_types!": .list(.text, atLeast: 1),
          "order?": .choice(["asc", "desc"]), "limit?": .whole(0), "skip?": .whole(0),
        ])),
      returns: .json(
        .object([
          "success!": .flag,
          "data!": .list(.object(["type!": .text, "timestamp!": .number, "properties!": .map(.any)])),
        ])))
    return calls.route(operation, [[.bloomreachPrivateKey]]) { request, context in
      try await faults.respond(.recorded, context: context) {
        _ = try await calls.access.grant(request, context, for: .export)
        return try await export(try BloomreachBody(try await request.bodyData()))
      }
    }
  }

  private func export(_ body: BloomreachBody) async throws -> Response {
    let ids = try CustomerIDs(body["customer_ids"])
    guard let types = body["event_types"]?.elements, !types.isEmpty, types.allSatisfy({ $0.text != nil })
    else {
      throw Refusal.body("event_types is not a list of texts, or is empty.")
    }
    let order = try body.text("order") ?? "asc"
    guard ["asc", "desc"].contains(order) else { throw Refusal.body("order is neither asc nor desc.") }
    let (skip, limit) = (try count("skip", body) ?? 0, try count("limit", body))
    let wanted = Set(types.compactMap(\.text))
    let now = await account.now()
    let events = try await events(of: ids, now: now).filter { wanted.contains($0.type) }
    let entries = events.enumerated().map { place, event in
      RecordedFlaw.Entry(value: event, key: "\(place) \(event.time)", received: event.received)
    }
    var listed = await faults.flawed(entries, now: now) { [$0, $0] }
    // A list in no order is so whatever is asked for.
    if await faults.all.first(where: { $0.endpoint == .recorded })?.flaw != .reordered {
      listed.sort { order == "asc" ? $0.time < $1.time : $0.time > $1.time }
    }
    let page = listed.dropFirst(skip).prefix(limit ?? .max)
    return .json(.object(["success": .bool(true), "data": .array(page.map(\.value))]))
  }

  private func count(_ name: String, _ body: BloomreachBody) throws -> Int? {
    guard let value = body[name], value != .null else { return nil }
    guard let count = value.integer, count >= 0 else {
      throw Refusal.body("\(name) is not a whole number from 0 on.")
    }
    return count
  }

  /// One event as it was recorded.
  private struct Event {
    var type: String
    var time: Date
    var received: Date
    var properties: JSONValue

    var value: JSONValue {
      .object([
        "type": .string(type), "timestamp": .number((time.timeIntervalSince1970 * 1_000).rounded() / 1_000),
        "properties": properties,
      ])
    }
  }

  /// Everything since the last reset, in the order of arrival; what came again is another event to the vendor.
  private func events(of ids: CustomerIDs, now: Date) async throws -> [Event] {
    let filter = ReceiptFilter(identity: ids.identity.storageKey, vendor: .bloomreach)
    var events: [Event] = []
    for receipt in try await account.receipts(filter).events where receipt.type != .read {
      let event = Event(
        type: "campaign", time: receipt.time.flatMap(WireDate.parse) ?? now,
        received: WireDate.parse(receipt.received) ?? now, properties: properties(of: receipt))
      events += Array(repeating: event, count: receipt.count)
    }
    for record in try await account.receipts(ReceiptFilter()).tracking
    where ids.hard.contains(where: { record.customerIDs[$0.key] == .string($0.value) }) {
      let event = Event(
        type: record.type, time: WireDate.parse(record.time) ?? now,
        received: WireDate.parse(record.received) ?? now, properties: .object(record.properties))
      events += Array(repeating: event, count: record.count)
    }
    return events
  }

  /// Those of the request; of a batch, which holds several events, what the receipt says.
  private func properties(of receipt: VendorReceipt) -> JSONValue {
    let body: JSONValue
    do { body = try JSONValue.parse(Data(receipt.request.body.utf8)) } catch { body = .null }
    if case .object? = body["properties"] { return body["properties"] ?? .null }
    let status = receipt.type == .open ? "opened" : "clicked"
    let own = ["action_type": JSONValue.string("app inbox"), "status": .string(status)]
    return .object(receipt.detail.merging(own) { $1 })
  }
}
