import InboxTUI

/// Rows in columns, each as wide as its widest cell; the last one is not limited.
nonisolated struct TextTable {
  /// The headings of the columns; nil for none.
  var head: [String]?
  var rows: [[String]]

  var lines: [String] {
    let all = ([head].compactMap(\.self) + rows).map { $0.map(Output.oneLine) }
    let widths = (0..<(all.map(\.count).max() ?? 0)).map { column in
      all.compactMap { $0.indices.contains(column) ? DisplayText.width(of: $0[column]) : nil }.max() ?? 0
    }
    return all.map { cells in
      cells.enumerated().map { column, cell in
        column == cells.count - 1
          ? cell : cell + String(repeating: " ", count: widths[column] - DisplayText.width(of: cell) + 2)
      }.joined()
    }
  }
}
