import InboxCore
import InboxEvidence

/// What each vendor would count of what was seen and opened here: a table, and below it why the selected cell is what it is
/// (QA-1).
struct LensPage: LayerContent {
  var lens: LensState

  var layer: Layer { .lens(lens) }
  var context: ActionContext { .lens }
  var selectedLine: Int? { lens.rows.isEmpty ? nil : lens.row }
  /// The table first.
  var afterBack: Layer? {
    guard lens.reading != nil else { return nil }
    var table = lens
    table.reading = nil
    return .lens(table)
  }

  mutating func scroll(by steps: Int, _ state: AppState) {
    guard let first = lens.reading else {
      lens.row += steps
      return lens.fit()
    }
    let count = reason(LayerBox.textWidth(on: state.size)).count
    lens.reading = min(max(0, first + steps), LayerBox.lastScroll(of: count, on: state.size))
  }

  private func reason(_ width: Int) -> [DetailLine] {
    LensTable.reason(of: lens, width: width)
  }

  func clicked(_ line: Int, in state: inout AppState) -> [AppEffect] {
    var next = lens
    next.row = line
    next.fit()
    state.layer = .lens(next)
    return []
  }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    if let first = lens.reading {
      let lines = reason(LayerBox.textWidth(on: frame.size))
      LayerBox.draw("Lens: why", lines, scroll: first, state.keys, theme, into: &frame)
      return
    }
    let table = LensTable(lens, size: frame.size, isReading: lens.report == nil)
    let lines = table.lines
    let title =
      lens.isDifferingOnly ? "Lens: where vendors disagree" : "Lens: what each vendor would count"
    let inside = LayerBox.draw(title, columns: table.width, rows: lines.count, theme, into: &frame)
    for y in 0..<min(inside.height, lines.count) {
      frame.write(lines[y], x: inside.x, y: inside.y + y, to: inside.maxX, theme)
    }
    for (y, row) in table.places where y < inside.height {
      frame.mark(inside.rows(from: y, count: 1), .layerLine(row))
    }
  }
}

extension AppState {
  mutating func take(_ event: LensEvent) -> [AppEffect] {
    guard case .lensCounted(let report) = event, case .lens(var lens)? = layer else { return [] }
    lens.report = report
    lens.fit()
    layer = .lens(lens)
    return []
  }

  /// Counts anew; what was counted before stays until it is there.
  mutating func showLens() -> [AppEffect] {
    if case .lens? = layer {} else { layer = .lens(LensState()) }
    return [.countLens]
  }

  mutating func selectRule(by steps: Int) -> [AppEffect] {
    guard case .lens(var lens)? = layer else { return [] }
    let count = LensRule.all.count
    lens.rule = (lens.rule + steps + count) % count
    layer = .lens(lens)
    return []
  }

  /// Shows the whole reason of the selected cell, or the table again.
  mutating func readLens() -> [AppEffect] {
    guard case .lens(var lens)? = layer, !lens.rows.isEmpty else { return [] }
    lens.reading = lens.reading == nil ? 0 : nil
    layer = .lens(lens)
    return []
  }

  mutating func filterLens() -> [AppEffect] {
    guard case .lens(var lens)? = layer else { return [] }
    lens.isDifferingOnly.toggle()
    (lens.row, lens.reading) = (0, nil)
    layer = .lens(lens)
    return []
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
      .lens, "Lens: what would each vendor count of what was seen and opened here?", keys: [.character("C")],
      in: .panes, allowed: .withoutAudience
    ) { state, _ in state.showLens() },
    Action(
      .recountLens, "Count again", keys: [.character("r")], in: [.lens], hint: "again",
      allowed: .withoutAudience
    ) { state, _ in state.showLens() },
    Action(
      .readLens, "Why the selected number is what it is, whole, or the table again", keys: [.enter],
      in: [.lens], hint: "why", allowed: .withoutAudience
    ) { state, _ in state.readLens() },
    Action(
      .nextRule, "The next vendor's rule", keys: [.character("]"), .tab], in: [.lens], hint: "vendor",
      allowed: .withoutAudience
    ) { state, _ in state.selectRule(by: 1) },
    Action(
      .previousRule, "The vendor's rule before", keys: [.character("["), .backTab], in: [.lens],
      allowed: .withoutAudience
    ) { state, _ in state.selectRule(by: -1) },
    Action(
      .filterLens, "Only messages on which the vendors' rules disagree, or all", keys: [.character("f")],
      in: [.lens], hint: "differing",
      hintNow: { if case .lens(let lens)? = $0.layer, lens.isDifferingOnly { "show all" } else { nil } },
      allowed: .withoutAudience
    ) { state, _ in state.filterLens() },
  ]
}
