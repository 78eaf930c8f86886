package import InboxModel

/// A picture in a frame, where its cells are half blocks; a terminal that shows pixels replaces them by the picture.
package struct FramePicture: Hashable, Sendable {
  package let raster: PictureRaster
  /// How many cells the whole picture takes.
  package let size: Size
  /// Where its first row on the screen begins.
  package let origin: Point
  /// Which of its rows are on the screen.
  package internal(set) var rows: Range<Int>
  /// The colour behind it.
  package internal(set) var ground: Color

  /// The cells that it takes on the screen.
  package var rect: Rect { Rect(x: origin.x, y: origin.y, width: size.columns, height: rows.count) }

  package var pixels: PictureRaster { raster.fine ?? raster }
}

extension Frame {
  /// Whether a picture lies wholly within the frame and nothing covers any cell of it.
  package func showsWhole(_ picture: FramePicture) -> Bool {
    let rect = picture.rect
    guard rect.intersection(bounds) == rect else { return false }
    return !rect.isEmpty && cells(of: rect).allSatisfy { cells[$0].style.attributes.contains(.picture) }
  }

  package func showsSome(of picture: FramePicture) -> Bool {
    cells(of: picture.rect).contains { cells[$0].style.attributes.contains(.picture) }
  }

  /// Replaces each cell of a picture that nothing covers.
  ///
  /// - Parameter cell: The scalars and the style of the cell in a column and a row of the picture; no scalars for a
  ///   blank.
  package mutating func replace(
    _ picture: FramePicture,
    with cell: (_ column: Int, _ row: Int) -> (scalars: [Unicode.Scalar], style: Style)
  ) {
    let rect = picture.rect
    for index in cells(of: rect) where cells[index].style.attributes.contains(.picture) {
      let column = index % size.columns - rect.x
      let row = picture.rows.lowerBound + index / size.columns - rect.y
      let (scalars, style) = cell(column, row)
      let glyph = scalars.first.map { Glyph($0).with(marks: scalars.dropFirst()) }
      cells[index] = Cell(glyph ?? .blank, style: style)
    }
  }

  private func cells(of rect: Rect) -> [Int] {
    let area = rect.intersection(bounds)
    return (area.minY..<area.maxY).flatMap { y in
      (area.minX..<area.maxX).map { y * size.columns + $0 }
    }
  }
}
