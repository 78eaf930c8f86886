/// Draws a line that is typed into, with the terminal's own cursor where typing goes.
enum LineField {
  /// - Returns: how many columns of the line are out of sight at the left.
  static func draw(_ line: LineEditor, _ area: Rect, _ theme: Theme, into frame: inout Frame) {
    guard area.width > 0 else { return }
    let (text, column) = visible(line, width: area.width)
    frame.write(
      text + " ", x: area.x, y: area.y, width: area.width, style: theme(.layerInput), ellipsis: false)
    frame.cursor = Point(x: area.x + column, y: area.y)
  }

  /// The part of a line that a width shows, and in which of its columns the cursor stands.
  ///
  /// As much as fits stands before the cursor, as what was typed last is looked at; the cursor has a column of its own.
  static func visible(_ line: LineEditor, width: Int) -> (text: String, column: Int) {
    guard width > 1 else { return ("", 0) }
    let next = line.after.first.map { DisplayText.width(of: String($0)) } ?? 1
    let before = DisplayText.tail(of: line.before, width: max(1, width - max(1, next)))
    return (before + line.after, DisplayText.width(of: before))
  }
}
