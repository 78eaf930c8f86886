/// The help, generated from the action registry.
enum HelpView {
  static func draw(_ state: AppState, scroll: Int, _ theme: Theme, into frame: inout Frame) {
    let lines = lines(state)
    let inside = LayerBox.draw("Keys", columns: 72, rows: lines.count, theme, into: &frame)
    for y in 0..<inside.height where scroll + y < lines.count {
      let line = lines[scroll + y]
      let keyWidth = min(18, inside.width / 3)
      frame.write(line.keys, x: inside.x, y: inside.y + y, width: keyWidth, style: theme(.hintKey))
      frame.write(
        line.title, x: inside.x + keyWidth + 1, y: inside.y + y, width: inside.width - keyWidth - 1,
        style: theme(line.isDisabled ? .muted : .text))
    }
  }

  /// The last useful scroll position.
  static func lastScroll(_ size: Size) -> Int {
    max(0, ActionRegistry.actions.count + 2 - max(1, size.rows - 4))
  }

  private static func lines(_ state: AppState) -> [(keys: String, title: String, isDisabled: Bool)] {
    ActionRegistry.actions.map { action in
      let all = action.contexts.count == ActionContext.allCases.count
      let place = action.contexts.count <= 2 && !all
      let names = ActionContext.allCases.filter(action.contexts.contains).map(\.title)
      let title = place ? "\(action.title) · \(names.joined(separator: ", "))" : action.title
      return (action.keyText, title, action.whyDisabled(state) != nil)
    } + [("", "", false), ("", "Grey: not possible now; the key says why.", true)]
  }
}
