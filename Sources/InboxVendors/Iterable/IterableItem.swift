import struct Foundation.Data
import struct Foundation.Date
import InboxModel

/// A record of `getMessages`, in any of the shapes that servers send and sent (wires.md §2.2; iterable-swift-sdk,
/// `InAppMessageParser`).
///
/// A member of the wrong kind is one that is missing, as for the SDKs.
struct IterableItem: Hashable, Sendable {
  private let record: JSONValue
  private let content: JSONValue?
  /// The custom payload, without what older servers put there and belongs elsewhere.
  private let payload: [String: JSONValue]
  private let metadata: JSONValue?
  private let trigger: String
  /// Whether it is a message of the inbox.
  let savesToInbox: Bool

  init(_ record: JSONValue) {
    self.record = record
    content = record["content"]
    guard var payload = record["customPayload"]?.members else {
      // The older place of the custom payload is that alone.
      self.payload = content?["payload"]?.members ?? [:]
      savesToInbox = Self.flag(record["saveToInbox"]) ?? false
      metadata = record["inboxMetadata"]
      trigger = Self.type(of: record["trigger"])
      return
    }
    let own = Self.flag(record["saveToInbox"])
    savesToInbox = own ?? Self.flag(payload["saveToInbox"]) ?? false
    if own == nil { payload["saveToInbox"] = nil }
    // An object in the older place takes the place of the newer one.
    func moved(_ name: String) -> JSONValue? {
      payload[name]?.members == nil ? record[name] : payload.removeValue(forKey: name)
    }
    trigger = Self.type(of: moved("trigger"))
    metadata = moved("inboxMetadata")
    // The type that the content says itself leaves the other where it is.
    if content?.members != nil, content?["type"] == nil { payload["contentType"] = nil }
    self.payload = payload
  }

  /// What is missing, or is not a trigger, is at once.
  private static func type(of trigger: JSONValue?) -> String {
    trigger?["type"]?.text ?? "immediate"
  }

  /// The record of a message that was read before.
  init(of message: Message) { self.init(message.record) }

  /// Whether it comes without a pop-up; a trigger that is unknown never fires either.
  var isSilent: Bool { savesToInbox && !["immediate", "event"].contains(trigger) }

  /// Read on any device.
  var isRead: Bool { Self.flag(record["read"]) == true }

  /// What the vendor calls it where it is not a message of the inbox; nil for one that is.
  var kind: String? {
    if Self.flag(record["jsonOnly"]) == true { return "jsonOnly" }
    return savesToInbox ? nil : "in-app, not saved to the inbox"
  }

  /// - Throws: ``InboxError/invalidPayload(_:)`` where there is none.
  func id() throws(InboxError) -> MessageID { try record.id("messageId") }

  /// - Parameter seen: When the device saw it first, for a record that does not say when it was made.
  /// - Throws: ``InboxError/invalidPayload(_:)`` saying what is missing.
  func message(seen: Date) throws(InboxError) -> Message {
    let id = try id()
    guard let html = content?["html"]?.text else {
      let flaw =
        content?.members == nil
        ? "content is \(content?.kindName ?? "missing"), not an object"
        : "content.html is \(content?["html"]?.kindName ?? "missing"), not a text"
      // The iOS SDK cannot show it either, and consumes it, which nothing here does (VE-8, wires.md 2.2).
      throw .invalidPayload("\(flaw); an iOS app of Iterable deletes it on the server")
    }
    let (title, subtitle) = (metadata?["title"]?.shownText, metadata?["subtitle"]?.shownText)
    return Message(
      id: id, sent: created ?? seen, subject: title ?? subtitle ?? untitled, body: subtitle ?? "",
      center: .primary, richHTML: html.isEmpty ? nil : html.replacingNUL,
      iconURL: metadata?["icon"]?.shownText,
      expiry: Self.date(record["expiresAt"]), custom: Self.custom(payload), raw: record.serialized)
  }

  /// When it was made, where it says so.
  var created: Date? { Self.date(record["createdAt"]) }

  /// What an iOS app does with it that is not done here (`InAppContentParser`), and an expiry that cannot be read.
  var notes: [String] {
    var notes: [String] = []
    if content?["html"]?.text?.lowercased().contains("href") == false {
      notes.append(
        "its HTML holds no href: an iOS app of Iterable does not show it and deletes it on the server; here it stays"
      )
    }
    if let value = record["expiresAt"], value != .null, Self.date(value) == nil {
      let expiry = (value.text ?? value.serialized).prefix(40)
      notes.append("its expiresAt “\(expiry)” cannot be read as a time: here it does not expire")
    }
    return notes
  }

  /// What stands in the list where the campaign gives no title.
  private var untitled: String {
    record["campaignId"]?.plainID.map { "Campaign \($0)" } ?? "Message without a title"
  }

  /// What is not text is written as JSON.
  static func custom(_ payload: [String: JSONValue]) -> [String: String] {
    payload.mapValues { ($0.text ?? $0.serialized).replacingNUL }
  }

  /// `true`, or 1 as older servers write it.
  private static func flag(_ value: JSONValue?) -> Bool? {
    switch value {
    case .bool(let flag)?: flag
    case .integer(let number)?: number == 1
    default: nil
    }
  }

  /// Milliseconds since 1970, or a date as the public text has it, or as Iterable writes it elsewhere
  /// (`2026-11-21 05:06:07 +00:00`).
  static func date(_ value: JSONValue?) -> Date? { value?.date(perSecond: 1_000) }
}
