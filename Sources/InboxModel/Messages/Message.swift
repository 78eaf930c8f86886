public import struct Foundation.Date

/// A message as the back end sent it (MC-8, seed 003 "Message Properties").
public struct Message: Hashable, Sendable, Codable {
  /// Unique within its center (MC-20).
  public var id: MessageID
  /// When the campaign was launched.
  public var sent: Date
  /// The subject line, raw: it may hold anything, screens sanitise it.
  public var subject: String
  /// The text of the push notification.
  public var body: String
  /// The center it belongs to.
  public var center: CenterName
  /// Where an Open URL message leads, percent-decoded once; custom scheme or https.
  public var deepLink: String?
  /// Where the content of a rich message is fetched; nil for none.
  public var richURL: String?
  /// The content of a rich message that needs no fetch; nil for none.
  public var richHTML: String?
  /// Where the picture of the message is; nil for none.
  public var iconURL: String?
  /// From this moment on the message is expired; nil for never.
  public var expiry: Date?
  /// Custom key–value pairs of the campaign (SDK 7: `customKeyValuePairs`).
  public var custom: [String: String]
  /// The buttons that lead somewhere, in order.
  public var actions: [MessageAction] {
    get { buttons ?? [] }
    set { buttons = newValue.isEmpty ? nil : newValue }
  }
  /// Nil for none, as in recordings older than buttons.
  private var buttons: [MessageAction]?
  /// The record as received, unknown fields included, as JSON with sorted keys.
  public var raw: String

  /// Takes its parts as they are; nothing is checked.
  public init(
    id: MessageID, sent: Date, subject: String, body: String, center: CenterName, deepLink: String? = nil,
    richURL: String? = nil, richHTML: String? = nil, iconURL: String? = nil, expiry: Date? = nil,
    custom: [String: String] = [:], actions: [MessageAction] = [], raw: String = "{}"
  ) {
    self.id = id
    self.sent = sent
    self.subject = subject
    self.body = body
    self.center = center
    self.deepLink = deepLink
    self.richURL = richURL
    self.richHTML = richHTML
    self.iconURL = iconURL
    self.expiry = expiry
    self.custom = custom
    buttons = actions.isEmpty ? nil : actions
    self.raw = raw
  }

  /// Where the message lives.
  public var key: MessageKey { MessageKey(center: center, id: id) }

  /// What opening it does (MC-19).
  public var kind: MessageKind {
    if richHTML != nil || richURL != nil { return .openRichMessage }
    return deepLink == nil ? .launchApp : .openURL
  }
}
