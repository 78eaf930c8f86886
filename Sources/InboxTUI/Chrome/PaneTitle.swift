/// The line above a pane: its name, something on the right, and whether it has the keys.
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
    // Not in the line's colour: it changes with every key, and a colour would be sent with it.
    frame.write(
      right, x: pane.maxX - 1 - DisplayText.width(of: right), y: pane.y, width: room, style: theme(.text))
  }
}
