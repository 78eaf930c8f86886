public import struct Foundation.Date
public import InboxCore
import InboxModel

/// Bloomreach's App Inbox, by the vendor's documents and open SDKs (VE-9).
public enum BloomreachBackEnd {
  /// What the vendor's documents say that it has (wires.md 1.5 has what it lacks).
  public static let capabilities: Capabilities = {
    var capabilities = Capabilities(vendor: "Bloomreach")
    capabilities.personID = "a registered id"
    capabilities.paging = .increment
    capabilities.read = .server
    (capabilities.opens, capabilities.clicks) = (true, true)
    capabilities.eventNames = ["open": "campaign/opened", "click": "campaign/clicked"]
    capabilities.batch = 1
    capabilities.readBack = true
    return capabilities
  }()

  /// How the error of a project that the server does not know begins.
  package static let unknownProject = "Bloomreach does not know the address or the project (status 404)."

  /// The core's port of an app.
  ///
  /// - Parameters:
  ///   - credentials: The customer token, where the account asks for one; it is taken before every call.
  ///   - sleep: Sleeps for this many seconds, before a stream is asked again with a new token.
  ///   - now: The time of a message that has none.
  public static func backEnd(
    _ settings: BloomreachSettings, over wire: WirePort, credentials: TokenSource,
    sleep: @escaping @Sendable (Double) async -> Bool, now: @escaping @Sendable () -> Date
  ) -> BackEnd {
    let caller = BloomreachCaller(settings: settings, wire: wire, tokens: credentials, sleep: sleep)
    var backEnd = BackEnd(
      oneByOne: capabilities,
      fetch: { request async throws(InboxError) in try await fetch(request, caller, now: now) },
      report: { event async throws(InboxError) in
        try await caller.deliver(try settings.report(event), key: settings.eventKey)
      },
      change: { change async throws(InboxError) in
        try await caller.deliver(try settings.change(change), key: settings.inboxKey)
      })
    backEnd.application = settings.application
    (backEnd.isSigned, backEnd.signsEvents) = (settings.inboxKey == nil, settings.isStream)
    backEnd.spelling = { CustomerIDs.spelling(of: $0) }
    backEnd.campaign = { message in
      let data = message.record["content"]?["attributes"]
      let parts = ["campaign_id", "action_id"].compactMap { data?[$0]?.plainID }
      return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
    backEnd.freeze = { AppInboxEvent.freeze($0, settings) }
    return backEnd
  }

  /// A token that the server does not know any more (410) is never sent again, and the list is fetched whole, once.
  private static func fetch(
    _ request: FetchRequest, _ caller: BloomreachCaller, now: @Sendable () -> Date
  ) async throws(InboxError) -> FetchResponse {
    func ask(_ token: String?) async throws(InboxError) -> FetchResponse {
      let ids = CustomerIDs.ids(of: request.identity, cookie: caller.settings.cookie)
      let sent = caller.settings.fetch(ids, after: token, of: request.identity)
      let response = try await caller.send(sent, key: caller.settings.inboxKey)
      if response.status == 410 { throw gone }
      if response.status == 400, ids.keys.allSatisfy({ $0 == CustomerIDs.cookie }) {
        throw .configuration(
          "No one is signed in, and Bloomreach lists App Inbox only for a hard id, such as registered (status 400). Sign "
            + "in, or set user in the profile.")
      }
      try caller.check(response, key: caller.settings.inboxKey)
      let time = now()
      return FetchResponse(response, to: sent) { raw throws(InboxError) in
        try FetchedPage(appInbox: raw, of: ids, after: token, center: request.center, now: time)
      }
    }
    guard let token = request.cursor?.text else { return try await ask(nil) }
    do throws(InboxError) { return try await ask(token) } catch {
      guard error == gone else { throw error }
      return await .restarted { () async throws(InboxError) in try await ask(nil) }
    }
  }

  private static let gone = InboxError.refused(
    status: 410, detail: "the list is gone, though it was asked for without a sync token")
}
