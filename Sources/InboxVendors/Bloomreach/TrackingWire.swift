public import struct Foundation.Data
public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxCore

/// Bloomreach's tracking requests, as its SDK publishes them (UL-11; vendors.md B.3).
public enum TrackingWire {
  /// A request as its receiver reads it.
  public struct Record: Hashable, Sendable {
    /// `customer_ids`.
    public var customerIDs: [String: String]
    /// `timestamp`.
    public var time: Date
    /// `event_type`.
    public var type: String
    /// `url`, of a campaign click.
    public var url: String?
    /// `properties`.
    public var properties: [String: JSONValue]
  }

  /// The path of an event's endpoint in a project.
  public static func path(_ kind: VendorEvent.TrackingKind, project: String) -> String {
    let project = URLText.encode(project)
    return switch kind {
    case .campaignClick: "/track/v2/projects/\(project)/campaigns/clicks"
    case .sessionStart, .sessionEnd: "/track/v2/projects/\(project)/customers/events"
    }
  }

  /// Writes the body.
  ///
  /// `timestamp` is in seconds since 1970 with a fraction; a campaign click carries its whole link, whose parameters the
  /// server reads.
  public static func encode(_ event: VendorEvent) -> Data {
    var members: [String: JSONValue] = [
      "customer_ids": .object(event.customerIDs.mapValues { .string($0) }),
      "timestamp": timestamp(event.time),
      "properties": .object(event.properties), "event_type": .string(event.kind),
    ]
    members["url"] = event.url.map { .string($0) }
    return Data(JSONValue.object(members).serialized.utf8)
  }

  /// A moment in seconds since 1970, to the millisecond.
  static func timestamp(_ time: Date) -> JSONValue {
    .number((time.timeIntervalSince1970 * 1_000).rounded() / 1_000)
  }

  /// Reads a body.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` naming the member that is missing or of another kind.
  public static func decode(_ body: Data) throws(InboxError) -> Record {
    let value = try JSONValue.parse(body)
    guard case .object(let ids)? = value["customer_ids"], !ids.isEmpty else {
      throw .invalidPayload("customer_ids is missing or empty")
    }
    guard let type = value["event_type"]?.text, !type.isEmpty else {
      throw .invalidPayload("event_type is missing")
    }
    let seconds: Double
    switch value["timestamp"] {
    case .number(let number)?: seconds = number
    case .integer(let number)?: seconds = Double(number)
    default: throw .invalidPayload("timestamp is missing or no number")
    }
    let time = Date(timeIntervalSince1970: seconds)
    guard WireDate.range.contains(time) else {
      throw .invalidPayload("timestamp is beyond the year 9999 or before 0")
    }
    guard case .object(let properties)? = value["properties"] ?? .object([:]) else {
      throw .invalidPayload("properties is no object")
    }
    if let url = value["url"], url.text == nil { throw .invalidPayload("url is no text") }
    return Record(
      customerIDs: ids.compactMapValues(\.text), time: time, type: type,
      url: value["url"]?.text, properties: properties)
  }
}
