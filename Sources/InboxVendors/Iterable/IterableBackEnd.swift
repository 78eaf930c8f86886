public import struct Foundation.Data
public import InboxCore
public import InboxModel

/// Iterable's mobile inbox and embedded messages (wires.md §2).
public enum IterableBackEnd {
  /// What the vendor's documents say that it has.
  ///
  /// - Parameters:
  ///   - placements: Those of the profile; each is a list beside the inbox.
  ///   - isSandbox: Whether the server has a line for the silent pushes.
  public static func capabilities(placements: [Int] = [], isSandbox: Bool = false) -> Capabilities {
    var capabilities = Capabilities(vendor: "Iterable")
    capabilities.personID = "an e-mail or a user id"
    capabilities.lists = placements.isEmpty ? .one : .placements
    capabilities.cap = IterableSettings.count
    // Read is what the server makes of an open event; there is no call for it, and none for unread.
    capabilities.opensMarkRead = true
    capabilities.deletion = .server
    (capabilities.opens, capabilities.clicks, capabilities.closes) = (true, true, true)
    (capabilities.deliveries, capabilities.impressions) = (true, true)
    for kind in EngagementEvent.Kind.allCases {
      capabilities.eventNames[kind.rawValue] = IterableEvent(of: kind, in: .primary)?.rawValue
    }
    capabilities.batch = 1
    capabilities.badge = .unread
    capabilities.liveLine = isSandbox
    capabilities.readBack = true
    // On iOS (`InAppContentParser`, wires.md 2.2).
    capabilities.neededInHTML = "href"
    return capabilities
  }

  /// The lists of a profile: the inbox, and its placements.
  public static func lists(placements: [Int]) -> [CenterName] {
    [.primary] + placements.map(IterableEmbedded.list)
  }

  /// The core's port of an app.
  ///
  /// - Parameters:
  ///   - token: Gives the JWT, where settings say that there is one.
  ///   - serverKey: Gives the key that reads events back; nil where there is none.
  ///   - time: What repeated requests wait on.
  ///   - read: Reads a line of a sandbox's pushes.
  public static func backEnd(
    _ settings: IterableSettings, token: TokenSource = .none, serverKey: TokenSource? = nil,
    over wire: WirePort, time: TimeSource = .system,
    read: @escaping @Sendable (Data) throws(InboxError) -> Push = IterablePushWire.decode
  ) -> BackEnd {
    let client = IterableClient(settings, token: token, over: wire, time: time)
    let capabilities = capabilities(placements: settings.placements, isSandbox: settings.isSandbox)
    var backEnd = BackEnd(
      oneByOne: capabilities,
      fetch: { request async throws(InboxError) in try await fetch(request, client) },
      report: { event async throws(InboxError) in try await report(event, client) },
      change: { change async throws(InboxError) in try await make(change, client) })
    backEnd.pushes = { client.pushes(of: $0, read: read) }
    backEnd.application = settings.application
    (backEnd.isSigned, backEnd.signsEvents) = (settings.usesToken, settings.usesToken)
    backEnd.spelling = { IterableUser($0)?.identity ?? $0 }
    backEnd.freeze = settings.freeze
    backEnd.eventName = { IterableEvent(of: $0, in: $1.center)?.rawValue }
    backEnd.readBack = serverKey.map { IterableReadBack.port(settings, key: $0, over: wire, time: time) }
    backEnd.campaign = { message in
      (message.record["campaignId"] ?? message.record["metadata"]?["campaignId"])?.plainID
    }
    backEnd.visitEvents = settings.events
    return backEnd
  }

  /// Sends the events of visits; the vendor tracks nothing else by itself.
  public static func tracker(
    _ settings: IterableSettings, token: TokenSource = .none, over wire: WirePort, time: TimeSource = .system
  ) -> EventTracker {
    let client = IterableClient(settings, token: token, over: wire, time: time)
    var tracker = EventTracker(name: "Iterable", tracking: nil) { event async throws(InboxError) in
      guard let kind = IterableEvent(rawValue: event.kind) else {
        throw .unsupported("Iterable has no event “\(event.kind)”.")
      }
      _ = try await client.send(client.settings.event(kind, event.body, of: event.identity))
    }
    (tracker.application, tracker.isSigned) = (settings.application, settings.usesToken)
    return tracker
  }

  private static func fetch(
    _ request: FetchRequest, _ client: IterableClient
  ) async throws(InboxError) -> FetchResponse {
    let placement = IterableEmbedded.placement(request.center)
    guard placement != nil || request.center == .primary else {
      throw .unsupported("Iterable has no list “\(request.center)”: name a placement by its number.")
    }
    let asked =
      if let placement {
        try client.settings.embedded(placement, of: request.identity)
      } else {
        try client.settings.inbox(of: request.identity)
      }
    let response = try await client.send(asked)
    let now = client.now()
    return FetchResponse(response, to: asked) { raw throws(InboxError) in
      if let placement {
        try .embedded(raw, placement: placement, now: now)
      } else {
        try .inbox(raw, now: now)
      }
    }
  }

  private static func report(_ event: EngagementEvent, _ client: IterableClient) async throws(InboxError) {
    guard let payload = event.payload, let body = payload["body"],
      let kind = payload["event"]?.text.flatMap(IterableEvent.init(rawValue:))
    else {
      throw .unsupported("Iterable has no event for this: \(event.kind.rawValue) of \(event.message.id).")
    }
    _ = try await client.send(client.settings.event(kind, body, of: event.identity))
  }

  private static func make(_ change: MessageChange, _ client: IterableClient) async throws(InboxError) {
    guard change.kind == .delete else {
      throw .unsupported("Iterable marks a message read when it is opened, and has no request for it.")
    }
    guard change.message.center == .primary else {
      throw .unsupported("Iterable deletes no embedded messages: what the campaign shows is the placement's.")
    }
    let body = try client.settings.consume(change)
    _ = try await client.send(client.settings.event(.consume, body, of: change.identity))
  }
}
