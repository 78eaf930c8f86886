import struct Foundation.Data
import InboxModel

/// What was recorded of one customer, for servers with a private key (Data API, “Export events”).
struct ExportRoutes: Sendable {
  let calls: BloomreachCalls

  private static let body: APISchema = [
    "customer_ids!": BloomreachCalls.ids, "event_types!": .list(.text, atLeast: 1),
    "order?": .choice(["asc", "desc"]), "limit?": .whole(0), "skip?": .whole(0),
  ]

  var events: APIRoute {
    let event: APISchema = ["type!": .text, "timestamp!": .number, "properties!": .map(.any)]
    return calls.route(
      "/data/v2/projects/{project}/customers/events", "Exports the events of a customer", Self.body,
      returns: .json(["success!": .flag, "data!": .list(event)]), [[.bloomreachPrivateKey]], for: .export,
      faults: { _ in .recorded }, export)
  }

  @Sendable private func export(_ post: BloomreachCalls.Post) async throws -> JSONValue {
    let ids = try post.customer(Self.body)
    let wanted = Set((post.body["event_types"]?.elements ?? []).compactMap(\.text))
    let (skip, limit) = (post.body["skip"]?.integer ?? 0, post.body["limit"]?.integer ?? .max)
    // A lone `registered` finds every receipt of the person; other hard ids are compared with those of each receipt.
    let identity = ids.hard.count == 1 && ids.all["registered"] != nil ? ids.identity : nil
    let recorded = try await calls.account.recorded(by: .bloomreach, of: identity) { source in
      let (type, names, properties): (String, [String: JSONValue], JSONValue?)
      switch source {
      // The vendor does not record a mark as an event.
      case .receipt(let receipt) where receipt.type == .read: return nil
      case .receipt(let receipt):
        // As it was sent, by itself or as a command of a batch.
        let body = Data(receipt.request.body.utf8).jsonObject
        let sent = body?["data"] ?? body
        (type, names) = ("campaign", sent?["customer_ids"]?.members ?? [:])
        properties = sent?["properties"]
      case .tracked(let tracked):
        (type, names, properties) = (tracked.type, tracked.customerIDs, .object(tracked.properties))
      }
      return wanted.contains(type) && ids.name(names) ? .init(["type": type, "properties": properties]) : nil
    }
    let listed = await calls.world.faults.listed(
      recorded, newestFirst: post.body["order"]?.text == "desc", now: calls.account.clock.date
    ) { ["timestamp": AppInboxItem.seconds($0)] }
    return .members(["success": true, "data": Array(listed.dropFirst(skip).prefix(limit))])
  }
}
