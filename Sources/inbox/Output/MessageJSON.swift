import Foundation
import InboxCore
import InboxModel

/// Messages and badge for programs.
///
/// The true badge, never `99+` (BD-8).
nonisolated enum MessageJSON {
  static func value(_ row: ArchivedMessage, at now: Date) -> [String: JSONValue] {
    let message = row.message
    let isDeleted = row.deleted != nil
    let buttons = message.actions.isEmpty ? nil : actions(message.actions)
    return [String: JSONValue]([
      "id": message.id.rawValue, "center": message.center.rawValue, "subject": message.subject,
      "message": message.body, "sent": WireDate.format(message.sent), "kind": message.kind.rawValue,
      "unread": row.isUnread(at: now), "presence": row.cacheState.rawValue,
      "expired": ExpiryPolicy.isExpired(message.expiry, at: now), "deleted": isDeleted,
      "rich": row.rich.rawValue, "expiry": message.expiry.map(WireDate.format),
      "deepLink": message.deepLink, "actions": buttons, "icon": message.iconURL,
      "custom": message.custom.isEmpty ? nil : message.custom,
    ])
  }

  static func actions(_ actions: [MessageAction]) -> JSONValue {
    .array(actions.map { .members(["title": $0.title, "url": $0.url]) })
  }

  /// A record that could not be read (MC-9).
  static func unreadable(_ record: MalformedMessage) -> JSONValue {
    .members([
      "index": record.index, "reason": record.reason, "id": record.id, "title": record.title,
      "unnamed": record.unnamed,
    ])
  }

  /// Events that wait for another account than the profile's.
  static func held(_ rows: HeldRows) -> JSONValue {
    .members(["application": rows.application, "identity": rows.person.storageKey, "count": rows.count])
  }

  static func badge(_ state: BadgeState) -> [String: JSONValue] {
    ["local": state.local.json, "server": .orNull(state.server)]
  }
}
