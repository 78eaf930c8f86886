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

  /// Reads `80x24`, from 1 to 500 columns and from 1 to 200 rows, as a person writes it; nil for anything else.
  package init?(text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...500).contains(columns),
      (1...200).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

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
