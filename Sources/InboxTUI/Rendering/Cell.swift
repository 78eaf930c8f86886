/// One cell of a frame: what stands in it and how it looks.
public struct Cell: Hashable, Sendable {
  /// A base and its combining marks; nothing in the right half of a wide cell.
  public let glyph: Glyph
  /// Colours and attributes.
  public var style: Style

  /// How many columns the text takes: 1, 2, or 0 for the right half of the wide cell before it.
  public var width: Int { glyph.width }

  /// The text; empty in the right half of a wide cell.
  public var cluster: String { glyph.cluster }

  init(_ glyph: Glyph, style: Style) {
    self.glyph = glyph
    self.style = style
  }

  /// An empty cell.
  public static let blank = Cell(.blank, style: .plain)

  /// An empty cell that looks like something.
  static func blank(_ style: Style) -> Cell { Cell(.blank, style: style) }
}
