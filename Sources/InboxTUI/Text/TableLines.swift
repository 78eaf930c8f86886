import InboxModel

/// A table of data: in columns as wide as needed, in narrower ones where that is enough, else record by record.
struct TableLines {
  private typealias Runs = [DetailLine.Run]

  /// Blanks between two columns.
  private static let gap = 2
  /// A column that would have to be narrower than this is given up.
  private static let narrowest = 10

  private let rows: [[Runs]]
  private let width: Int
  private let columns: Int
  private let header: [Runs]?
  /// Whether each row is an entry of a page, which begins at the edge and continues indented.
  private let isPage: Bool

  /// A row and the rows of the same table after it, which are removed from `rest`.
  init(
    _ first: [[RichSpan]], _ rest: inout ArraySlice<RichBlock>, width: Int, selected: Int?,
    _ pictures: PictureLines
  ) {
    var rows = [first]
    while case .tableRow(let cells)? = rest.first {
      rows.append(cells)
      rest.removeFirst()
    }
    self.rows = rows.map { $0.map { RichLayout.runs($0, selected, pictures) } }
    self.width = max(4, width)
    columns = rows.map(\.count).max() ?? 0
    let isHeader = rows.count > 1 && rows[0].allSatisfy { $0.allSatisfy { $0.emphasis.contains(.strong) } }
    header = isHeader ? self.rows[0] : nil
    isPage = false
  }

  /// A table of a page, whose header stays above the rows that `/` leaves.
  ///
  /// - Parameter cells: Every row has as many cells as the header has names, and the first is not empty.
  init(cells: [[[DetailLine.Run]]], header: [String], width: Int) {
    let names = header.map { [DetailLine.Run($0, .detailLabel)] }
    rows = [names] + cells
    self.width = max(4, width)
    columns = header.count
    self.header = names
    isPage = true
  }

  var lines: [DetailLine] {
    guard columns > 0 else { return [] }
    guard let widths else { return records }
    let isNumeric = isNumeric
    var lines = rows.map { line($0, widths, isNumeric) }
    if isPage, !lines.isEmpty { for y in lines[0].indices { lines[0][y].isHeading = true } }
    return lines.flatMap { $0 }
  }

  // MARK: - Columns

  /// Whether the columns fit beside one another without breaking a word.
  var keepsWords: Bool { narrowed(wanted, least: longestWords) != nil }

  /// The width of each column; nil where they do not fit side by side.
  ///
  /// The widest give way, all to the same width: first those that can without breaking a word.
  private var widths: [Int]? {
    let wanted = wanted
    return narrowed(wanted, least: longestWords) ?? narrowed(wanted, least: longestWords.map { _ in 0 })
  }

  private func narrowed(_ wanted: [Int], least: [Int]) -> [Int]? {
    let room = width - Self.gap * (columns - 1)
    if wanted.reduce(0, +) <= room { return wanted }
    for most in stride(from: wanted.max() ?? 0, through: Self.narrowest, by: -1) {
      let narrowed = zip(wanted, least).map { min($0, max($1, most)) }
      if narrowed.reduce(0, +) <= room { return narrowed }
    }
    return nil
  }

  private var longestWords: [Int] {
    (0..<columns).map { column in rows.map { Self.longestWord(of: $0, column) }.max() ?? 0 }
  }

  /// How wide each column would be with every cell on one line.
  private var wanted: [Int] {
    var wanted = (0..<columns).map { column in
      max(1, rows.map { isSpanning($0, column) ? 0 : Self.width(of: $0, column) }.max() ?? 1)
    }
    for row in rows {
      for column in row.indices where !row[column].isEmpty && isSpanning(row, column) {
        let spanned = row[(column + 1)...].prefix { $0.isEmpty }.indices
        let room = spanned.reduce(wanted[column]) { $0 + Self.gap + wanted[$1] }
        wanted[column] += max(0, Self.width(of: row, column) - room)
      }
    }
    return wanted
  }

  /// Whether a cell may extend over the empty ones after it.
  private func isSpanning(_ row: [Runs], _ column: Int) -> Bool {
    column + 1 < row.count && row[column + 1].isEmpty
  }

  private func line(_ row: [Runs], _ widths: [Int], _ isNumeric: [Bool]) -> [DetailLine] {
    var cells: [(width: Int, lines: [DetailLine], isRight: Bool)] = []
    var column = 0
    while column < row.count {
      var (width, next) = (widths[column], column + 1)
      let isRight = column > 0 && isNumeric[column]
      // Only as far as needed: an empty cell after a short one stays a column.
      while Self.width(of: row, column) > width, next < row.count, row[next].isEmpty {
        width += Self.gap + widths[next]
        next += 1
      }
      let lines = row[column].isEmpty ? [] : RichLayout.wrap(row[column], width)
      cells.append((width, lines, isRight))
      column = next
    }
    return (0..<max(1, cells.map(\.lines.count).max() ?? 1)).map { y in
      var runs: Runs = []
      var pending = 0
      for cell in cells {
        let words = y < cell.lines.count ? Self.trimmed(cell.lines[y].runs) : []
        let used = words.reduce(0) { $0 + DisplayText.width(of: $1.text) }
        let free = max(0, cell.width - used)
        pending += cell.isRight ? free : 0
        if !words.isEmpty {
          if pending > 0 { runs.append(.init(String(repeating: " ", count: pending))) }
          runs += words
          pending = 0
        } else {
          pending += used
        }
        pending += (cell.isRight ? 0 : free) + Self.gap
      }
      return DetailLine(runs)
    }
  }

  /// The columns that hold only amounts, and so are aligned to the right.
  private var isNumeric: [Bool] {
    (0..<columns).map { column in
      let texts = rows.dropFirst(header == nil ? 0 : 1).compactMap { row in
        column < row.count && !row[column].isEmpty ? row[column].map(\.text).joined() : nil
      }
      guard !isPage else {
        return !texts.isEmpty && texts.allSatisfy { Int($0) != nil || $0 == "–" || $0 == "-" }
      }
      return !texts.isEmpty
        && texts.allSatisfy { text in
          text.contains(where: \.isNumber) && text.count(where: \.isLetter) <= 3
        }
    }
  }

  /// Without the blank at which a line was broken.
  private static func trimmed(_ runs: Runs) -> Runs {
    var runs = runs
    if let last = runs.indices.last, runs[last].text.hasSuffix(" ") { runs[last].text.removeLast() }
    return runs
  }

  private static func width(of row: [Runs], _ column: Int) -> Int {
    guard column < row.count else { return 0 }
    return row[column].reduce(0) { $0 + DisplayText.width(of: $1.text) }
  }

  /// A longer word, such as an address, is broken so that others need not be.
  private static let longestWhole = 40

  /// The width of the longest word of a cell that is to stay whole; wide characters break anywhere.
  private static func longestWord(of row: [Runs], _ column: Int) -> Int {
    guard column < row.count else { return 0 }
    let words = row[column].map(\.text).joined().split(whereSeparator: \.isWhitespace)
    return words.map { word in
      let width = DisplayText.width(of: String(word))
      return width > longestWhole ? 0 : width > word.count ? 2 : width
    }.max() ?? 0
  }

  // MARK: - Records

  /// Each row by itself, each value after the name of its column.
  private var records: [DetailLine] {
    var lines: [DetailLine] = []
    for row in rows.dropFirst(header == nil ? 0 : 1) {
      if !lines.isEmpty, !isPage { lines.append(DetailLine()) }
      for (column, cell) in row.enumerated() where !cell.isEmpty {
        var runs: Runs = []
        if let header, column < header.count, !header[column].isEmpty {
          let name = header[column].map(\.text).joined()
          runs.append(.init(name.hasSuffix(":") ? name + " " : name + ": ", .detailLabel))
        }
        // The first cell of a page's entry says what it is, and needs no name.
        let isFirst = isPage && column == 0
        lines += RichLayout.wrap(
          (isFirst ? [] : runs) + cell, width, first: isPage && !isFirst ? "  " : "",
          rest: isPage ? "    " : "  ")
      }
    }
    return lines
  }
}
