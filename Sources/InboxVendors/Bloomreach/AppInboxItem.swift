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
    let content = JSONValue.object(field(record, "content", "an object", \.members) ?? [:])
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
    let isRead = field(record, "is_read", "true or false", \.flag) ?? false
    if sent == nil {
      flaws.append("it has no create_time, so it is listed under the time of its first fetch")
    }
    return .message(
      message, isRead: isRead, isDated: sent != nil, note: flaws.isEmpty ? nil : flaws.joined(separator: "; ")
    )
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
      let texts = content[name]?.members?.compactMapValues { $0.text?.replacingNUL } ?? [:]
      custom.merge(texts) { _, later in later }
    }
    return custom
  }

  /// A field as the SDKs decode it; nil for a missing one, for null, and for another kind, which is named.
  private mutating func field<Value>(
    _ record: JSONValue, _ name: String, _ wanted: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let value = record[name], value != .null else { return nil }
    if let read = read(value) { return read }
    flaws.append("\(name) is \(value.kindName), not \(wanted), and counts as missing")
    return nil
  }

  /// Nil for an empty text, too.
  private mutating func text(_ record: JSONValue, _ name: String) -> String? {
    guard let text = field(record, name, "a text", \.text), !text.isEmpty else { return nil }
    return text.replacingNUL
  }

  /// Seconds since 1970 with a fraction.
  private mutating func date(_ record: JSONValue, _ name: String) -> Date? {
    guard let seconds = field(record, name, "a number", \.number) else { return nil }
    let date = WireDate.date(seconds: seconds)
    if date == nil { flaws.append("\(name) is out of the years 1 to 9999, and counts as missing") }
    return date
  }
}
