import struct Foundation.Date
import InboxCore

/// One item of App Inbox (wires.md 1.2): every field but the id may be missing.
struct AppInboxItem: Hashable, Sendable {
  /// What becomes of an item.
  enum Outcome: Hashable, Sendable {
    case message(Message, isRead: Bool, note: String?)
    /// A kind that the SDKs do not list either.
    case setAside(SetAsideMessage)
  }

  /// Reads an item.
  ///
  /// - Parameter now: What the SDKs take for the time of an item that has none.
  /// - Throws: ``InboxError/invalidPayload(_:)`` naming the field.
  static func read(_ record: JSONValue, in center: CenterName, now: Date) throws(InboxError) -> Outcome {
    guard case .object = record else {
      throw .invalidPayload("the record is \(record.kindName), not an object")
    }
    let type = try text(record, "type") ?? "unknown"
    let id = try text(record, "id") ?? ""
    guard type == "push" || type == "html" else { return .setAside(SetAsideMessage(id: id, kind: type)) }
    guard !id.isEmpty else { throw .invalidPayload("id is missing or empty") }
    guard !id.contains("\0") else { throw .invalidPayload("id holds a NUL character") }
    let content = try content(record)
    let sent = try date(record, "create_time")
    var message = Message(
      id: MessageID(id), sent: sent ?? now, subject: try text(content, "title") ?? "",
      body: try text(content, type == "html" ? "pre_header" : "message") ?? "", center: center,
      iconURL: try text(content, "image"), expiry: try date(record, "expire_time"), custom: custom(content),
      raw: record.serialized)
    if type == "html" {
      message.richHTML = try text(content, "message")
    } else {
      message.deepLink = try target(content)
      message.actions = try actions(content)
    }
    let note = sent == nil ? "it has no create_time, so it is listed under the time of the fetch" : nil
    return .message(message, isRead: try isRead(record), note: note)
  }

  private static func isRead(_ record: JSONValue) throws(InboxError) -> Bool {
    switch record["is_read"] {
    case nil, .null?: return false
    case .bool(let isRead)?: return isRead
    case let other?: throw .invalidPayload("is_read is \(other.kindName), not true or false")
    }
  }

  private static func content(_ record: JSONValue) throws(InboxError) -> JSONValue {
    switch record["content"] {
    case nil, .null?: return .object([:])
    case .object(let members)?: return .object(members)
    case let other?: throw .invalidPayload("content is \(other.kindName), not an object")
    }
  }

  /// Where a button or the message itself leads; nil where it only opens the app.
  private static func target(_ button: JSONValue) throws(InboxError) -> String? {
    guard ["browser", "deeplink"].contains(try text(button, "action") ?? "app") else { return nil }
    return try text(button, "url")
  }

  private static func actions(_ content: JSONValue) throws(InboxError) -> [MessageAction] {
    var actions: [MessageAction] = []
    for button in content["actions"]?.elements ?? [] {
      guard let url = try target(button) else { continue }
      actions.append(MessageAction(title: try text(button, "title") ?? "", url: url))
    }
    return actions
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
  private static func text(_ value: JSONValue, _ name: String) throws(InboxError) -> String? {
    switch value[name] {
    case nil, .null?, .string("")?: return nil
    case .string(let text)?: return name == "id" ? text : text.replacingNUL
    case let other?: throw .invalidPayload("\(name) is \(other.kindName), not a text")
    }
  }

  /// Seconds since 1970 with a fraction; nil for a missing field and for null.
  private static func date(_ record: JSONValue, _ name: String) throws(InboxError) -> Date? {
    guard let value = record[name], value != .null else { return nil }
    guard let seconds = value.number else {
      throw .invalidPayload("\(name) is \(value.kindName), not a number")
    }
    let date = Date(timeIntervalSince1970: seconds)
    guard WireDate.range.contains(date) else {
      throw .invalidPayload("\(name) is out of the years 1 to 9999")
    }
    return date
  }
}
