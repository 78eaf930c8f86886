import struct Foundation.Data
import InboxModel

/// What was recorded of one customer, for servers with a private key (Data API, “Export events”).
struct ExportRoutes: Sendable {
  let calls: BloomreachCalls

  private static let body = APISchema.object([
    "customer_ids!": BloomreachCalls.ids, "event_types!": .list(.text, atLeast: 1),
    "order?": .choice(["asc", "desc"]), "limit?": .whole(0), "skip?": .whole(0),
  ])

  var events: APIRoute {
    let event = APISchema.object(["type!": .text, "timestamp!": .number, "properties!": .map(.any)])
    return calls.post(
      "/data/v2/projects/{project}/customers/events", "Exports the events of a customer", Self.body,
      returns: .json(.object(["success!": .flag, "data!": .list(event)])), [[.bloomreachPrivateKey]],
      for: .export, faults: { _ in .recorded }, export)
  }

  @Sendable private func export(_ post: BloomreachCalls.Post) async throws -> JSONValue {
    let ids = try post.customer(Self.body)
    let wanted = Set((post.body["event_types"]?.elements ?? []).compactMap(\.text))
    let (skip, limit) = (post.body["skip"]?.integer ?? 0, post.body["limit"]?.integer ?? .max)
    // A lone `registered` finds every receipt of the person; other hard ids are compared with those of each receipt.
    let identity = ids.hard.count == 1 && ids.all["registered"] != nil ? ids.identity : nil
    let recorded = try await calls.account.recorded(by: .bloomreach, of: identity) { source in
      switch source {
      case .receipt(let receipt): ids.name(Self.sent(receipt)["customer_ids"]?.members ?? [:])
      case .tracked(let tracked): ids.name(tracked.customerIDs)
      }
    }
    // The vendor does not record a mark as an event.
    let events = recorded.filter { $0.receipt?.type != .read && wanted.contains(Self.type(of: $0)) }
    let listed = await calls.world.faults.listed(
      events, newestFirst: post.body["order"]?.text == "desc", now: calls.account.clock.date)
    return .members(["success": true, "data": listed.dropFirst(skip).prefix(limit).map(value)])
  }

  private func value(_ event: RecordedEvent) -> JSONValue {
    let properties: JSONValue? =
      switch event.source {
      case .receipt(let receipt): Self.sent(receipt)["properties"]
      case .tracked(let tracked): .object(tracked.properties)
      }
    return .members([
      "type": Self.type(of: event), "timestamp": AppInboxItem.seconds(event.time), "properties": properties,
    ])
  }

  private static func type(of event: RecordedEvent) -> String {
    if case .tracked(let tracked) = event.source { tracked.type } else { "campaign" }
  }

  /// The event as it was sent, by itself or as a command of a batch.
  private static func sent(_ receipt: VendorReceipt) -> JSONValue {
    let body = Data(receipt.request.body.utf8).jsonObject ?? .null
    return body["data"] ?? body
  }
}
