/// A framed box over the screen.
enum LayerBox {
  /// The most lines that fit into a box on a screen.
  static func height(on size: Size) -> Int { max(1, size.rows - 5) }

  /// Draws a box of laid-out lines from one on and returns its inside.
  @discardableResult
  static func draw(
    _ title: String, _ lines: [DetailLine], width: Int? = nil, scroll: Int,
    selected: (place: Int, count: Int)? = nil, _ keys: KeyMap, _ theme: Theme, into frame: inout Frame
  ) -> Rect {
    let inside = draw(
      title, columns: width ?? textWidth(on: frame.size), rows: lines.count, scroll: scroll,
      selected: selected, moving: keys.moving, theme, into: &frame)
    for y in 0..<inside.height where scroll + y < lines.count {
      frame.write(lines[scroll + y], x: inside.x, y: inside.y + y, to: inside.maxX, theme)
    }
    return inside
  }

  /// How wide the text of a box of laid-out lines is.
  static func textWidth(on size: Size) -> Int { max(8, min(76, size.columns - 4)) }

  /// The last useful scroll position of this many lines.
  static func lastScroll(of lines: Int, on size: Size) -> Int { max(0, lines - height(on: size)) }

  /// Draws the box and returns its inside.
  ///
  /// The lower edge shows how much does not fit, with the keys that scroll to it.
  ///
  /// - Parameters:
  ///   - selected: Which of how many is selected, for the lower edge; nil for the last line that is shown.
  ///   - hidden: How many lines a layer that fits its rows to the box has left out.
  static func draw(
    _ title: String, columns: Int, rows: Int, scroll: Int = 0, selected: (place: Int, count: Int)? = nil,
    hidden: Int = 0, moving: String = "", _ theme: Theme, into frame: inout Frame
  ) -> Rect {
    let width = min(columns + 4, frame.size.columns)
    // The tabs, the status and the hints stay visible.
    let height = min(rows + 2, frame.size.rows - 3)
    let rect = Rect(
      x: (frame.size.columns - width) / 2, y: max(1, (frame.size.rows - 1 - height) / 2), width: width,
      height: height)
    // The tabs, the status and the hints keep their mouse targets.
    let around = Rect(frame.size).rows(from: 1, count: frame.size.rows - 3)
    let inside = drawEmpty(title, rect, around: around, theme, into: &frame)
    if rows > height - 2 || hidden > 0 {
      let shown = selected ?? (min(rows, scroll + height - 2), rows)
      drawPlace(shown, moving, on: rect, theme, into: &frame)
    }
    return inside
  }

  /// Says on the lower edge of a box how much does not fit, and with which keys it scrolls.
  static func drawPlace(
    _ shown: (place: Int, count: Int), _ moving: String, on rect: Rect, _ theme: Theme,
    into frame: inout Frame
  ) {
    let position = " \(shown.place)/\(shown.count)\(moving.isEmpty ? "" : " · " + moving) "
    let columns = DisplayText.width(of: position)
    frame.write(
      position, x: rect.maxX - 2 - columns, y: rect.maxY - 1, width: columns, style: theme(.layerBorder))
  }

  /// Draws only the box and returns its inside; a click around it closes it.
  static func drawEmpty(
    _ title: String, _ rect: Rect, around: Rect, _ theme: Theme, into frame: inout Frame
  ) -> Rect {
    frame.mark(around, .outside)
    frame.mark(rect, .layer)
    frame.fill(rect, style: theme(.layer))
    frame.box(rect, style: theme(.layerBorder), glyphs: theme.glyphs.border.box)
    frame.write(
      " \(title) ", x: rect.x + 2, y: rect.y, width: rect.width - 4,
      style: theme(.title).over(theme(.layerBorder)))
    return rect.inset(horizontally: 2, vertically: 1)
  }
}

/// The line above a pane: its name, a text on the right, and whether the pane has the keys.
enum PaneTitle {
  static func draw(
    _ title: String, right: String, focused: Bool, _ pane: Rect, _ theme: Theme, into frame: inout Frame
  ) {
    let line = theme(focused ? .borderFocus : .border)
    frame.fill(pane.rows(from: 0, count: 1), style: line, with: "─")
    let used = frame.write(
      title, x: pane.x + 1, y: pane.y, width: pane.width - 2, style: focused ? theme(.title).over(line) : line
    )
    let room = pane.width - used - 4
    guard !right.isEmpty, DisplayText.width(of: right) <= room else { return }
    // Not in the line's colour: it changes with every key, and the colour would be sent each time.
    frame.write(
      right, x: pane.maxX - 1 - DisplayText.width(of: right), y: pane.y, width: room, style: theme(.text))
  }
}
