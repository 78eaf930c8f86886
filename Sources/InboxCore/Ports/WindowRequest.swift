public import struct Foundation.Date

/// Asks for a part of a list.
public struct WindowRequest: Hashable, Sendable {
  /// Where the window lies.
  public enum Anchor: Hashable, Sendable {
    /// The newest rows.
    case top
    /// The oldest rows.
    case bottom
    /// Rows on both sides of a message; where it is gone, of the place where it was.
    case around(MessageKey)
  }

  /// Whose messages.
  public var identity: Identity
  /// Which list.
  public var center: CenterName
  /// Where.
  public var anchor: Anchor
  /// At most so many rows.
  public var limit: Int
  /// Expired at this moment = not in the list.
  public var now: Date

  /// Makes a request.
  public init(identity: Identity, center: CenterName, anchor: Anchor, limit: Int, now: Date) {
    self.identity = identity
    self.center = center
    self.anchor = anchor
    self.limit = limit
    self.now = now
  }
}
