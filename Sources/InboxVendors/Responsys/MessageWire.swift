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
    let fields = record.members ?? [:]
    let name = try optionalText(fields, "message_center_name")
    return Message(
      id: id, sent: try requiredDate(fields, "sent_ts"),
      subject: try requiredText(fields, "subject"), body: try requiredText(fields, "message"),
      center: name.map { CenterName($0) } ?? .primary,
      deepLink: try optionalURL(fields, "deeplink_url"),
      richURL: try optionalURL(fields, "richmessage_url"),
      richHTML: try optionalText(fields, "richmessage_html"),
      iconURL: try optionalURL(fields, "icon_url"),
      expiry: try optionalDate(fields, "expiry_ts"),
      custom: try custom(fields["custom_key_value_pairs"]), raw: record.serialized)
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

  private typealias Fields = [String: JSONValue]

  private static func requiredText(_ fields: Fields, _ name: String) throws(InboxError) -> String {
    guard let text = try optionalText(fields, name, preservesEmpty: true) else {
      throw .invalidPayload("\(name) is missing")
    }
    return text
  }

  /// Nil for a missing field, for null and, unless it is kept, for an empty text.
  private static func optionalText(
    _ fields: Fields, _ name: String, preservesEmpty: Bool = false
  ) throws(InboxError) -> String? {
    switch fields[name] {
    case nil, .null?: return nil
    case .string(let text)?:
      guard !text.isEmpty else { return preservesEmpty ? text : nil }
      // No text of a message has use for NUL, and databases end there; an id keeps its own for the check above.
      return name == "id" ? text : text.replacingNUL
    case let other?: throw .invalidPayload("\(name) is \(other.kindName), not a text")
    }
  }

  private static func optionalURL(_ fields: Fields, _ name: String) throws(InboxError) -> String? {
    // An escape may stand for a NUL.
    try optionalText(fields, name).map { URLText.decode($0).replacingNUL }
  }

  private static func requiredDate(_ fields: Fields, _ name: String) throws(InboxError) -> Date {
    guard let date = try optionalDate(fields, name) else { throw .invalidPayload("\(name) is missing") }
    return date
  }

  private static func optionalDate(_ fields: Fields, _ name: String) throws(InboxError) -> Date? {
    guard let text = try optionalText(fields, name) else { return nil }
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
