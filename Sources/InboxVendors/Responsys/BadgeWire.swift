public import struct Foundation.Data
public import InboxCore
public import InboxModel

/// The badge sync.
///
/// Oracle publishes no format for it: this one is ours (SB-6). `{"count":3}` both ways.
public enum BadgeWire {
  /// Writes the body, for the request and for the response.
  public static func encode(_ count: Int) -> Data { Data("{\"count\":\(count)}".utf8) }

  /// Writes the response: the number and, where the server counts its changes, the version.
  public static func encodeResponse(_ badge: ServerBadge) -> Data {
    Data(JSONValue.members(["count": badge.count, "version": badge.version]).serialized.utf8)
  }

  /// Reads the response.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` as ``decode(_:)`` does.
  public static func decodeResponse(_ body: Data) throws(InboxError) -> ServerBadge {
    ServerBadge(count: try decode(body), version: try JSONValue.parse(body)["version"]?.integer)
  }

  /// Reads the body.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` when there is no whole number named count, or it is negative.
  public static func decode(_ body: Data) throws(InboxError) -> Int {
    guard let count = try JSONValue.parse(body)["count"]?.integer else {
      throw .invalidPayload("it has no whole number named count")
    }
    guard count >= 0 else { throw .invalidPayload("count is \(count), below zero") }
    return count
  }
}
