/// A framed box over the screen.
enum LayerBox {
  /// Draws the box and returns its inside.
  static func draw(
    _ title: String, columns: Int, rows: Int, _ theme: Theme, into frame: inout Frame
  ) -> Rect {
    let width = min(columns + 4, frame.size.columns)
    let height = min(rows + 2, frame.size.rows - 2)
    let rect = Rect(
      x: (frame.size.columns - width) / 2, y: max(0, (frame.size.rows - height) / 2), width: width,
      height: height)
    frame.fill(rect, style: theme(.layer))
    frame.box(rect, style: theme(.layerBorder))
    frame.write(
      " \(title) ", x: rect.x + 2, y: rect.y, width: rect.width - 4,
      style: theme(.title).over(theme(.layerBorder)))
    return rect.inset(horizontally: 2, vertically: 1)
  }
}
