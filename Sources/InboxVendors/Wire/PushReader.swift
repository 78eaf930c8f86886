public import struct Foundation.Data
public import InboxCore
public import InboxModel

/// How a vendor reads its line of pushes.
public struct PushReader: Sendable {
  /// Judges the head of the response; throws where it is not an open line.
  public var check: @Sendable (WireResponse) throws(InboxError) -> Void
  /// Reads one line without its newline; a line for which it throws is passed over.
  public var read: @Sendable (Data) throws(InboxError) -> Push
}
