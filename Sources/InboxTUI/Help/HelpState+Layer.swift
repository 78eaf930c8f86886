/// The help, generated from the action registry: a list that can be narrowed and run.
extension HelpState: LayerContent {
  var layer: Layer { .help(self) }
  var context: ActionContext { isTyping ? .helpFind : .help }
  var selectedLine: Int? { selected }
  /// Its line first.
  var afterBack: Layer? { isTyping || !filter.isEmpty ? .help(HelpState()) : nil }

  mutating func scroll(by steps: Int, _ state: AppState) {
    let last = HelpEntry.matching(state, self).count - 1
    selected = max(0, min(last, selected + steps))
  }

  func clicked(_ line: Int, in state: inout AppState) -> [AppEffect] {
    var next = self
    next.selected = line
    state.layer = .help(next)
    return state.runHelp()
  }

  func typed(_ key: Key, in state: inout AppState) -> [AppEffect]? {
    guard isTyping else { return nil }
    if key == .backspace, filter.isEmpty { return state.goBack() }
    var next = self
    switch next.filter.take(key, most: Self.longest) {
    case .edited?, .moved?: state.layer = .help(next)
    case .full?: state.notify("A filter of the help has at most \(Self.longest) characters.", .warning)
    case nil: return nil
    }
    return []
  }

  private struct Line {
    var entry: Int
    var keys: String
    var text: String
    var role: ThemeRole
  }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let entries = HelpEntry.matching(state, self)
    let lines = Self.lines(entries, frame.size)
    let room = max(1, LayerBox.height(on: frame.size) - 1)
    let rows = min(max(1, lines.count), room)
    let all = ActionRegistry.actions.count
    let place = "\(min(selected + 1, entries.count))/\(entries.count)"
    let count = filter.isEmpty ? place : "\(place) of \(all)"
    let inside = LayerBox.draw(
      "Keys \(count)", columns: Self.columns(frame.size), rows: rows + 1, theme, into: &frame)
    drawFilter(state, inside, theme, into: &frame)
    guard !entries.isEmpty else {
      frame.write(
        "No matches.", x: inside.x, y: inside.y + 1, width: inside.width, style: theme(.muted))
      return
    }
    // The selected one stands whole, the last at the edge.
    let end = (lines.lastIndex { $0.entry == selected } ?? 0) + 1
    let start = max(0, end - rows)
    let keyWidth = Self.keyWidth(frame.size)
    for y in 0..<rows where start + y < lines.count {
      let line = lines[start + y]
      let rect = inside.rows(from: y + 1, count: 1)
      let isSelected = line.entry == selected
      if isSelected { frame.fill(rect, style: theme(.listSelected)) }
      func style(_ role: ThemeRole) -> Style { theme(isSelected ? .listSelected : role) }
      frame.write(line.keys, x: rect.x, y: rect.y, width: keyWidth, style: style(.hintKey))
      frame.write(
        line.text, x: rect.x + keyWidth + 1, y: rect.y, width: rect.width - keyWidth - 1,
        style: style(line.role))
      frame.mark(rect, .layerLine(line.entry))
    }
  }

  private func drawFilter(
    _ state: AppState, _ inside: Rect, _ theme: Theme, into frame: inout Frame
  ) {
    guard isTyping || !filter.isEmpty else {
      let map = state.keys
      let text =
        "\(map.name(of: .findAction)) finds one by key, name or id · \(map.name(of: .runHelp)) or a click runs it"
      frame.write(text, x: inside.x, y: inside.y, width: inside.width, style: theme(.muted))
      return
    }
    let used = frame.write("/", x: inside.x, y: inside.y, width: inside.width, style: theme(.accent))
    let area = Rect(x: inside.x + used, y: inside.y, width: inside.width - used, height: 1)
    guard isTyping else {
      frame.write(filter.text, x: area.x, y: area.y, width: area.width, style: theme(.accent))
      return
    }
    LineField.draw(filter, area, theme, into: &frame)
  }

  private static func columns(_ size: Size) -> Int { min(72, size.columns - 4) }

  private static func keyWidth(_ size: Size) -> Int { min(18, columns(size) / 3) }

  private static func lines(_ entries: [HelpEntry], _ size: Size) -> [Line] {
    let width = max(8, columns(size) - keyWidth(size) - 1)
    return entries.enumerated().flatMap { index, entry -> [Line] in
      let role: ThemeRole = entry.why == nil ? .text : .muted
      var texts = DisplayText.wrap(entry.title, to: width).map { ($0, role) }
      // What is for another place says so in its title already.
      if let why = entry.why, !entry.isElsewhere {
        texts += DisplayText.wrap("Not now: \(why)", to: width).map { ($0, .noticeWarning) }
      }
      let keys = DisplayText.wrap(entry.keys, to: keyWidth(size))
      return (0..<max(texts.count, keys.count)).map { line in
        Line(
          entry: index, keys: line < keys.count ? keys[line] : "",
          text: line < texts.count ? texts[line].0 : "",
          role: line < texts.count ? texts[line].1 : role)
      }
    }
  }
}

extension ActionID {
  package static let findAction = ActionID("help.find")
  package static let runHelp = ActionID("help.run")
  package static let help = ActionID("help.toggle")
}

extension Action {
  static let help: [Action] = [
    Action(
      .findAction, "Filter the actions", keys: [.character("/")], in: [.help],
      hint: "find", allowed: .anywhere
    ) { state, _ in state.beginFindingAction() },
    Action(
      .runHelp, "Run the selected action", keys: [.enter], in: [.help, .helpFind], hint: "run",
      allowed: .anywhere
    ) { state, _ in state.runHelp() },
    Action(
      .help, "Help", keys: [.character("?"), .function(1)], in: .everywhere, hint: "help",
      allowed: .anywhere
    ) { state, _ in
      if case .help? = state.layer { return state.closeLayer() }
      state.layer = .help(HelpState())
      return []
    },
  ]
}
