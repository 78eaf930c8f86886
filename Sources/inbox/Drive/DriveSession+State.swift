import Foundation
import InboxCore
import InboxModel

/// How everything stands, for a program.
extension DriveSession {
  func state() async throws -> JSONValue {
    await core.waitUntilIdle()
    await feed.caughtUp(with: core)
    // Another program may have set it.
    await core.rereadBadge()
    let reported = try await reported()
    var lists: [JSONValue] = []
    for name in composition.profile.settings.centers { lists.append(try await list(name, reported)) }
    let session = await core.session.map { JSONValue.members(["number": $0.number, "id": $0.id]) }
    return .members([
      "identity": await identity(), "capabilities": try Self.value(of: core.capabilities), "lists": lists,
      "badge": try await badge(), "waiting": try await waiting(), "session": session,
    ])
  }

  func identity() async -> JSONValue { .object(composition.members(of: await core.identity)) }

  func badge() async throws -> JSONValue {
    let source = core.capabilities.badge
    var members: [String: JSONValue] =
      switch source {
      case .server: MessageJSON.badge(await core.badgeState)
      case .unread: ["local": .integer(Int64(try await core.listedUnread())), "server": .null]
      case .none: ["local": .null, "server": .null]
      }
    members["source"] = .string(source.rawValue)
    return .object(members)
  }

  func waiting() async throws -> JSONValue {
    let changes = await core.waitingChanges
    let events = await core.waitingEvents - changes
    let held = try await core.held().map { Output.masked(MessageJSON.held($0)) }
    let unstored = await core.unstoredDisplays
    return .members([
      "events": events, "changes": changes, "held": held.isEmpty ? nil : held,
      "unstored": unstored == 0 ? nil : unstored,
    ])
  }

  /// A message as ``state()`` has it.
  func message(_ row: ArchivedMessage) async throws -> JSONValue { message(row, try await reported()) }

  private static func value(of capabilities: Capabilities) throws -> JSONValue {
    try JSONValue.parse(JSONEncoder.sorted.encode(capabilities))
  }

  /// The messages whose display and open are reported, or wait to be.
  private struct Reported {
    var displays: Set<MessageKey>
    var opens: Set<MessageKey>
  }

  private func reported() async throws -> Reported {
    let person = await core.identity
    let deliveries = try await core.engagements().deliveries.filter { $0.identity == person }
    func messages(_ kind: EngagementEvent.Kind, _ here: Set<SeenMessage>) -> Set<MessageKey> {
      Set(deliveries.filter { $0.kind == kind }.map(\.message))
        .union(here.filter { $0.person == person }.map(\.message))
    }
    return Reported(displays: messages(.display, seen), opens: messages(.open, opened))
  }

  /// A list: what the vendor's inbox holds now, what the person deleted from it, and what else has left it.
  private func list(_ name: CenterName, _ reported: Reported) async throws -> JSONValue {
    // First: with it the cache drops what is due.
    let gone = try await core.gone(name, limit: .max)
    let rows = try await core.window(name, limit: .max).rows
    // Nothing is listed while message centers are disabled (MC-1).
    let isOn = await disabled == nil
    let deleted = isOn ? gone.filter { $0.removal.reason == .deleted }.map(\.row) : []
    let shown = rows.filter { $0.cacheState == .listed } + deleted
    let messages = shown.sorted { $0.message.sent > $1.message.sent }.map { message($0, reported) }
    let unreadable = await core.malformed(in: name).map { Self.unreadable($0) }
    let setAside = await core.setAside(in: name).map { JSONValue.members(["id": $0.id, "kind": $0.kind]) }
    let left = gone.filter { $0.removal.reason != .deleted }.map {
      JSONValue.members([
        "id": $0.row.key.id.rawValue, "reason": $0.removal.reason.rawValue,
        "since": WireDate.format($0.removal.time), "kept": $0.removal.staysInList,
      ])
    }
    let cursor = await core.cursor(of: name)?.text
    let refresh = feed.snapshot?.centers.first { $0.name == name }?.refresh
    let error = refresh?.lastError.map { DriveProblem($0).json }
    return .members([
      "name": name.rawValue, "messages": messages, "unreadable": unreadable, "setAside": setAside,
      "gone": left, "cursor": cursor, "error": error,
    ])
  }

  private func message(_ row: ArchivedMessage, _ reported: Reported) -> JSONValue {
    let message = row.message
    let (isRead, isDeleted) = (row.read != nil, row.deleted != nil)
    let actions = message.actions.isEmpty ? nil : MessageJSON.actions(message.actions)
    return .members([
      "id": message.id.rawValue, "subject": message.subject, "read": isRead,
      "displayed": reported.displays.contains(row.key), "opened": reported.opens.contains(row.key),
      "deleted": isDeleted, "kind": message.kind.rawValue, "text": message.body,
      "sent": WireDate.format(message.sent), "expires": message.expiry.map(WireDate.format),
      "link": message.deepLink, "icon": message.iconURL, "actions": actions,
      "custom": message.custom.isEmpty ? nil : message.custom,
    ])
  }

  /// A record that could not be read; those behind the last that is named have neither place nor id.
  private static func unreadable(_ record: MalformedMessage) -> JSONValue {
    let hasPlace = !record.hasID && record.unnamed == nil
    return Output.masked(
      .members([
        "reason": record.reason, "id": record.id, "index": hasPlace ? record.index : nil,
        "title": hasPlace ? record.title : nil,
      ]))
  }
}
