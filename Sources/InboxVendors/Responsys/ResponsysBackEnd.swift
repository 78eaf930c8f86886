public import struct Foundation.Data
public import InboxCore
public import InboxModel

/// Oracle Responsys' message centers, in a wire of ours, as Oracle publishes none (SB-6).
public enum ResponsysBackEnd {
  /// The most messages that one response lists (MC-4, seed 003: "the 20 most recent").
  public static let cap = 20

  /// What the vendor's documents say that it has.
  public static let capabilities: Capabilities = {
    var capabilities = Capabilities(vendor: "Responsys")
    capabilities.personID = "a USER_IDENTIFIER"
    capabilities.lists = .centers
    capabilities.cap = cap
    capabilities.retentionDays = 15
    (capabilities.displays, capabilities.opens) = (true, true)
    capabilities.badge = .server
    capabilities.servesRichContentOnce = true
    capabilities.liveLine = true
    (capabilities.offSwitch, capabilities.encodesURLs) = (true, true)
    return capabilities
  }()

  /// The core's port of an app.
  ///
  /// - Parameter read: Reads a line of its push service, where that says more than Responsys' does.
  public static func backEnd(
    _ settings: ResponsysSettings, over wire: WirePort,
    read: @escaping @Sendable (Data) throws(InboxError) -> Push = PushWire.decode
  ) -> BackEnd {
    let requests = ResponsysRequests(settings)
    var backEnd = BackEnd(
      capabilities: capabilities,
      fetch: { request async throws(InboxError) in try await fetch(request, requests, wire) },
      richContent: { id, url, identity async throws(InboxError) in
        let request = requests.rich(url, of: identity)
        return try ResponsysResponses.rich(try await wire.send(request), to: request, of: id)
      },
      report: { events, now async throws(InboxError) in
        try ResponsysResponses.receipt(try await wire.send(requests.report(events, sent: now)))
      },
      setBadge: { count, identity async throws(InboxError) in
        try ResponsysResponses.badge(try await wire.send(requests.setBadge(count, of: identity)))
      },
      badge: { identity async throws(InboxError) in
        try ResponsysResponses.badge(try await wire.send(requests.badge(of: identity)))
      },
      pushes: { identity in
        let reader = PushReader(
          check: { response throws(InboxError) in try ResponsysResponses.check(response) }, read: read)
        return wire.listen(requests.pushes(of: identity), reader)
      })
    // Without its tokens: one that is corrected is of the same account, and what waits is sent with it (EN-8).
    backEnd.application = settings.base
    return backEnd
  }

  private static func fetch(
    _ request: FetchRequest, _ requests: ResponsysRequests, _ wire: WirePort
  ) async throws(InboxError) -> FetchResponse {
    let asked = requests.messages(request.center, of: request.identity)
    let response = try await wire.send(asked)
    try ResponsysResponses.check(response, center: request.center)
    return FetchResponse(response, to: asked) { raw throws(InboxError) in
      try FetchedPage(raw, center: request.center)
    }
  }
}
