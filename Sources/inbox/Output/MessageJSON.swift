import Foundation
import InboxCore
import InboxModel

/// Messages and badge for programs.
///
/// The true badge, never `99+` (BD-8).
nonisolated enum MessageJSON {
  static func value(_ row: ArchivedMessage, at now: Date) -> JSONValue {
    let message = row.message
    var fields: [String: JSONValue] = [
      "id": .string(message.id.rawValue), "center": .string(message.center.rawValue),
      "subject": .string(message.subject), "message": .string(message.body),
      "sent": .string(WireDate.format(message.sent)), "kind": .string(message.kind.rawValue),
      "unread": .bool(row.isUnread(at: now)), "presence": .string(row.cacheState.rawValue),
      "expired": .bool(ExpiryPolicy.isExpired(message.expiry, at: now)),
      "deleted": .bool(row.deleted != nil), "rich": .string(row.rich.rawValue),
    ]
    fields["expiry"] = message.expiry.map { .string(WireDate.format($0)) }
    fields["deepLink"] = message.deepLink.map { .string($0) }
    if !message.actions.isEmpty { fields["actions"] = actions(message.actions) }
    fields["icon"] = message.iconURL.map { .string($0) }
    if !message.custom.isEmpty { fields["custom"] = .object(message.custom.mapValues { .string($0) }) }
    return .object(fields)
  }

  static func actions(_ actions: [MessageAction]) -> JSONValue {
    .array(actions.map { .object(["title": .string($0.title), "url": .string($0.url)]) })
  }

  /// A record that could not be read (MC-9).
  static func unreadable(_ record: MalformedMessage) -> JSONValue {
    var fields: [String: JSONValue] = [
      "index": .integer(Int64(record.index)), "reason": .string(record.reason),
    ]
    fields["id"] = record.id.map { .string($0) }
    fields["title"] = record.title.map { .string($0) }
    fields["unnamed"] = record.unnamed.map { .integer(Int64($0)) }
    return .object(fields)
  }

  /// What waits for another account than the profile's.
  static func held(_ rows: HeldRows) -> JSONValue {
    .object([
      "application": .string(rows.application), "identity": .string(rows.person.storageKey),
      "count": .integer(Int64(rows.count)),
    ])
  }

  static func badge(_ state: BadgeState) -> [String: JSONValue] {
    ["local": .integer(Int64(state.local)), "server": state.server.map { .integer(Int64($0)) } ?? .null]
  }
}
