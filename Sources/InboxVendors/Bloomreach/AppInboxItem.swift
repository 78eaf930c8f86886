import struct Foundation.Date
import InboxModel

/// One item of App Inbox (wires.md 1.2): every field but the id may be missing.
struct AppInboxItem: Hashable, Sendable {
  /// What becomes of an item.
  enum Outcome: Hashable, Sendable {
    case message(Message, isRead: Bool, isDated: Bool, note: String?)
    /// A kind that the SDKs do not list either.
    case setAside(SetAsideMessage)
  }

  /// What counts as missing, as it is not of the kind that the SDKs decode.
  private var flaws: [String] = []

  /// Reads an item; a field of another kind than the SDKs decode is one that is missing, and is named.
  ///
  /// - Parameter now: What the SDKs take for the time of an item that has none.
  /// - Throws: ``InboxError/invalidPayload(_:)`` where it has no id.
  static func read(_ record: JSONValue, in center: CenterName, now: Date) throws(InboxError) -> Outcome {
    var item = AppInboxItem()
    let type = item.text(record, "type") ?? "unknown"
    guard type == "push" || type == "html" || record.members == nil else {
      return .setAside(SetAsideMessage(id: record["id"]?.text ?? "", kind: type))
    }
    return item.message(try record.id("id"), type, record, in: center, now: now)
  }

  private mutating func message(
    _ id: MessageID, _ type: String, _ record: JSONValue, in center: CenterName, now: Date
  ) -> Outcome {
    let content = object(record, "content")
    let sent = date(record, "create_time")
    var message = Message(
      id: id, sent: sent ?? now, subject: text(content, "title") ?? "",
      body: text(content, type == "html" ? "pre_header" : "message") ?? "", center: center,
      iconURL: text(content, "image"), expiry: date(record, "expire_time"), custom: Self.custom(content),
      raw: record.serialized)
    if type == "html" {
      message.richHTML = text(content, "message")
    } else {
      message.deepLink = target(content)
      message.actions = (content["actions"]?.elements ?? []).compactMap { button in
        target(button).map { MessageAction(title: text(button, "title") ?? "", url: $0) }
      }
    }
    let isRead = flag(record, "is_read")
    if sent == nil {
      flaws.append("it has no create_time, so it is listed under the time of its first fetch")
    }
    return .message(
      message, isRead: isRead, isDated: sent != nil, note: flaws.isEmpty ? nil : flaws.joined(separator: "; ")
    )
  }

  private mutating func missing(_ name: String, _ value: JSONValue, _ wanted: String) {
    flaws.append("\(name) is \(value.kindName), not \(wanted), and counts as missing")
  }

  private mutating func flag(_ record: JSONValue, _ name: String) -> Bool {
    switch record[name] {
    case nil, .null?: return false
    case .bool(let flag)?: return flag
    case let other?:
      missing(name, other, "true or false")
      return false
    }
  }

  private mutating func object(_ record: JSONValue, _ name: String) -> JSONValue {
    switch record[name] {
    case nil, .null?: return .object([:])
    case .object(let members)?: return .object(members)
    case let other?:
      missing(name, other, "an object")
      return .object([:])
    }
  }

  /// Where a button or the message itself leads; nil where it only opens the app.
  private mutating func target(_ button: JSONValue) -> String? {
    guard ["browser", "deeplink"].contains(text(button, "action") ?? "app") else { return nil }
    return text(button, "url")
  }

  /// What the campaign's author wrote beside the message, as far as it is text.
  private static func custom(_ content: JSONValue) -> [String: String] {
    var custom: [String: String] = [:]
    for name in ["attributes", "url_params"] {
      guard case .object(let members)? = content[name] else { continue }
      custom.merge(members.compactMapValues { $0.text?.replacingNUL }) { _, later in later }
    }
    return custom
  }

  /// Nil for a missing field, for null and for an empty text.
  private mutating func text(_ value: JSONValue, _ name: String) -> String? {
    switch value[name] {
    case nil, .null?, .string("")?: return nil
    case .string(let text)?: return text.replacingNUL
    case let other?:
      missing(name, other, "a text")
      return nil
    }
  }

  /// Seconds since 1970 with a fraction; nil for a missing field and for null.
  private mutating func date(_ record: JSONValue, _ name: String) -> Date? {
    guard let value = record[name], value != .null else { return nil }
    guard let seconds = value.number else {
      missing(name, value, "a number")
      return nil
    }
    guard let date = WireDate.date(seconds: seconds) else {
      flaws.append("\(name) is out of the years 1 to 9999, and counts as missing")
      return nil
    }
    return date
  }
}
