/// What the mouse did, and where.
public struct MouseEvent: Hashable, Sendable, Codable {
  /// What it did.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// A button went down.
    case press
    /// A button came up.
    case release
    /// It moved while a button was down.
    case drag
    /// The wheel turned away from the user.
    case wheelUp
    /// The wheel turned towards the user.
    case wheelDown
  }

  /// What it did.
  public let kind: Kind
  /// The button: 1 left, 2 middle, 3 right; 0 for the wheel and unknown buttons.
  public let button: Int
  /// The column, from zero.
  public let x: Int
  /// The row, from zero.
  public let y: Int

  /// Makes an event.
  public init(kind: Kind, button: Int, x: Int, y: Int) {
    self.kind = kind
    self.button = button
    self.x = x
    self.y = y
  }
}
