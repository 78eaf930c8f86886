/// Draws the narrowing of a list or the search in a text: at the edge of its box, or behind a pane's title.
enum NarrowingView {
  /// Draws the line of the layer on top.
  static func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    guard state.layerNarrowing.isOn, let box = frame.marks.first(where: { $0.target == .layer })?.rect else {
      return
    }
    draw(
      state.layerNarrowing, counts(state), x: box.x + 2, y: box.maxY - 1,
      to: box.x + max(8, box.width * 2 / 3),
      theme, into: &frame)
  }

  /// Draws the line of a pane behind its title and returns how many columns that takes.
  @discardableResult
  static func draw(
    _ narrowing: Narrowing, _ counts: String, x: Int, y: Int, to end: Int, _ theme: Theme,
    into frame: inout Frame
  ) -> Int {
    guard narrowing.isOn, end - x > 4 else { return 0 }
    let right = counts.isEmpty ? " " : " \(counts) "
    let room = max(1, end - x - 2 - DisplayText.width(of: right))
    var used = frame.write(" /", x: x, y: y, width: 2, style: theme(.accent))
    if narrowing.isTyping {
      let (text, column) = LineField.marked(narrowing.line, width: room, in: frame.repertoire)
      let style = theme(.layerInput)
      used += frame.write(text + " ", x: x + used, y: y, width: room, style: style, ellipsis: false)
      frame.cursor = Point(x: x + 2 + column, y: y)
    } else {
      used += frame.write(narrowing.text, x: x + used, y: y, width: room, style: theme(.accent))
    }
    return used + frame.write(right, x: x + used, y: y, width: end - x - used, style: theme(.muted))
  }

  /// The number of the current match, and of all matches.
  static func counts(_ state: AppState) -> String {
    guard let narrowing = state.narrowing, !narrowing.isEmpty, let found = state.matches else { return "" }
    return found.lines.isEmpty ? "no matches" : "\(narrowing.match + 1) of \(found.lines.count)"
  }
}
