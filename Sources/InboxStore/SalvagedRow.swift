import Foundation
import GRDB
import InboxCore
import InboxModel

/// A row of a damaged file, and whether it can be what was once written there.
///
/// A page that is overwritten may still look like rows. What cannot be true is left out, so that it is not taken for
/// evidence.
struct SalvagedRow {
  let row: Row

  /// Whether every value can be believed.
  func isSound(in table: String) -> Bool {
    do {
      switch table {
      case "message": return try isMessage()
      case "event": return try isEvent()
      case "change": return try isChange()
      case "suppressed": return try isSuppressed()
      case "click":
        return try isPerson() && isTime("at") && UUID(uuidString: row.value("id")) != nil
          && LinkClick.State(rawValue: row.value("state")) != nil
      case "passage":
        return try isPerson() && isTime("at") && CacheState(rawValue: row.value("presence")) != nil
      case "foreignMessage":
        return try Identity(storageKey: row.value("ofIdentity")) != nil
          && !row.value("application", String.self).isEmpty
      case "badge": return try isPerson() && isTime("at") && isCount("local")
      case "appSession": return try isTime("startedAt") && isTimeOrNothing("leftAt")
      case "counter": return try isCount("value")
      case "setting": return try isCount("value") || row.value("name", String.self) == DamagedDatabase.loss
      default: return true
      }
    } catch {
      return false
    }
  }

  /// The record as received must still say what the columns say.
  private func isMessage() throws -> Bool {
    guard try isPerson(), try isTime("fetched"), CacheState(rawValue: try row.value("presence")) != nil,
      RichState(rawValue: try row.value("rich")) != nil
    else { return false }
    for column in ["lastFetched", "presenceAt", "readAt", "deletedAt", "richAt"] {
      guard try isTimeOrNothing(column) else { return false }
    }
    let raw = try row.value("raw", String.self)
    let (subject, body) = (try row.value("subject", String.self), try row.value("body", String.self))
    guard raw != "{}" else { return Self.isWhole(subject) }
    let record = try JSONValue.parse(Data(raw.utf8))
    let texts = Self.texts(in: record)
    // Zeros that were written over a page read as nothing.
    let (id, center) = (try row.value("id", String.self), try row.value("center", String.self))
    guard !id.isEmpty, !center.isEmpty, !center.unicodeScalars.contains("\u{FFFD}") else { return false }
    // What a vendor derives, such as a subject from two parts, is in no record (VE-2).
    return texts.contains(id)
      && [("subject", subject), ("message", body)].allSatisfy { member, text in
        texts.contains(text) || record[member]?.text == nil && Self.isWhole(text)
      }
  }

  /// Whether a text has nothing that a page which was written over leaves in it.
  private static func isWhole(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0 == "\u{FFFD}" || $0 == "\0" }
  }

  /// Every text of a record, with what an archive keeps in the place of a NUL.
  private static func texts(in value: JSONValue) -> Set<String> {
    switch value {
    case .string(let text): [text, text.replacing("\0", with: "\u{FFFD}")]
    case .integer(let number): [String(number)]
    case .array(let values): Set(values.flatMap { texts(in: $0) })
    case .object(let members): Set(members.values.flatMap { texts(in: $0) })
    default: []
    }
  }

  private func isEvent() throws -> Bool {
    try isPerson() && isTime("at") && UUID(uuidString: row.value("id")) != nil
      && UUID(uuidString: row.value("run")) != nil && isKind()
      && ["waiting", "sent", "refused", "dropped"].contains(row.value("state", String.self))
      // A file of an earlier version has no tries.
      && (!row.hasColumn("tries") || isCount("tries"))
  }

  private func isChange() throws -> Bool {
    try isPerson() && isTime("at") && isCount("tries") && UUID(uuidString: row.value("id")) != nil
      && UUID(uuidString: row.value("run")) != nil
      && MessageChange.Kind(rawValue: row.value("kind")) != nil
      && !row.value("message", String.self).isEmpty
      && ["waiting", "sent", "refused", "dropped", "superseded"].contains(row.value("state", String.self))
  }

  private func isSuppressed() throws -> Bool {
    try isPerson() && isTime("firstAt") && isTime("lastAt") && isCount("count") && isCount("sessionNumber")
      && EngagementEvent.Kind(rawValue: row.value("kind")) != nil
      && Suppression(rawValue: row.value("cause")) != nil
  }

  private func isKind() throws -> Bool {
    let kind = try row.value("kind", String.self)
    // Only an event of a vendor's own has a body.
    guard let body = try row.value("body", String?.self) else {
      return EngagementEvent.Kind(rawValue: kind) != nil
    }
    guard !kind.isEmpty, case .object = try JSONValue.parse(Data(body.utf8)) else { return false }
    return EngagementEvent.Kind(rawValue: kind) == nil
  }

  private func isPerson() throws -> Bool { Identity(storageKey: try row.value("identity")) != nil }

  private func isCount(_ column: String) throws -> Bool {
    (0...1_000_000_000).contains(try row.value(column, Int.self))
  }

  /// Between the years 2000 and 2100.
  private func isTime(_ column: String) throws -> Bool {
    (946_684_800...4_102_444_800).contains(try row.value(column, Double.self))
  }

  /// Also where the column is missing in a file of the first version.
  private func isTimeOrNothing(_ column: String) throws -> Bool {
    guard row.hasColumn(column), let seconds = try row.value(column, Double?.self), seconds != 0 else {
      return true
    }
    return try isTime(column)
  }
}
