public import struct Foundation.Date
public import struct Foundation.UUID

/// One visit to the message centers: from *view will appear* to *view will disappear* (EN-3).
public struct Session: Hashable, Sendable, Codable {
  /// Unique over all runs.
  public var id: UUID
  /// Counts up on this device, for people: “session 3”.
  public var number: Int
  /// When it began.
  public var began: Date

  /// Takes its parts as they are; nothing is checked.
  public init(id: UUID, number: Int, began: Date) {
    self.id = id
    self.number = number
    self.began = began
  }
}
