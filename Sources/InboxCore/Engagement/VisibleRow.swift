public import InboxModel

/// A row that is on the screen, wholly or not.
public struct VisibleRow: Hashable, Sendable {
  /// The message of the row.
  public var message: MessageKey
  /// How much of it can be seen.
  public var visibility: RowVisibility

  /// Takes its parts as they are; nothing is checked.
  public init(_ message: MessageKey, _ visibility: RowVisibility = .whole) {
    self.message = message
    self.visibility = visibility
  }
}
