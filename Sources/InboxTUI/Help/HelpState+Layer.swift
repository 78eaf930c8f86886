/// The help, generated from the action registry: a list in sections that can be narrowed and run.
extension HelpState: LayerContent {
  var layer: Layer { .help(self) }
  var context: ActionContext { .help }
  var selectedLine: Int? { selected }
  func narrows(_ state: AppState) -> Narrowing.Kind? { .list }
  var action: ActionID? { .runHelp }

  func hasChoice(_ state: AppState) -> Bool { !HelpEntry.matching(state).isEmpty }

  mutating func narrowed(_ state: AppState) { selected = 0 }

  mutating func scroll(by steps: Int, _ state: AppState) {
    let last = HelpEntry.matching(state).count - 1
    selected = max(0, min(last, selected + steps))
  }

  func clicked(_ line: Int, in state: inout AppState) -> [AppEffect] {
    var next = self
    next.selected = line
    state.layer = .help(next)
    return state.runHelp()
  }

  private struct Line {
    /// Nil for the title of a section.
    var entry: Int?
    var keys = ""
    var text = ""
    var role: ThemeRole
  }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let entries = HelpEntry.matching(state)
    let lines = Self.lines(entries, frame.size, frame.repertoire)
    let room = max(1, LayerBox.height(on: frame.size) - 1)
    let rows = min(max(1, lines.count), room)
    let all = ActionRegistry.actions(for: state).count
    let place = "\(min(selected + 1, entries.count))/\(entries.count)"
    let count = state.layerNarrowing.isEmpty ? place : "\(place) of \(all)"
    let inside = LayerBox.draw(
      "Keys \(count)", columns: Self.columns(frame.size), rows: rows + 1, theme, into: &frame)
    let map = state.keys
    let find = "\(map.name(of: .narrow)) finds one by key, name or id"
    let whole = find + " · \(map.name(of: .runHelp)) or a click runs it"
    let text = DisplayText.width(of: whole) > inside.width ? find : whole
    frame.write(text, x: inside.x, y: inside.y, width: inside.width, style: theme(.muted))
    guard !entries.isEmpty else {
      frame.write("No matches.", x: inside.x, y: inside.y + 1, width: inside.width, style: theme(.muted))
      return
    }
    // The selected entry is visible as a whole, its last line at the edge; above the first entry stands its section.
    let end = selected == 0 ? rows : (lines.lastIndex { $0.entry == selected } ?? 0) + 1
    let start = max(0, min(end, lines.count) - rows)
    for y in 0..<rows where start + y < lines.count {
      draw(lines[start + y], inside.rows(from: y + 1, count: 1), theme, into: &frame)
    }
  }

  private func draw(_ line: Line, _ rect: Rect, _ theme: Theme, into frame: inout Frame) {
    guard let entry = line.entry else {
      frame.write(line.text, x: rect.x, y: rect.y, width: rect.width, style: theme(line.role))
      return
    }
    let keyWidth = Self.keyWidth(frame.size)
    let isSelected = entry == selected
    if isSelected { frame.fill(rect, style: theme(.listSelected)) }
    func style(_ role: ThemeRole) -> Style { theme(isSelected ? .listSelected : role) }
    let keyRole: ThemeRole = line.role == .text ? .hintKey : .muted
    frame.write(line.keys, x: rect.x, y: rect.y, width: keyWidth, style: style(keyRole))
    frame.write(
      line.text, x: rect.x + keyWidth + 1, y: rect.y, width: rect.width - keyWidth - 1,
      style: style(line.role))
    frame.mark(rect, .layerLine(entry))
  }

  private static func columns(_ size: Size) -> Int { min(72, size.columns - 4) }
  private static func keyWidth(_ size: Size) -> Int { min(18, columns(size) / 3) }

  private static func lines(_ entries: [HelpEntry], _ size: Size, _ repertoire: Repertoire) -> [Line] {
    let width = max(8, columns(size) - keyWidth(size) - 1)
    func wrap(_ text: String, to width: Int) -> [String] {
      DisplayText.wrap(DisplayText.reduced(text, to: repertoire), to: width)
    }
    var section = ""
    return entries.enumerated().flatMap { index, entry -> [Line] in
      let role: ThemeRole = entry.why == nil ? .text : .muted
      var texts = wrap(entry.title, to: width)
      // The title of an action for another place says so already.
      if let why = entry.why, !entry.isElsewhere { texts += wrap(why, to: width) }
      let keys = wrap(entry.keys, to: keyWidth(size))
      let title = entry.section == section ? [] : [Line(text: entry.section, role: .detailHeading)]
      section = entry.section
      return title
        + (0..<max(texts.count, keys.count)).map { line in
          Line(
            entry: index, keys: line < keys.count ? keys[line] : "",
            text: line < texts.count ? texts[line] : "", role: role)
        }
    }
  }
}

extension ActionID {
  package static let runHelp = ActionID("help.run")
  package static let help = ActionID("help.toggle")
}

extension Action {
  static let help: [Action] = [
    Action(
      .runHelp, "Run the selected action", keys: [.enter], in: [.help], hint: "run", allowed: .anywhere
    ) { $0.runHelp() },
    Action(
      .help, "Help", keys: ["?", .function(1)], in: .everywhere, hint: "help", allowed: .anywhere
    ) { state in
      if case .help? = state.layer {
        state.uncoverHelp()
      } else {
        (state.layerBelowHelp, state.layer) = (state.layer, .help(HelpState()))
      }
      return []
    },
  ]
}
