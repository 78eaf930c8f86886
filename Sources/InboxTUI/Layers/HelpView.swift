/// The help, generated from the action registry.
enum HelpView {
  private struct Line {
    var keys: String
    var title: String
    var isDisabled: Bool
  }

  static func draw(_ state: AppState, scroll: Int, _ theme: Theme, into frame: inout Frame) {
    let lines = lines(state)
    let inside = LayerBox.draw(
      "Keys", columns: columns(state.size), rows: lines.count, scroll: scroll, theme, into: &frame)
    let keyWidth = keyWidth(state.size)
    for y in 0..<inside.height where scroll + y < lines.count {
      let line = lines[scroll + y]
      frame.write(line.keys, x: inside.x, y: inside.y + y, width: keyWidth, style: theme(.hintKey))
      frame.write(
        line.title, x: inside.x + keyWidth + 1, y: inside.y + y, width: inside.width - keyWidth - 1,
        style: theme(line.isDisabled ? .muted : .text))
    }
  }

  /// The last useful scroll position.
  static func lastScroll(_ state: AppState) -> Int {
    max(0, lines(state).count - LayerBox.height(on: state.size))
  }

  private static func columns(_ size: Size) -> Int { min(72, size.columns - 4) }

  private static func keyWidth(_ size: Size) -> Int { min(18, columns(size) / 3) }

  private static func lines(_ state: AppState) -> [Line] {
    let width = max(8, columns(state.size) - keyWidth(state.size) - 1)
    let lines = ActionRegistry.actions.flatMap { action -> [Line] in
      let isDisabled = action.whyDisabled(state) != nil
      let titles = DisplayText.wrap(title(action, state), to: width)
      let keys = DisplayText.wrap(action.keyText, to: keyWidth(state.size))
      return (0..<max(titles.count, keys.count)).map { index in
        Line(
          keys: index < keys.count ? keys[index] : "", title: index < titles.count ? titles[index] : "",
          isDisabled: isDisabled)
      }
    }
    let note = DisplayText.wrap("Grey: not possible now; pressing the key says why.", to: width)
    return lines + note.map { Line(keys: "", title: $0, isDisabled: true) }
  }

  /// What an action does, and where when that is not nearly everywhere.
  private static func title(_ action: Action, _ state: AppState) -> String {
    let own = state.profile.capturedFrom == nil ? nil : action.id.titleInCapture
    let title = own ?? action.title
    guard action.contexts.count <= 2 else { return title }
    let places = ActionContext.allCases.filter(action.contexts.contains).map(\.title)
    return "\(title) · \(places.joined(separator: ", "))"
  }
}
