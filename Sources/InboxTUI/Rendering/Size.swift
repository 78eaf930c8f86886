/// How large a screen or a region is, in cells; never negative.
public struct Size: Hashable, Sendable, Codable {
  /// The number of columns.
  public var columns: Int
  /// The number of rows.
  public var rows: Int

  /// Makes a size; negative numbers count as zero.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}
