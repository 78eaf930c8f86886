import struct Foundation.Date
import InboxCore

/// An event as Bloomreach takes it: without a `timestamp` it happened now.
struct BloomreachEvent {
  let tracked: TrackedEvent

  init(_ body: BloomreachBody, _ ids: CustomerIDs, now: Date) throws {
    guard let type = try body.text("event_type"), !type.isEmpty else {
      throw Refusal.body("event_type is missing.")
    }
    tracked = TrackedEvent(
      customerIDs: ids.all, time: try Self.time(body["timestamp"]) ?? now, type: type,
      url: try body.text("url"), properties: try body.object("properties"))
  }

  private static func time(_ value: JSONValue?) throws -> Date? {
    guard let value, value != .null else { return nil }
    guard let seconds = value.number else { throw Refusal.body("timestamp is not a number.") }
    let time = Date(timeIntervalSince1970: seconds)
    guard WireDate.range.contains(time) else {
      throw Refusal.body("timestamp is beyond the year 9999 or before 0.")
    }
    return time
  }

  /// What it says of a message of the App Inbox; nil for any other event (wires.md 1.4).
  var inboxReceipt: VendorReceipt.Kind? {
    Self.inboxReceipt(tracked.type, .object(tracked.properties))
  }

  static func inboxReceipt(_ type: String?, _ properties: JSONValue?) -> VendorReceipt.Kind? {
    guard type == "campaign", ["app inbox", nil].contains(properties?["action_type"]?.text) else {
      return nil
    }
    return switch properties?["status"]?.text {
    case "opened": .open
    case "clicked": .click
    default: nil
    }
  }

  /// The message, which an event does not name itself: by the tracking data that came with it.
  func message(among messages: [VendorMessage]) -> MessageID? {
    let properties = tracked.properties
    let number = properties["action_id"]?.integer ?? properties["action_id"]?.text.flatMap { Int($0) }
    if let number, let message = messages.first(where: { $0.number == Int64(number) }) { return message.id }
    // It may have been withdrawn since.
    return properties["utm_content"]?.text.map { MessageID($0) }
  }

  /// What it says besides whose and of what message it is.
  var detail: [String: JSONValue] {
    let names = [
      "url", "cta", "tracking_forced", "platform", "application_id", "consent_category_tracking",
    ]
    return tracked.properties.filter { names.contains($0.key) }
  }
}
