public import struct Foundation.Data
public import InboxCore
public import InboxModel

/// What the platform's push service delivers.
///
/// Ours, in the place of APNs: one JSON object a line on an open response (SB-6).
///
/// `{"type":"state","badge":3}` opens the stream with the last known badge;
/// `{"type":"push","message_id","message_center_name","alert","badge","cause"}` announces a message, with
/// `"media_attachment_url"` where the banner has a picture; `{"type":"badge","badge":0,"cause":"campaign clear"}`
/// changes the badge alone; `{"type":"keep-alive"}` says that the line is up.
public enum PushWire {
  /// Writes one line without its newline.
  public static func encode(_ push: Push) -> Data {
    let line: JSONValue =
      switch push {
      case .state(let badge, let version):
        .members(["type": "state", "badge": badge, "badge_version": version])
      case .message(let key, let alert, let badge, let attachment):
        .members([
          "type": "push", "message_id": key.id.rawValue, "message_center_name": key.center.rawValue,
          "alert": alert, "media_attachment_url": attachment, "badge": badge?.count, "cause": badge?.cause,
          "badge_version": badge?.version,
        ])
      case .badge(let badge):
        .members([
          "type": "badge", "badge": badge.count, "cause": badge.cause, "badge_version": badge.version,
        ])
      case .keepAlive, .aside, .changed: .members(["type": "keep-alive"])
      }
    return Data(line.serialized.utf8)
  }

  /// Reads one line.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` for an unknown type or a missing field.
  public static func decode(_ line: Data) throws(InboxError) -> Push { try push(try JSONValue.parse(line)) }

  /// Reads a line that is parsed already, as ``decode(_:)`` does.
  static func push(_ value: JSONValue) throws(InboxError) -> Push {
    let badge = value["badge"]?.integer
    if let badge, badge < 0 { throw .invalidPayload("its badge \(badge) is below zero") }
    let version = value["badge_version"]?.integer
    let change = badge.map {
      Push.BadgeChange(count: $0, cause: value["cause"]?.text?.replacingNUL ?? "server set", version: version)
    }
    switch value["type"]?.text {
    case "state"?:
      guard let badge else { throw .invalidPayload("a state push has no badge") }
      return .state(badge: badge, version: version)
    case "push"?:
      guard let id = value["message_id"]?.text else { throw .invalidPayload("a push has no message_id") }
      let key = MessageKey(
        center: CenterName(value["message_center_name"]?.text ?? ""), id: MessageID(id))
      return .message(
        key, alert: value["alert"]?.text ?? "", badge: change,
        attachment: value["media_attachment_url"]?.text)
    case "badge"?:
      guard let change else { throw .invalidPayload("a badge push has no badge") }
      return .badge(change)
    case "keep-alive"?: return .keepAlive
    default: throw .invalidPayload("a push of the type “\(value["type"]?.text ?? "none")” is unknown")
    }
  }
}
