import InboxCore
import InboxModel

/// Every request to App Inbox and its events, but for their authorization (wires.md 1.2…1.4).
extension BloomreachSettings {
  /// What is new since a token; without one, everything.
  func fetch(_ ids: [String: String], after token: String?, of identity: Identity) -> WireRequest {
    let body = JSONValue.members([
      "customer_ids": ids, "application_id": applicationID, "sync_token": token,
    ])
    return .post(appInbox + "fetch", body, of: identity, changes: false)
  }

  /// Marks a message read, with the ids and the token of its fetch.
  ///
  /// - Throws: ``InboxError/unsupported(_:)`` for what the vendor does not take: it is never sent.
  func change(_ change: MessageChange) throws(InboxError) -> WireRequest {
    guard change.kind == .read else {
      throw .unsupported("Bloomreach takes no message as “\(change.kind.words)”.")
    }
    let (stamp, ids) = (change.stamp?.value, CustomerIDs.ids(in: change.stamp?.value))
    guard !ids.isEmpty, let token = stamp?["sync_token"]?.text else {
      throw .unsupported(
        "Bloomreach takes a message as read only with the customer ids and the sync token that it came with, and "
          + "“\(change.message.id)” came without: nothing was sent.")
    }
    let body = JSONValue.members([
      "customer_ids": ids, "message_ids": [change.message.id.rawValue], "sync_token": token,
    ])
    return .post(appInbox + "markasread", body, of: change.identity, changes: true)
  }

  /// An event, as it was frozen.
  ///
  /// - Throws: ``InboxError/unsupported(_:)`` for an event of another vendor.
  func report(_ event: EngagementEvent) throws(InboxError) -> WireRequest {
    guard let body = event.payload else {
      throw .unsupported("Bloomreach has no event for this \(event.kind.rawValue).")
    }
    return .post(tracking(.sessionStart), body, of: event.identity, changes: true)
  }
}
