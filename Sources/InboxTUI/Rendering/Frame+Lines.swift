extension Frame {
  /// The rows as text, without the blanks at their ends.
  package var lines: [String] {
    (0..<size.rows).map { y in
      var line = ""
      var end = line.endIndex
      for cell in row(y) where cell.width > 0 {
        line += cell.cluster
        if cell.glyph != .blank { end = line.endIndex }
      }
      return String(line[..<end])
    }
  }

  /// Whether a text stands in it: in one row as it is, or wrapped over rows of one pane or box, whatever blanks are
  /// around its words there.
  package func shows(_ text: String) -> Bool {
    let wanted = Array(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    return lines.contains { $0.contains(text) }
      || paneTexts.contains { pane in pane.indices.contains { Self.match(wanted, pane[$0...]) } }
  }

  /// Whether some characters begin with a text; behind a full row there may be a blank of it or none.
  private static func match(_ text: [Character], _ rest: ArraySlice<Character>) -> Bool {
    var place = 0
    for character in rest where place < text.count {
      if character == text[place] || character == "\n" && text[place] == " " {
        place += 1
      } else if character != "\n" || place == 0 {
        return false
      }
    }
    return !text.isEmpty && place == text.count
  }

  /// The texts between lines of boxes that stand in the same columns of successive rows; an empty row ends one.
  ///
  /// A row that fills its columns ends in a line feed, as a word may go on in the next one, any other in a blank.
  private var paneTexts: [[Character]] {
    var (ended, open): ([String], [Range<Int>: String]) = ([], [:])
    for y in 0..<size.rows {
      let row = row(y)
      let panes = row.indices.split { row[$0].isLine }.map { part in
        let text = row[part].map(\.cluster).joined()
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isFull = part.suffix(3).contains { row[$0].glyph != .blank }
        return (
          columns: part.lowerBound - row.startIndex..<part.upperBound - row.startIndex,
          words: words.isEmpty ? "" : words + (isFull ? "\n" : " ")
        )
      }
      let going = panes.filter { !$0.words.isEmpty }.map { columns, words in
        (columns, open.removeValue(forKey: columns).map { $0 + words } ?? words)
      }
      ended += open.values
      open = Dictionary(uniqueKeysWithValues: going)
    }
    return (ended + open.values).map(Array.init)
  }

  /// The styles as a picture: one letter per cell, `.` for plain, and what the letters mean.
  ///
  /// Letters are given in the order in which the styles appear; plain cells at the end of a row are left out.
  package func styleGrid() -> (lines: [String], legend: [(Character, Style)]) {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    var marks: [Style: Character] = [.plain: "."]
    var legend: [(Character, Style)] = []
    let lines = (0..<size.rows).map { y in
      var line = ""
      var end = line.endIndex
      for cell in row(y) {
        let style = cell.style.visible
        let known = marks[style]
        let mark = known ?? (legend.count < letters.count ? letters[legend.count] : "?")
        if known == nil {
          marks[style] = mark
          legend.append((mark, style))
        }
        line.append(mark)
        if mark != "." { end = line.endIndex }
      }
      return String(line[..<end])
    }
    return (lines, legend)
  }
}

extension Cell {
  /// Whether it is a piece of a line, as boxes and the edges between panes have.
  fileprivate var isLine: Bool {
    cluster.unicodeScalars.first.map { (0x2500...0x257F).contains($0.value) } == true
  }
}
