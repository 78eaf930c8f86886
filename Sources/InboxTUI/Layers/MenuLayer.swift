/// A layer of choices, one of which is selected; a click on it does what Enter does.
protocol MenuLayer: LayerContent {
  var selected: Int { get set }
  var title: String { get }
  /// What Enter does with the selected line.
  var action: ActionID { get }
  /// What stands above the choices.
  func heading(_ state: AppState) -> [DetailLine]
  func choices(_ state: AppState) -> [DetailLine]
}

extension MenuLayer {
  var selectedLine: Int? { selected }

  func heading(_ state: AppState) -> [DetailLine] { [] }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let (heading, choices) = (heading(state), choices(state))
    let lines = heading + choices
    // The selected line stays in sight.
    let height = min(lines.count, LayerBox.height(on: frame.size))
    let scroll = min(max(0, selected + heading.count - height + 1), max(0, lines.count - height))
    let inside = LayerBox.draw(title, lines, scroll: scroll, state.keys, theme, into: &frame)
    for y in 0..<inside.height where choices.indices.contains(scroll + y - heading.count) {
      frame.mark(inside.rows(from: y, count: 1), .layerLine(scroll + y - heading.count))
    }
  }

  mutating func scroll(by steps: Int, _ state: AppState) {
    selected = min(max(0, selected + steps), max(0, choices(state).count - 1))
  }

  func clicked(_ line: Int, in state: inout AppState) -> [AppEffect] {
    guard selected != line else { return state.act(action) }
    var next = self
    next.selected = line
    state.layer = next.layer
    return []
  }
}
