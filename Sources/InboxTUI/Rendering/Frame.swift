/// One picture of the whole screen: a grid of cells and where the cursor stands.
///
/// Drawing never fails: what lies outside is cut, and half of a wide character never stands alone.
package struct Frame: Hashable, Sendable {
  /// The size, fixed when the frame is made.
  package let size: Size
  /// The characters that the terminal can show; written text is reduced to them.
  package let repertoire: Repertoire
  /// Where the terminal's cursor is shown; nil hides it.
  package var cursor: Point?
  /// The title of the terminal's window; an empty one leaves it unchanged.
  package var title = ""
  var cells: [Cell]
  /// The mouse targets, where views have named them.
  package internal(set) var marks: [Mark] = []
  /// The pictures that the half blocks in it stand for.
  package internal(set) var pictures: [FramePicture] = []
  /// The web addresses in it.
  package internal(set) var links: [FrameLink] = []

  package init(size: Size, repertoire: Repertoire = .unicode) {
    self.size = size
    self.repertoire = repertoire
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  package var bounds: Rect { Rect(size) }

  /// The cell in a column and row; outside the frame it is blank.
  package subscript(x: Int, y: Int) -> Cell {
    guard x >= 0, x < size.columns, y >= 0, y < size.rows else { return .blank }
    return cells[y * size.columns + x]
  }

  /// The cells of one row, for a screen that compares rows; empty outside the frame.
  package func row(_ y: Int) -> ArraySlice<Cell> {
    guard y >= 0, y < size.rows else { return [] }
    return cells[y * size.columns..<(y + 1) * size.columns]
  }

  /// Writes one character into every cell of a region; wide characters are not meant for this and become blanks.
  package mutating func fill(_ rect: Rect, style: Style, with character: Character = " ") {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    let glyph = character == " " ? nil : DisplayText.cells(String(character), repertoire: repertoire).first
    let cell = Cell(glyph?.width == 1 ? glyph ?? .blank : .blank, style: style)
    for y in area.minY..<area.maxY {
      detach(x: area.minX, y: y)
      detach(x: area.maxX, y: y)
      let start = y * size.columns + area.minX
      for index in start..<start + area.width { cells[index] = cell }
    }
  }

  /// Draws a line around the inside of a region; nothing if the region has less than two rows or columns.
  package mutating func box(_ rect: Rect, style: Style, glyphs: BoxGlyphs = .rounded) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let glyphs = repertoire == .ascii ? BoxGlyphs.ascii : glyphs
    let (right, bottom) = (rect.maxX - 1, rect.maxY - 1)
    for y in [rect.y, bottom] {
      fill(Rect(x: rect.x + 1, y: y, width: rect.width - 2, height: 1), style: style, with: glyphs.horizontal)
    }
    for x in [rect.x, right] {
      fill(Rect(x: x, y: rect.y + 1, width: 1, height: rect.height - 2), style: style, with: glyphs.vertical)
    }
    let corners = [
      (rect.x, rect.y, glyphs.topLeft), (right, rect.y, glyphs.topRight),
      (rect.x, bottom, glyphs.bottomLeft), (right, bottom, glyphs.bottomRight),
    ]
    for (x, y, glyph) in corners {
      fill(Rect(x: x, y: y, width: 1, height: 1), style: style, with: glyph)
    }
  }

  /// Copies the cells of another frame, from one of its cells on, as far as there is room.
  mutating func draw(_ other: Frame, from origin: Point = Point(x: 0, y: 0)) {
    let columns = min(size.columns, other.size.columns - origin.x)
    let rows = min(size.rows, other.size.rows - origin.y)
    guard columns > 0, rows > 0 else { return }
    for y in 0..<rows {
      for x in 0..<columns { cells[y * size.columns + x] = other[origin.x + x, origin.y + y] }
      // A wide character that would be cut in half is left out.
      let first = y * size.columns
      if cells[first].width == 0 { cells[first] = .blank(cells[first].style) }
      let last = first + columns - 1
      if origin.x + columns < other.size.columns, other[origin.x + columns, origin.y + y].width == 0 {
        cells[last] = .blank(cells[last].style)
      }
    }
  }

  /// Changes the style of every cell of a region and leaves the text.
  package mutating func restyle(_ rect: Rect, _ transform: (Style) -> Style) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for y in area.minY..<area.maxY {
      let start = y * size.columns + area.minX
      for index in start..<start + area.width { cells[index].style = transform(cells[index].style) }
      // Both halves of a wide character get one style: they are one character to the terminal.
      if cells[start].width == 0, area.minX > 0 { cells[start - 1].style = cells[start].style }
      let end = start + area.width
      if area.maxX < size.columns, cells[end].width == 0 { cells[end].style = cells[end - 1].style }
    }
  }

  /// Blanks the wide character whose right half begins at a column, so that the column can be written.
  mutating func detach(x: Int, y: Int) {
    guard x > 0, x < size.columns else { return }
    let index = y * size.columns + x
    guard cells[index].width == 0 else { return }
    cells[index - 1] = .blank(cells[index - 1].style)
    cells[index] = .blank(cells[index].style)
  }
}

/// One cell of a frame: its text and its style.
package struct Cell: Hashable, Sendable {
  /// A base and its combining marks; nothing in the right half of a wide cell.
  package let glyph: Glyph
  package var style: Style

  /// How many columns the text takes: 1, 2, or 0 for the right half of the wide cell before it.
  package var width: Int { glyph.width }

  /// The text; empty in the right half of a wide cell.
  package var cluster: String { glyph.cluster }

  init(_ glyph: Glyph, style: Style) {
    self.glyph = glyph
    self.style = style
  }

  package static let blank = Cell(.blank, style: .plain)

  /// A cell without text that shows a style.
  static func blank(_ style: Style) -> Cell { Cell(.blank, style: style) }
}

/// Something that frames are shown on: the terminal, or a recorder in a test.
@MainActor package protocol Screen: AnyObject {
  /// The size that the next frame should have.
  var size: Size { get }
  /// Shows the frame; only what changed since the last one costs anything.
  func present(_ frame: Frame)
}

/// The characters that a terminal can show.
package enum Repertoire: String, Hashable, Sendable, Codable {
  /// Unicode, sent as UTF-8.
  case unicode
  /// ASCII only: everything else becomes what comes closest.
  case ascii

  /// What stands where a text was cut.
  var dots: String { self == .ascii ? "..." : "…" }
}
