import CCurses
import InboxTUI

/// Puts single cells into ncurses' picture of the screen.
struct CellPainter {
  private let depth: ColorDepth
  private let repertoire: Repertoire
  private var style: Style?
  private var foreground: Int32 = -1
  private var background: Int32 = -1
  private var attributes: UInt32 = 0
  private var scalars = [UInt32](repeating: 0, count: 5)
  /// Letters side by side that look alike and are not put there yet.
  private var letters: [UInt32] = []
  private var start = (x: 0, y: 0)

  init(depth: ColorDepth, repertoire: Repertoire) {
    self.depth = depth
    self.repertoire = repertoire
  }

  /// Up to this many unchanged cells between changed ones are written again: that costs less than to begin anew.
  private static let longestGap = 12

  /// Puts what differs from a row of the picture before where it belongs; neither row has wide cells.
  mutating func paint(
    _ row: UnsafeBufferPointer<Cell>, over before: UnsafeBufferPointer<Cell>, y: Int, columns: Int
  ) {
    var x = 0
    while x < row.count {
      let cell = row[x]
      if cell == before[x] {
        x += 1
      } else if cell.glyph.onlyScalar == nil {
        paint(cell, x: x, y: y, marks: x + 1 < columns)
        x += 1
      } else {
        x = paintLetters(from: x, of: row, over: before, y: y)
      }
    }
  }

  /// Writes letters that look alike in one go.
  ///
  /// - Returns: where they end.
  private mutating func paintLetters(
    from x: Int, of row: UnsafeBufferPointer<Cell>, over before: UnsafeBufferPointer<Cell>, y: Int
  ) -> Int {
    flush()
    let style = row[x].style
    take(style)
    start = (x, y)
    var end = x
    var same = 0
    while end < row.count, same <= Self.longestGap, row[end].style == style,
      let letter = row[end].glyph.onlyScalar
    {
      same = row[end] == before[end] ? same + 1 : 0
      append(letter)
      end += 1
    }
    letters.removeLast(same)
    flush()
    return end
  }

  private mutating func append(_ letter: Unicode.Scalar) {
    // A frame made for another terminal must not put this one out of step.
    letters.append(repertoire == .ascii && !letter.isASCII ? 0x3F : letter.value)
  }

  /// Paints a cell, with or without the marks on its letter; at the latest ``flush()`` brings it to ncurses.
  mutating func paint(_ cell: Cell, x: Int, y: Int, marks: Bool) {
    if cell.width == 1, let letter = cell.glyph.onlyScalar {
      if cell.style != style || y != start.y || x != start.x + letters.count { flush() }
      if letters.isEmpty {
        take(cell.style)
        start = (x, y)
      }
      append(letter)
      return
    }
    flush()
    take(cell.style)
    var count = 0
    for scalar in cell.glyph.scalars where count < scalars.count {
      scalars[count] = repertoire == .ascii && !scalar.isASCII ? 0x3F : scalar.value
      count += 1
      if repertoire == .ascii || !marks { break }
    }
    assert(
      Self.columns(of: scalars[0]) == cell.width || repertoire == .ascii, "ncurses has another width")
    cc_put(Int32(y), Int32(x), scalars, Int32(count), foreground, background, attributes)
  }

  mutating func paintBlank(x: Int, y: Int, style: Style) {
    flush()
    take(style)
    scalars[0] = 0x20
    cc_put(Int32(y), Int32(x), scalars, 1, foreground, background, attributes)
  }

  /// Writes the letters that still wait for others beside them.
  mutating func flush() {
    guard !letters.isEmpty else { return }
    cc_put_letters(
      Int32(start.y), Int32(start.x), letters, Int32(letters.count), foreground, background, attributes)
    letters.removeAll(keepingCapacity: true)
  }

  /// Gives ncurses the layout's table of widths; false without memory for it.
  nonisolated static func giveWidths() -> Bool {
    CharacterWidth.boundaries.withUnsafeBufferPointer { cc_width_table($0.baseAddress, $0.count) }
  }

  /// How many columns ncurses gives a scalar.
  nonisolated static func columns(of scalar: UInt32) -> Int {
    Int(cc_width(scalar))
  }

  private mutating func take(_ style: Style) {
    guard style != self.style else { return }
    self.style = style
    foreground = number(of: style.foreground)
    background = number(of: style.background)
    attributes = 0
    for (attribute, bit) in Self.bits where style.attributes.contains(attribute) {
      attributes |= UInt32(bit)
    }
  }

  private func number(of color: Color) -> Int32 {
    switch depth.color(color) {
    case .standard: -1
    case .palette(let index): Int32(index)
    case .rgb(let red, let green, let blue):
      Int32(CC_RGB) | Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
    }
  }

  private static let bits: [(Attributes, Int)] = [
    (.bold, CC_BOLD), (.dim, CC_DIM), (.italic, CC_ITALIC), (.underline, CC_UNDERLINE),
    (.reverse, CC_REVERSE),
  ]
}
