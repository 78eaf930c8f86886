import InboxEvidence

/// What each vendor would count of what was seen and opened here: a table, and below it the reason of the selected cell
/// (QA-1).
struct LensPage: LayerContent {
  var lens: LensState

  var layer: Layer { .lens(lens) }
  var context: ActionContext { .lens }
  var selectedLine: Int? { lens.row }
  func narrows(_ state: AppState) -> Narrowing.Kind? { .list }

  mutating func scroll(by steps: Int, _ state: AppState) {
    lens.fit(state.layerNarrowing, movedBy: steps)
  }

  mutating func narrowed(_ state: AppState) { lens.fit(state.layerNarrowing) }

  func clicked(_ line: Int, in state: inout AppState) -> [AppEffect] {
    var next = lens
    next.row = line
    next.fit(state.layerNarrowing)
    return state.showLayer(.lens(next))
  }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let table = LensTable(lens, state.layerNarrowing, size: frame.size, in: frame.repertoire)
    let lines = table.lines
    let title =
      lens.isDifferingOnly ? "Lens: where vendors disagree" : "Lens: what each vendor would count"
    let inside = LayerBox.draw(
      title, columns: table.width, rows: lines.count, selected: table.selected, hidden: table.hidden,
      moving: state.keys.moving, theme, into: &frame)
    for y in 0..<min(inside.height, lines.count) {
      frame.write(lines[y], x: inside.x, y: inside.y + y, to: inside.maxX, theme)
    }
    for (y, row) in table.places where y < inside.height {
      frame.mark(inside.rows(from: y, count: 1), .layerLine(row))
    }
  }
}

/// The whole reason of the selected cell of the lens.
struct LensReason: TextLayer {
  var lens: LensState

  var layer: Layer { .lens(lens) }
  var context: ActionContext { .reason }
  func narrows(_ state: AppState) -> Narrowing.Kind? { .text }
  /// Going back leads to the table.
  var afterBack: Layer? {
    var table = lens
    table.reading = nil
    return .lens(table)
  }

  var scroll: Int {
    get { lens.reading ?? 0 }
    set { lens.reading = newValue }
  }

  func title(_ state: AppState) -> String { "Lens: why" }

  func lines(_ state: AppState, in area: TextArea) -> [DetailLine] {
    LensTable.reason(
      of: lens.report.flatMap { $0.rows.indices.contains(lens.row) ? $0.rows[lens.row] : nil }, lens.rule,
      in: area)
  }
}

extension AppState {
  mutating func take(_ event: LensEvent) -> [AppEffect] {
    guard case .lensCounted(let report) = event, case .lens(var lens)? = pageLayer else { return [] }
    lens.report = report
    lens.fit(layer?.kind == .lens ? layerNarrowing : layerNarrowings.covered(.lens) ?? Narrowing())
    pageLayer = .lens(lens)
    return []
  }

  /// Counts again; the former counts stay until the new ones are there.
  mutating func showLens() -> [AppEffect] {
    if case .lens? = layer {} else { layer = .lens(LensState()) }
    return [.countLens]
  }

  mutating func selectRule(by steps: Int) -> [AppEffect] {
    guard case .lens(var lens)? = layer else { return [] }
    let count = LensRule.all.count
    lens.rule = (lens.rule + steps + count) % count
    return showLayer(.lens(lens))
  }

  /// Shows the whole reason of the selected cell, or returns to the table.
  mutating func readLens() -> [AppEffect] {
    guard case .lens(var lens)? = layer else { return [] }
    guard lens.reading != nil || lens.selected(layerNarrowing) != nil else {
      let why = lens.report == nil ? "The counts are on their way." : "No message is shown."
      return notify(why, .warning, isKept: false)
    }
    lens.reading = lens.reading == nil ? 0 : nil
    return showLayer(.lens(lens))
  }

  mutating func filterLens() -> [AppEffect] {
    guard case .lens(var lens)? = layer else { return [] }
    lens.isDifferingOnly.toggle()
    (lens.row, lens.reading) = (0, nil)
    lens.fit(layerNarrowing)
    return showLayer(.lens(lens))
  }
}

extension ActionID {
  package static let lens = ActionID("lens.show")
  package static let recountLens = ActionID("lens.again")
  package static let readLens = ActionID("lens.read")
  package static let filterLens = ActionID("lens.filter")
  package static let nextRule = ActionID("lens.next")
  package static let previousRule = ActionID("lens.previous")
}

extension Action {
  static let lens: [Action] = [
    Action(
      .lens, "Lens: what each vendor would count of what you saw and opened", keys: ["C"], in: .panes,
      allowed: .withoutAudience
    ) { $0.showLens() },
    Action(
      .recountLens, "Count again", keys: ["r"], in: [.lens, .reason], hint: "again", allowed: .withoutAudience
    ) { $0.showLens() },
    Action(
      .readLens, "Explain the selected number, or show the table again", keys: [.enter],
      in: [.lens, .reason], hint: "why",
      hintNow: { if case .lens(let lens)? = $0.layer, lens.reading != nil { "table" } else { nil } },
      allowed: .withoutAudience
    ) { $0.readLens() },
    Action(
      .nextRule, "Next vendor's rule", keys: ["]", .tab], in: [.lens, .reason], hint: "vendor",
      allowed: .withoutAudience
    ) { $0.selectRule(by: 1) },
    Action(
      .previousRule, "Previous vendor's rule", keys: ["[", .backTab], in: [.lens, .reason],
      allowed: .withoutAudience
    ) { $0.selectRule(by: -1) },
    Action(
      .filterLens, "Show only messages on which the rules disagree, or all", keys: ["f"], in: [.lens],
      hint: "differing",
      hintNow: { if case .lens(let lens)? = $0.layer, lens.isDifferingOnly { "show all" } else { nil } },
      allowed: .withoutAudience
    ) { $0.filterLens() },
  ]
}
