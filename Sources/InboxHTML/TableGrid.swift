/// Puts the cells of a table into columns, past those that cells of rows above still fill.
struct TableGrid {
  /// The most columns that a table has; what lies behind is left out.
  private static let mostColumns = 40
  /// For each column, how many more rows a cell from above fills.
  private var filled: [Int] = []

  /// The next row: what the cells hold, and the empty value where a column is only spanned.
  mutating func row<Value>(
    _ cells: [(node: Int, span: CellFacts.Span)], empty: Value, _ content: (Int) -> Value
  ) -> [Value] {
    var row: [Value] = []
    func skip() {
      while row.count < filled.count, filled[row.count] > 0 {
        filled[row.count] -= 1
        row.append(empty)
      }
    }
    for cell in cells {
      skip()
      guard row.count < Self.mostColumns else { break }
      let value = content(cell.node)
      for column in 0..<cell.span.columns {
        while filled.count <= row.count { filled.append(0) }
        filled[row.count] = cell.span.rows - 1
        row.append(column == 0 ? value : empty)
      }
    }
    skip()
    return row
  }
}
