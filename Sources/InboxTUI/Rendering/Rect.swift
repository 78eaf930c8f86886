/// A region of the screen in cells; its sides are never negative, so any arithmetic on it is safe to draw.
package struct Rect: Hashable, Sendable {
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int

  /// Far beyond any screen, and small enough that sums of it never overflow.
  private static let limit = 1 << 30

  /// Negative sides count as zero.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = min(max(x, -Self.limit), Self.limit)
    self.y = min(max(y, -Self.limit), Self.limit)
    self.width = min(max(0, width), Self.limit)
    self.height = min(max(0, height), Self.limit)
  }

  /// The whole of a screen of this size.
  package init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.columns, height: size.rows)
  }

  package var minX: Int { x }
  /// The column after the last one.
  package var maxX: Int { x + width }
  package var minY: Int { y }
  /// The row after the last one.
  package var maxY: Int { y + height }
  /// Whether the region has no cell.
  package var isEmpty: Bool { width == 0 || height == 0 }

  /// Whether the cell lies in the region.
  package func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The region without this many columns on the left and on the right, and rows above and below.
  package func inset(horizontally dx: Int, vertically dy: Int) -> Rect {
    let (dx, dy) = (min(max(dx, -Self.limit), Self.limit), min(max(dy, -Self.limit), Self.limit))
    return Rect(x: x + min(dx, width), y: y + min(dy, height), width: width - 2 * dx, height: height - 2 * dy)
  }

  /// The cells that both regions have.
  package func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    return Rect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// `count` rows from row `start` of the region (counted inside it), cut to the region.
  package func rows(from start: Int, count: Int) -> Rect {
    let start = min(max(0, start), height)
    return Rect(x: x, y: y + start, width: width, height: min(count, height - start))
  }

  /// All rows from row `start` of the region (counted inside it) to its end.
  package func rows(from start: Int) -> Rect {
    rows(from: start, count: height)
  }

  /// The leftmost `columns` columns, at most all of them.
  package func left(_ columns: Int) -> Rect {
    Rect(x: x, y: y, width: min(columns, width), height: height)
  }

  /// What is left after `columns` columns (counted inside the region).
  package func right(from columns: Int) -> Rect {
    let skipped = min(max(0, columns), width)
    return Rect(x: x + skipped, y: y, width: width - skipped, height: height)
  }
}
