import struct Foundation.Data
import struct Foundation.Date
import InboxCore
import InboxModel

/// The bodies of Iterable's events (wires.md §2.3, §2.4), written when they happen: what is sent later is exactly this.
extension IterableSettings {
  /// What an event says of a message of the inbox besides its id.
  static func context(_ item: IterableItem, isInInbox: Bool) -> JSONValue {
    .members([
      "saveToInbox": item.savesToInbox, "silentInbox": item.isSilent, "location": isInInbox ? "inbox" : nil,
    ])
  }

  /// The event of a gesture, as ``EngagementEvent/payload`` keeps it.
  func freeze(_ gesture: EngagementGesture) -> FrozenEngagement {
    guard let user = IterableUser(gesture.identity) else {
      return .withheld("Iterable knows people by e-mail or user id, and no one is signed in")
    }
    let isEmbedded = gesture.message.center != .primary
    guard let event = IterableEvent(of: gesture.kind, in: gesture.message.center) else {
      return .withheld("Iterable has no \(gesture.kind.rawValue) event for an embedded message")
    }
    if isEmbedded, IterableEmbedded.isProof(gesture.message) {
      return .withheld("it is a proof, of which Iterable makes no event")
    }
    var body = eventMembers(user, at: gesture.time)
    body["messageId"] = .string(gesture.message.id.rawValue)
    let url = gesture.link.map { IterableLinks.reported($0.url) }
    if isEmbedded {
      body["targetUrl"] = url?.json
      if let link = gesture.link {
        body["buttonIdentifier"] = IterableEmbedded.button(link, in: gesture.message)?.json
      }
    } else {
      let isDelivery = gesture.kind == .delivery
      body["messageContext"] = Self.context(IterableItem(of: gesture.message), isInInbox: !isDelivery)
      if !isDelivery { body["inboxSessionId"] = gesture.session?.id.json }
      body["closeAction"] = gesture.closing?.rawValue.json
      body["clickedUrl"] = url?.json
    }
    return .report(.members(["event": event.rawValue, "body": body]))
  }

  /// The deletion of a message.
  func consume(_ change: MessageChange) throws(InboxError) -> JSONValue {
    var body = eventMembers(try IterableUser.required(change.identity), at: change.time)
    body["messageId"] = .string(change.message.id.rawValue)
    body["deleteAction"] = .string("delete-button")
    body["inboxSessionId"] = change.session?.json
    // It was fetched by another version of this program where it has no stamp.
    if let stamp = change.stamp { body["messageContext"] = try JSONPiece(Data(stamp.text.utf8)).value() }
    return .object(body)
  }

  /// The events of a visit: that of the inbox, unless only placements were seen, and that of placements, if any were.
  func events(of visit: InboxVisit) -> [(kind: String, body: JSONValue)] {
    guard let user = IterableUser(visit.identity) else { return [] }
    let seen = visit.impressions.filter { $0.message.center == .primary }
    let embedded = visit.impressions.filter { $0.message.center != .primary }
    var events: [(kind: String, body: JSONValue)] = []
    func add(_ event: IterableEvent, _ members: KeyValuePairs<String, (any JSONConvertible)?>) {
      let own = [String: JSONValue](members)
      events.append((event.rawValue, .object(eventMembers(user, at: visit.end).merging(own) { $1 })))
    }
    let (start, end) = (Int64(milliseconds: visit.start), Int64(milliseconds: visit.end))
    if !seen.isEmpty || embedded.isEmpty {
      let first = visit.countsAtStart[.primary] ?? .zero
      let last = visit.countsAtEnd[.primary] ?? .zero
      add(
        .inboxSession,
        [
          "inboxSessionId": visit.id, "inboxSessionStart": start, "inboxSessionEnd": end,
          "startTotalMessageCount": first.total, "startUnreadMessageCount": first.unread,
          "endTotalMessageCount": last.total, "endUnreadMessageCount": last.unread,
          "impressions": seen.map {
            Self.impression($0, "silentInbox", IterableItem(of: $0.message).isSilent)
          },
        ])
    }
    if !embedded.isEmpty {
      add(
        .embeddedSession,
        [
          "session": JSONValue.members(["id": visit.id, "start": start, "end": end]),
          "impressions": embedded.filter { !IterableEmbedded.isProof($0.message) }.map {
            Self.impression($0, "placementId", IterableEmbedded.placement($0.message.center) ?? 0)
          },
        ])
    }
    return events
  }

  private func eventMembers(_ user: IterableUser, at time: Date) -> [String: JSONValue] {
    .init([
      user.name: user.value, "createdAt": Int64(time.timeIntervalSince1970), "deviceInfo": deviceInfo,
    ])
  }

  private static func impression(
    _ seen: InboxVisit.Impression, _ name: String, _ value: any JSONConvertible
  ) -> JSONValue {
    let seconds = (seen.seconds * 1_000).rounded() / 1_000
    return .members([
      "messageId": seen.message.id.rawValue, name: value, "displayCount": seen.count,
      "displayDuration": seconds,
    ])
  }
}
