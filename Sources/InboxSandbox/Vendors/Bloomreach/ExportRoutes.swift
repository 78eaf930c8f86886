import struct Foundation.Data
import InboxCore
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

  @Sendable private func export(_ post: BloomreachPost) async throws -> JSONValue {
    let ids = try post.customer(Self.body)
    let wanted = Set((post.body["event_types"]?.elements ?? []).compactMap(\.text))
    let (skip, limit) = (post.body["skip"]?.integer ?? 0, post.body["limit"]?.integer ?? .max)
    // A lone `registered` finds every receipt of the person; other hard ids are compared with those of each receipt.
    let identity = ids.hard.count == 1 && ids.all["registered"] != nil ? ids.identity : nil
    let recorded = try await calls.account.recorded(by: .bloomreach, of: identity) { source in
      switch source {
      case .receipt(let receipt):
        // A batch from an earlier version is stored whole.
        Self.event(receipt)["customer_ids"].map { ids.name($0.members ?? [:]) }
          ?? (Identity(storageKey: receipt.identity) == ids.identity)
      case .tracked(let tracked): ids.name(tracked.customerIDs)
      }
    }
    // The vendor does not record a mark as an event.
    let events = recorded.filter { event in
      switch event.source {
      case .receipt(let receipt): receipt.type != .read && wanted.contains("campaign")
      case .tracked(let tracked): wanted.contains(tracked.type)
      }
    }
    let listed = await calls.faults.listed(
      events, newestFirst: post.body["order"]?.text == "desc", now: await calls.account.now())
    return .members(["success": true, "data": listed.dropFirst(skip).prefix(limit).map(value)])
  }

  private func value(_ event: RecordedEvent) -> JSONValue {
    let (type, properties): (String, JSONValue) =
      switch event.source {
      case .receipt(let receipt): ("campaign", self.properties(of: receipt))
      case .tracked(let tracked): (tracked.type, .object(tracked.properties))
      }
    return .members([
      "type": type, "timestamp": AppInboxItem.seconds(event.time), "properties": properties,
    ])
  }

  /// The properties of the request; for a batch that an earlier version stored whole, those of the receipt.
  private func properties(of receipt: VendorReceipt) -> JSONValue {
    if let properties = Self.event(receipt)["properties"], properties.members != nil { return properties }
    let status = receipt.type == .open ? "opened" : "clicked"
    let own = ["action_type": JSONValue.string("app inbox"), "status": .string(status)]
    return .object(receipt.detail.merging(own) { $1 })
  }

  /// The event as it was sent, by itself or as a command of a batch.
  private static func event(_ receipt: VendorReceipt) -> JSONValue {
    let body = (try? BloomreachCalls.object(Data(receipt.request.body.utf8))) ?? .null
    return body["data"] ?? body
  }
}
