/// A message that has left its center, and why (MC-11).
public struct GoneMessage: Hashable, Sendable, Codable {
  /// The message as the archive keeps it.
  public var row: ArchivedMessage
  /// Why and when.
  public var departure: Departure

  /// Names a message that is gone.
  public init(row: ArchivedMessage, departure: Departure) {
    self.row = row
    self.departure = departure
  }
}
