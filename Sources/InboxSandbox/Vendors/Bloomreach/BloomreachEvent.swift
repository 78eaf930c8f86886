import struct Foundation.Date
import InboxModel

struct BloomreachEvent {
  let tracked: TrackedEvent

  static let schema = form([("event_type!", .filledText), ("url?", .text)])
  /// The SDK for Android does not name the type where the path does (vendors.md B.3).
  static let click = form([("event_type?", .choice([clickType])), ("url!", .filledText)])
  private static let clickType = "campaign_click"

  private static func form(_ own: [(String, APISchema)]) -> APISchema {
    .object(
      own + [
        ("customer_ids!", BloomreachCalls.ids), ("timestamp?", .either(.moment, .text)),
        ("properties?", .map(.any)),
      ])
  }

  /// - Parameter body: In the form of ``schema`` or ``click``; only a click may be without a type.
  ///
  /// - Throws: A ``Refusal`` for a text that is not a time.
  init(_ body: JSONValue, _ ids: CustomerIDs) throws {
    tracked = TrackedEvent(
      vendor: .bloomreach, customerIDs: ids.all, time: try Self.time(body["timestamp"]),
      type: body["event_type"]?.text ?? Self.clickType, url: body["url"]?.text,
      properties: body["properties"]?.members ?? [:])
  }

  /// Seconds since 1970, as a number or as a text, or a time in ISO 8601 (Engagement documentation, “Add event”).
  private static func time(_ value: JSONValue?) throws -> Date? {
    guard let text = value?.text else { return value?.number.map { Date(timeIntervalSince1970: $0) } }
    // Double also reads hexadecimal numbers.
    let seconds = text.contains { "xX".contains($0) } ? nil : Double(text)
    guard let time = WireDate.parse(text) ?? seconds.flatMap(WireDate.date),
      time.timeIntervalSince1970 >= 0
    else { throw Refusal.body("timestamp “\(text)” is neither seconds nor a time in ISO 8601") }
    return time
  }

  /// The kind of an event about a message of the App Inbox; nil for any other event (wires.md 1.4).
  static func inboxReceipt(_ body: JSONValue) -> VendorReceipt.Kind? {
    let properties = body["properties"]
    guard body["event_type"]?.text == "campaign",
      ["app inbox", nil].contains(properties?["action_type"]?.text)
    else { return nil }
    return switch properties?["status"]?.text {
    case "opened": .open
    case "clicked": .click
    default: nil
    }
  }

  /// The number of the message, which an event does not name: it is in the tracking data that came with the message.
  var messageNumber: Int64? {
    let value = tracked.properties["action_id"]
    return (value?.integer ?? value?.text.flatMap { Int($0) }).map { Int64($0) }
  }

  /// The id of the message in the tracking data, also where it was withdrawn since.
  var messageName: MessageID? { tracked.properties["utm_content"]?.text.map { MessageID($0) } }

  /// Its members besides those that name the person and the message.
  var detail: [String: JSONValue] {
    let names = [
      "url", "cta", "tracking_forced", "platform", "application_id", "device_id", "consent_category_tracking",
    ]
    return tracked.properties.filter { names.contains($0.key) }
  }
}
