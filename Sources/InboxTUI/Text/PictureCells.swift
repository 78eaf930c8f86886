package import InboxModel

/// A picture as half blocks: a cell is one pixel wide and two high, as cells are about twice as high as wide.
package enum PictureCells {
  /// The most rows of a picture, and of an icon.
  static let (mostRows, iconRows) = (12, 4)

  /// The rows of a picture in a box of cells, in the colours of a terminal.
  ///
  /// - Parameter natural: The size in which a browser would show it, where that is given.
  package static func rows(
    _ picture: PictureRaster, natural: PictureSize? = nil, columns: Int, rows: Int, depth: ColorDepth
  ) -> [[DetailLine.PictureCell]] {
    // A logo must not be as large as a hero picture: a column takes at most four pixels of a browser.
    let wanted = max(8, (natural?.width ?? picture.width) / 4)
    let size = picture.size(within: (width: max(1, min(columns, wanted)), height: max(1, rows) * 2))
    let small = picture.scaled(width: size.width, height: size.height)
    return stride(from: 0, to: small.height, by: 2).map { y in
      (0..<small.width).map { x in
        DetailLine.PictureCell(
          top: color(small, x, y, depth), bottom: y + 1 < small.height ? color(small, x, y + 1, depth) : nil)
      }
    }
  }

  /// The lines of a picture in such a box.
  static func lines(
    _ picture: PictureRaster, natural: PictureSize? = nil, columns: Int, rows: Int, depth: ColorDepth,
    indent: String = "", link: Int? = nil
  ) -> [DetailLine] {
    let cells = self.rows(picture, natural: natural, columns: columns, rows: rows, depth: depth)
    let size = Size(columns: cells.first?.count ?? 0, rows: cells.count)
    return cells.enumerated().map { row, cells in
      var line = DetailLine(indent.isEmpty ? [] : [.init(indent)])
      (line.picture, line.pictureLink) = (cells, link)
      line.part = DetailLine.PicturePart(raster: picture, size: size, row: row)
      return line
    }
  }

  /// A pixel that is more transparent than opaque shows the page.
  private static func color(_ picture: PictureRaster, _ x: Int, _ y: Int, _ depth: ColorDepth) -> Color? {
    let place = (y * picture.width + x) * 4
    let pixel = picture.pixels[place..<place + 4]
    guard pixel[place + 3] >= 128 else { return nil }
    return depth.pictureColor(pixel[place], pixel[place + 1], pixel[place + 2])
  }
}

extension ColorDepth {
  /// The colour of a pixel of a picture.
  ///
  /// With sixteen colours it is one of six: a terminal with eight has 64 pairs of them, and the words need some.
  package func pictureColor(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    guard self == .palette16 else { return color(.rgb(red, green, blue)) }
    return .palette(Self.nearest((Int(red), Int(green), Int(blue)), among: Self.pictureColors))
  }

  /// Black, red, green, yellow, blue and white.
  private static let pictureColors: [UInt8] = [0, 1, 2, 3, 4, 7]
}
