/// A layer of choices, one of which is selected; a click on it does what Enter does.
protocol MenuLayer: LayerContent {
  var selected: Int { get set }
  var title: String { get }
  /// The lines above the choices.
  func heading(_ state: AppState) -> [DetailLine]
  func choices(_ state: AppState) -> [DetailLine]
  /// The text in place of the choices where none is shown.
  func nothingShown(_ state: AppState) -> String
  /// For each choice the text that `/` searches.
  func texts(_ state: AppState) -> [String]
}

extension MenuLayer {
  var selectedLine: Int? { selected }
  func narrows(_ state: AppState) -> Narrowing.Kind? { .list }

  func heading(_ state: AppState) -> [DetailLine] { [] }
  func nothingShown(_ state: AppState) -> String { "No matches." }
  func texts(_ state: AppState) -> [String] { choices(state).map(\.text) }

  /// Why none of it can be changed, in the box; empty where it can.
  func whyReadOnly(_ state: AppState) -> [DetailLine] {
    let area = TextArea(LayerBox.textWidth(on: state.size), state.profile.repertoire)
    return Action.needsWriting(state).map { area.wrap($0, .noticeWarning) } ?? []
  }

  /// The indices of the choices that match the typed text.
  func shown(_ state: AppState) -> [Int] {
    let texts = texts(state)
    return texts.indices.filter { state.layerNarrowing.matches(texts[$0]) }
  }

  func hasChoice(_ state: AppState) -> Bool { shown(state).contains(selected) }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let (heading, choices) = (heading(state), choices(state))
    let shown = shown(state)
    let lines =
      heading + (shown.isEmpty ? [DetailLine(nothingShown(state), .muted)] : shown.map { choices[$0] })
    // The selected line stays visible.
    let height = min(lines.count, LayerBox.height(on: frame.size))
    let index = shown.firstIndex(of: selected) ?? 0
    let place = index + heading.count
    let scroll = min(max(0, place - height + 1), max(0, lines.count - height))
    let inside = LayerBox.draw(
      title, lines, scroll: scroll, selected: shown.isEmpty ? nil : (index + 1, shown.count), state.keys,
      theme, into: &frame)
    for y in 0..<inside.height where shown.indices.contains(scroll + y - heading.count) {
      frame.mark(inside.rows(from: y, count: 1), .layerLine(shown[scroll + y - heading.count]))
    }
  }

  mutating func scroll(by steps: Int, _ state: AppState) {
    let shown = shown(state)
    guard !shown.isEmpty else { return }
    let place = (shown.firstIndex(of: selected) ?? 0) + steps
    selected = shown[min(max(0, place), shown.count - 1)]
  }

  mutating func narrowed(_ state: AppState) {
    let shown = shown(state)
    if !shown.contains(selected), let first = shown.first { selected = first }
  }

  func clicked(_ line: Int, in state: inout AppState) -> [AppEffect] {
    guard selected != line else { return action.map { state.act($0) } ?? [] }
    var next = self
    next.selected = line
    state.layer = next.layer
    return []
  }
}
