/// How large a screen or a region is, in cells; never negative.
package struct Size: Hashable, Sendable, Codable {
  package var columns: Int
  package var rows: Int

  /// No terminal is larger, whatever a file says.
  private static let largest = 1_000

  /// Reads a size; what is beyond any terminal is cut.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      columns: min(Self.largest, try container.decode(Int.self, forKey: .columns)),
      rows: min(Self.largest, try container.decode(Int.self, forKey: .rows)))
  }

  private enum CodingKeys: String, CodingKey { case columns, rows }

  /// Negative numbers count as zero.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// A cell of the screen, counted from the top left corner.
package struct Point: Hashable, Sendable {
  /// The column, from zero.
  package var x: Int
  /// The row, from zero.
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
