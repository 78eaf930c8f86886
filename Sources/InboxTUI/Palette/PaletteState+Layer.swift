/// The palette: the typed text, its matches, and the outcome of the last command.
extension PaletteState: LayerContent {
  var layer: Layer { .command(self) }
  var context: ActionContext { .command }
  var selectedLine: Int? { selected }

  func typed(_ key: Key, in state: inout AppState) -> [AppEffect]? { state.typedIntoPalette(key) }

  func clicked(_ line: Int, in state: inout AppState) -> [AppEffect] {
    let selection = selection(in: PaletteEntry.matching(state, text))
    guard selection != line else { return state.act(.runCommand) }
    var next = self
    (next.selected, next.isChosen) = (line, true)
    return state.showLayer(.command(next))
  }

  /// The selected entry; nil where none is likely enough, and none was chosen.
  func selection(in entries: [PaletteMatch]) -> Int? {
    guard entries.indices.contains(selected), isChosen || entries[selected].isLikely else { return nil }
    return selected
  }

  /// Lines of the box that are not entries.
  private static let others = 2

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let width = LayerBox.textWidth(on: frame.size)
    let entries = PaletteEntry.matching(state, text)
    let lines = feedback.map { DisplayText.wrap($0.text, to: width, in: frame.repertoire) } ?? []
    let most = LayerBox.height(on: frame.size)
    let around = Self.others + lines.count
    let inside = LayerBox.draw(
      "Command", columns: width, rows: min(most, around + max(1, entries.count)),
      selected: (selected + 1, entries.count),
      hidden: around < most ? around + entries.count - most : 0, theme, into: &frame)
    let used = frame.write(": ", x: inside.x, y: inside.y, width: inside.width, style: theme(.accent))
    LineField.draw(
      input, Rect(x: inside.x + used, y: inside.y, width: inside.width - used, height: 1), theme,
      into: &frame)
    var y = inside.y + 1
    for line in lines where y < inside.maxY {
      let role = feedback?.level.role ?? .noticeInfo
      frame.write(line, x: inside.x, y: y, width: inside.width, style: theme(role))
      y += 1
    }
    let rows = inside.maxY - y - 1
    guard rows > 0 else { return }
    let start = min(max(0, selected - rows + 1), max(0, entries.count - rows))
    let selection = selection(in: entries)
    // Whether an action can be done is asked where it will be.
    var below = state
    below.layer = nil
    for (index, entry) in entries.enumerated().dropFirst(start).prefix(rows) {
      let line = Rect(x: inside.x, y: y + index - start, width: inside.width, height: 1)
      Self.draw(entry.entry, isSelected: index == selection, below, line, theme, into: &frame)
      frame.mark(line, .layerLine(index))
    }
    if entries.isEmpty, feedback == nil {
      frame.write("No matches.", x: inside.x, y: y, width: inside.width, style: theme(.muted))
    }
    let choosing = "Tab complete · \(state.keys.label(.up)) \(state.keys.label(.down)) select"
    let whole =
      "Enter run · " + choosing
      + (state.commands.isEmpty || state.presenting != nil ? "" : " · ^P earlier")
    // The hint line has Enter as well.
    let hint = DisplayText.width(of: whole) > inside.width ? choosing : whole
    frame.write(hint, x: inside.x, y: inside.maxY - 1, width: inside.width, style: theme(.muted))
  }

  private static func draw(
    _ entry: PaletteEntry, isSelected: Bool, _ state: AppState, _ line: Rect, _ theme: Theme,
    into frame: inout Frame
  ) {
    var keys = ""
    var isDisabled = false
    switch entry {
    case .command(let name, _):
      let front = FrontCommand(rawValue: name)
      isDisabled = front.map { state.whyDisabled($0) != nil } ?? !state.profile.hasSandbox
    case .line: break
    case .action(let action):
      keys = state.keys.text(of: action.binding, in: state.context)
      isDisabled = action.whyDisabled(state) != nil
    }
    let style = theme(isSelected ? .listSelected : isDisabled ? .muted : .text)
    if isSelected { frame.fill(line, style: style) }
    let room = min(DisplayText.width(of: keys), line.width / 3)
    frame.write(isSelected ? "›" : " ", x: line.x, y: line.y, width: 1, style: style)
    frame.write(entry.title(in: state), x: line.x + 2, y: line.y, width: line.width - 3 - room, style: style)
    frame.write(
      keys, x: line.maxX - room, y: line.y, width: room, style: isSelected ? style : theme(.hintKey))
  }
}
