extension Frame {
  /// Writes one line of text in a row and returns how many columns it took.
  ///
  /// The text is made harmless (see ``DisplayText``) and cut to `width` columns and to the frame, with `…` in
  /// the last column if `ellipsis` is set. It replaces what is there, style included; columns of `width` that the
  /// text does not need stay as they are.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, x: Int, y: Int, width: Int = .max, style: Style,
    alignment: TextAlignment = .leading, ellipsis: Bool = true
  ) -> Int {
    let available = min(width, size.columns - max(-size.columns, min(x, size.columns)))
    guard available > 0, y >= 0, y < size.rows else { return 0 }
    if let count = DisplayText.plainASCIICount(text) {
      guard count > available else {
        writeASCII(text, count, at: x + indent(count, in: available, alignment), y: y, style: style)
        return count
      }
      let dots = dots(ellipsis).prefix(available)
      writeASCII(text, available - dots.count, at: x, y: y, style: style)
      for (index, dot) in dots.enumerated() {
        put(Glyph(dot), x: x + available - dots.count + index, y: y, style: style)
      }
      return available
    }
    var glyphs = DisplayText.cells(text, repertoire: repertoire, limit: available)
    glyphs = DisplayText.clip(glyphs, to: available, ellipsis: dots(ellipsis))
    let used = glyphs.reduce(0) { $0 + $1.width }
    var column = x + indent(used, in: available, alignment)
    for glyph in glyphs {
      put(glyph, x: column, y: y, style: style)
      column += glyph.width
    }
    return used
  }

  /// Writes a text in lines; the last one that fits says that there is more.
  mutating func write(wrapped text: String, in rect: Rect, style: Style) {
    let lines = DisplayText.wrap(text, to: rect.width, in: repertoire)
    for (y, line) in lines.prefix(rect.height).enumerated() {
      let isCut = y == rect.height - 1 && lines.count > rect.height
      write(isCut ? line + " …" : line, x: rect.x, y: rect.y + y, width: rect.width, style: style)
    }
  }

  private func dots(_ ellipsis: Bool) -> String.UnicodeScalarView {
    (ellipsis ? repertoire.dots : "").unicodeScalars
  }

  private func indent(_ used: Int, in available: Int, _ alignment: TextAlignment) -> Int {
    switch alignment {
    case .leading: 0
    case .center: (available - used) / 2
    case .trailing: available - used
    }
  }

  /// Writes the first characters of a text of printable ASCII, as far as they lie in the frame.
  private mutating func writeASCII(
    _ text: some StringProtocol, _ count: Int, at x: Int, y: Int, style: Style
  ) {
    let (first, end) = (max(0, x), min(size.columns, x + count))
    guard first < end else { return }
    detach(x: first, y: y)
    let row = y * size.columns
    cells.withUnsafeMutableBufferPointer { cells in
      func write(_ bytes: some Sequence<UInt8>) {
        var index = row + first
        for byte in bytes {
          cells[index] = Cell(Glyph(ascii: byte), style: style)
          index += 1
        }
      }
      if text.utf8.withContiguousStorageIfAvailable({ write($0[(first - x)..<(end - x)]) }) == nil {
        write(text.utf8.dropFirst(first - x).prefix(end - first))
      }
    }
    mendRightEdge(x: end, y: y)
  }

  /// Puts a glyph into its cells; one that does not fit whole leaves a blank.
  private mutating func put(_ glyph: Glyph, x: Int, y: Int, style: Style) {
    let end = x + glyph.width
    guard end > 0, x < size.columns else { return }
    let fits = x >= 0 && end <= size.columns
    let columns = max(0, x)..<min(end, size.columns)
    detach(x: columns.lowerBound, y: y)
    for column in columns {
      cells[y * size.columns + column] = .blank(style)
    }
    mendRightEdge(x: columns.upperBound, y: y)
    guard fits else { return }
    cells[y * size.columns + x] = Cell(glyph, style: style)
    if glyph.width == 2 { cells[y * size.columns + x + 1] = Cell(.rightHalf, style: style) }
  }

  /// Blanks the right half that lost its left one to a write that ended before this column.
  private mutating func mendRightEdge(x: Int, y: Int) {
    guard x > 0, x < size.columns else { return }
    let index = y * size.columns + x
    if cells[index].width == 0, cells[index - 1].width != 2 {
      cells[index] = .blank(cells[index].style)
    }
  }
}

/// Where a text stands in the columns that it was given.
package enum TextAlignment: Hashable, Sendable {
  case leading
  /// In the middle, one column to the left when it cannot be exact.
  case center
  case trailing
}
