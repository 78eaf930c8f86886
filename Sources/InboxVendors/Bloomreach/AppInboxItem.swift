import struct Foundation.Date
import InboxModel

/// One item of App Inbox (wires.md 1.2): every field but the id may be missing.
///
/// A field of another kind than the SDKs decode is one that is missing, and is noted.
struct AppInboxItem {
  private let record: JSONValue
  private var type = "unknown"
  private(set) var isDated = true
  private(set) var isRead = false
  /// What was assumed of it.
  private(set) var notes: [String] = []

  init(_ record: JSONValue) {
    self.record = record
    type = text(record, "type") ?? type
  }

  /// A kind that the SDKs do not list either; nil for a message.
  var setAside: SetAsideMessage? {
    guard record.members != nil, type != "push", type != "html" else { return nil }
    return SetAsideMessage(id: record["id"]?.text ?? "", kind: type)
  }

  /// - Parameter now: Its time, where it has none.
  /// - Throws: ``InboxError/invalidPayload(_:)`` where it has no id.
  mutating func message(in center: CenterName, seen now: Date) throws(InboxError) -> Message {
    let id = try record.id("id")
    let content = JSONValue.object(field(record, "content", "an object", \.members) ?? [:])
    let sent = date("create_time")
    var message = Message(
      id: id, sent: sent ?? now, subject: text(content, "title") ?? "",
      body: text(content, type == "html" ? "pre_header" : "message") ?? "", center: center,
      iconURL: text(content, "image"), expiry: date("expire_time"), custom: Self.custom(content),
      raw: record.serialized)
    if type == "html" {
      message.richHTML = text(content, "message")
    } else {
      message.deepLink = target(content)
      message.actions = (content["actions"]?.elements ?? []).compactMap { button in
        target(button).map { MessageAction(title: text(button, "title") ?? "", url: $0) }
      }
    }
    isRead = field(record, "is_read", "true or false", \.flag) ?? false
    isDated = sent != nil
    if !isDated { notes.append("it has no create_time, so it is listed under the time of its first fetch") }
    return message
  }

  /// Where a button or the message itself leads; nil where it only opens the app.
  private mutating func target(_ button: JSONValue) -> String? {
    guard ["browser", "deeplink"].contains(text(button, "action") ?? "app") else { return nil }
    return text(button, "url")
  }

  /// What the campaign's author wrote beside the message, as far as it is text.
  private static func custom(_ content: JSONValue) -> [String: String] {
    ["attributes", "url_params"].reduce(into: [:]) { custom, name in
      let texts = content[name]?.members?.compactMapValues { $0.text?.replacingNUL } ?? [:]
      custom.merge(texts) { _, later in later }
    }
  }

  private mutating func field<Value>(
    _ record: JSONValue, _ name: String, _ wanted: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let value = record[name], value != .null else { return nil }
    if let read = read(value) { return read }
    notes.append("\(name) is \(value.kindName), not \(wanted), and counts as missing")
    return nil
  }

  /// Nil for an empty text, too.
  private mutating func text(_ record: JSONValue, _ name: String) -> String? {
    field(record, name, "a text", \.text)?.shown
  }

  /// Seconds since 1970 with a fraction.
  private mutating func date(_ name: String) -> Date? {
    guard let seconds = field(record, name, "a number", \.number) else { return nil }
    let date = WireDate.date(seconds: seconds)
    if date == nil { notes.append("\(name) is out of the years 1 to 9999, and counts as missing") }
    return date
  }
}
