extension Frame {
  /// Draws a row of a picture as half blocks, and registers it for terminals that show pixels.
  mutating func place(_ part: DetailLine.PicturePart, x: Int, y: Int, ground: Color) {
    if let last = pictures.indices.last, pictures[last].raster == part.raster,
      pictures[last].size == part.size,
      pictures[last].origin.x == x, pictures[last].rows.upperBound == part.row, pictures[last].rect.maxY == y
    {
      pictures[last].rows = pictures[last].rows.lowerBound..<part.row + 1
      return
    }
    pictures.append(
      FramePicture(
        raster: part.raster, size: part.size, origin: Point(x: x, y: y), rows: part.row..<part.row + 1,
        ground: ground))
  }
}
