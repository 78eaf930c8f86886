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
    var members: [String: JSONValue] = [
      "identity": await identity(), "capabilities": try Self.value(of: core.capabilities),
      "lists": .array(lists), "badge": try await badge(), "waiting": try await waiting(),
    ]
    members["session"] = await core.session.map {
      .object(["number": .integer(Int64($0.number)), "id": .string($0.id.uuidString)])
    }
    return .object(members)
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
    let all = await core.waitingEvents
    var members: [String: JSONValue] = [
      "events": .integer(Int64(all - changes)), "changes": .integer(Int64(changes)),
    ]
    let held = try await core.held()
    if !held.isEmpty { members["held"] = .array(held.map { Output.masked(MessageJSON.held($0)) }) }
    return .object(members)
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
    let rows = try await core.window(name, limit: .max).rows
    let gone = try await core.gone(name, limit: .max)
    // Nothing is listed while message centers are disabled (MC-1).
    let isOn = await disabled == nil
    let deleted = isOn ? gone.filter { $0.removal.reason == .deleted }.map(\.row) : []
    let shown = rows.filter { $0.cacheState == .listed } + deleted
    var members: [String: JSONValue] = [
      "name": .string(name.rawValue),
      "messages": .array(
        shown.sorted { $0.message.sent > $1.message.sent }.map { message($0, reported) }),
      "unreadable": .array(await core.malformed(in: name).map { Self.unreadable($0) }),
      "setAside": .array(
        await core.setAside(in: name).map { .object(["id": .string($0.id), "kind": .string($0.kind)]) }),
      "gone": .array(
        gone.filter { $0.removal.reason != .deleted }.map {
          .object([
            "id": .string($0.row.key.id.rawValue), "reason": .string($0.removal.reason.rawValue),
            "since": .string(WireDate.format($0.removal.time)),
          ])
        }),
    ]
    members["cursor"] = await core.cursor(of: name).map { .string($0.text) }
    let refresh = feed.snapshot?.centers.first { $0.name == name }?.refresh
    members["error"] = refresh?.lastError.map { DriveProblem($0).json }
    return .object(members)
  }

  private func message(_ row: ArchivedMessage, _ reported: Reported) -> JSONValue {
    let message = row.message
    var members: [String: JSONValue] = [
      "id": .string(message.id.rawValue), "subject": .string(message.subject),
      "read": .bool(row.read != nil), "displayed": .bool(reported.displays.contains(row.key)),
      "opened": .bool(reported.opens.contains(row.key)), "deleted": .bool(row.deleted != nil),
      "kind": .string(message.kind.rawValue), "text": .string(message.body),
      "sent": .string(WireDate.format(message.sent)),
    ]
    members["expires"] = message.expiry.map { .string(WireDate.format($0)) }
    members["link"] = message.deepLink.map { .string($0) }
    members["icon"] = message.iconURL.map { .string($0) }
    if !message.actions.isEmpty { members["actions"] = MessageJSON.actions(message.actions) }
    if !message.custom.isEmpty { members["custom"] = .object(message.custom.mapValues { .string($0) }) }
    return .object(members)
  }

  /// A record that could not be read; those behind the last that is named have neither place nor id.
  private static func unreadable(_ record: MalformedMessage) -> JSONValue {
    var members: [String: JSONValue] = ["reason": .string(record.reason)]
    members["id"] = record.id.map { .string($0) }
    if !record.hasID, record.unnamed == nil {
      members["index"] = .integer(Int64(record.index))
      members["title"] = record.title.map { .string($0) }
    }
    return Output.masked(.object(members))
  }
}
