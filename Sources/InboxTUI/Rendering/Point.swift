/// A cell of the screen, counted from the top left corner.
public struct Point: Hashable, Sendable {
  /// The column, from zero.
  public var x: Int
  /// The row, from zero.
  public var y: Int

  /// Makes a point.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
