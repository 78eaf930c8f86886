import struct Foundation.Date
public import InboxModel

/// A message on the wire (MC-8): the names are Oracle's (seed 003), the envelope around it is ours (SB-6).
public enum MessageWire {
  /// Reads one record.
  ///
  /// URL fields arrive percent-encoded and are decoded once; one that cannot be decoded is preserved as it is.
  /// - Throws: ``InboxError/invalidPayload(_:)`` saying which field is missing or of the wrong kind.
  public static func decode(_ record: JSONValue) throws(InboxError) -> Message {
    let id = try record.id("id")
    let name = try optionalText(record, "message_center_name")
    return Message(
      id: id, sent: try requiredDate(record, "sent_ts"),
      subject: try requiredText(record, "subject"), body: try requiredText(record, "message"),
      center: name.map { CenterName($0) } ?? .primary,
      deepLink: try optionalURL(record, "deeplink_url"),
      richURL: try optionalURL(record, "richmessage_url"),
      richHTML: try optionalText(record, "richmessage_html"),
      iconURL: try optionalURL(record, "icon_url"),
      expiry: try optionalDate(record, "expiry_ts"),
      custom: try custom(record["custom_key_value_pairs"]), raw: record.serialized)
  }

  /// Writes a message as the sandbox sends it: URLs percent-encoded, absent fields left out.
  public static func encode(_ message: Message) -> JSONValue {
    .members([
      "id": message.id.rawValue, "sent_ts": WireDate.format(message.sent), "subject": message.subject,
      "message": message.body, "message_center_name": message.center.rawValue,
      "deeplink_url": message.deepLink.map(URLText.encode),
      "richmessage_url": message.richURL.map(URLText.encode), "richmessage_html": message.richHTML,
      "icon_url": message.iconURL.map(URLText.encode), "expiry_ts": message.expiry.map(WireDate.format),
      "custom_key_value_pairs": message.custom.isEmpty ? nil : message.custom,
    ])
  }

  private static func requiredText(_ record: JSONValue, _ name: String) throws(InboxError) -> String {
    guard let text = try record.optionalText(name) else { throw .invalidPayload("\(name) is missing") }
    return text.replacingNUL
  }

  /// Nil for an empty text, too.
  private static func optionalText(_ record: JSONValue, _ name: String) throws(InboxError) -> String? {
    try record.optionalText(name)?.shown
  }

  private static func optionalURL(_ record: JSONValue, _ name: String) throws(InboxError) -> String? {
    // An escape may stand for a NUL.
    try optionalText(record, name).map { URLText.decode($0).replacingNUL }
  }

  private static func requiredDate(_ record: JSONValue, _ name: String) throws(InboxError) -> Date {
    guard let date = try optionalDate(record, name) else { throw .invalidPayload("\(name) is missing") }
    return date
  }

  private static func optionalDate(_ record: JSONValue, _ name: String) throws(InboxError) -> Date? {
    guard let text = try optionalText(record, name) else { return nil }
    guard let date = WireDate.parse(text) else {
      throw .invalidPayload("\(name) “\(text.prefix(40))” is not an ISO 8601 time in UTC")
    }
    return date
  }

  private static func custom(_ value: JSONValue?) throws(InboxError) -> [String: String] {
    guard let value, value != .null else { return [:] }
    guard let pairs = value.members else {
      throw .invalidPayload("custom_key_value_pairs is \(value.kindName), not an object")
    }
    if let other = pairs.first(where: { $0.value.text == nil }) {
      throw .invalidPayload("custom_key_value_pairs.\(other.key) is \(other.value.kindName), not a text")
    }
    return pairs.compactMapValues { $0.text?.replacingNUL }
  }
}
