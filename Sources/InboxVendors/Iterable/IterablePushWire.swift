public import struct Foundation.Data
public import InboxCore
public import InboxModel

/// The silent pushes of Iterable as a sandbox sends them: the payload of one, as a line of JSON (wires.md §2.5).
public enum IterablePushWire {
  /// Reads a line.
  ///
  /// A message that is removed is not in the next response either, so each of them means: fetch now.
  /// - Throws: ``InboxError/invalidPayload(_:)`` for a kind that is unknown.
  public static func decode(_ line: Data) throws(InboxError) -> Push { try push(try JSONValue.parse(line)) }

  /// Reads a line that is parsed already, as ``decode(_:)`` does.
  package static func push(_ value: JSONValue) throws(InboxError) -> Push {
    switch value["notificationType"]?.text {
    case "InAppUpdate"?, "InAppRemove"?: return .changed(.primary)
    case "UpdateEmbedded"?: return .changed(nil)
    case let type?: throw .invalidPayload("a silent push of the type “\(type)” is unknown")
    case nil:
      guard value["type"]?.text == "keep-alive" else {
        throw .invalidPayload("a silent push has no notificationType")
      }
      return .keepAlive
    }
  }
}
