import struct Foundation.Data
import struct Foundation.Date
import InboxCore
import InboxModel

/// An embedded message of a placement (wires.md §2.4).
struct IterableEmbedded: Hashable, Sendable {
  private let record: JSONValue

  init(_ record: JSONValue) { self.record = record }

  /// The number of a placement, which some servers write as a text.
  static func number(_ value: JSONValue?) -> Int? { value?.integer ?? value?.text.flatMap { Int($0) } }

  static func list(_ placement: Int) -> CenterName { CenterName(String(placement)) }

  /// The placement of a list; nil for the inbox.
  static func placement(_ list: CenterName) -> Int? { Int(list.rawValue) }

  /// Whether it is a test message, of which the vendor accepts events and makes none (API reference, “Track an embedded
  /// message received event”).
  static func isProof(_ message: Message) -> Bool { message.record["metadata"]?["isProof"]?.flag == true }

  /// The id of the button that a link belongs to; nil for the message's own action, also where a button leads to the
  /// same address, unless the words are the button's.
  static func button(_ link: EngagementGesture.Link, in message: Message) -> String? {
    let record = message.record
    let buttons = (record["elements"]?["buttons"]?.elements ?? []).filter { target($0["action"]) == link.url }
    if let label = link.label, let named = buttons.first(where: { ($0["title"]?.text ?? "") == label }) {
      return named["id"]?.text
    }
    guard target(record["elements"]?["defaultAction"]) != link.url else { return nil }
    return buttons.first?["id"]?.text
  }

  /// The place among the messages of the placement; smaller first.
  var place: Double {
    let order = record["metadata"]?["priorityOrder"]
    return (order?.number ?? order?.text.flatMap(Double.init)).flatMap { $0.isFinite ? $0 : nil } ?? 0
  }

  /// - Throws: ``InboxError/invalidPayload(_:)`` where there is none.
  func id() throws(InboxError) -> MessageID {
    guard let id = record["metadata"]?["messageId"]?.text, !id.isEmpty, !id.contains("\0") else {
      throw .invalidPayload("metadata.messageId is missing")
    }
    return MessageID(id)
  }

  /// - Parameter seen: When the device saw it first: the vendor says of none when it was made.
  /// - Throws: ``InboxError/invalidPayload(_:)`` saying what is missing.
  func message(in list: CenterName, seen: Date) throws(InboxError) -> Message {
    let id = try id()
    // Its SDKs list it without anything to show.
    let elements = record["elements"]?.members ?? [:]
    return Message(
      id: id, sent: seen,
      subject: elements["title"]?.shownText ?? (body(elements).isEmpty ? "Message without a title" : ""),
      body: body(elements), center: list, deepLink: Self.target(elements["defaultAction"]),
      iconURL: elements["mediaUrl"]?.shownText,
      custom: IterableItem.custom(record["payload"]?.members ?? [:]),
      actions: actions(elements), raw: record.serialized)
  }

  /// The text, and behind it the texts that a design of the app's own has fields for; their labels are keys, which the
  /// vendor asks not to display (API reference, `Text`).
  private func body(_ elements: [String: JSONValue]) -> String {
    let more = (elements["text"]?.elements ?? []).compactMap { $0["text"]?.shownText }
    return ([elements["body"]?.shownText].compactMap { $0 } + more).joined(separator: "\n")
  }

  private func actions(_ elements: [String: JSONValue]) -> [MessageAction] {
    (elements["buttons"]?.elements ?? []).compactMap { button in
      Self.target(button["action"]).map { MessageAction(title: button["title"]?.shownText ?? "", url: $0) }
    }
  }

  /// Where an action leads: its data, or its type where that is a link itself (`action://join`).
  private static func target(_ action: JSONValue?) -> String? {
    if let data = action?["data"]?.shownText { return data }
    guard let type = action?["type"]?.shownText, type.contains("://") else { return nil }
    return type
  }
}
