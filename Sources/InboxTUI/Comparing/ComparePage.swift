import InboxCore
import InboxEvidence
import InboxModel

/// What two people are served, side by side, with the reason of each difference (QA-2).
struct ComparePage: TextLayer {
  var compare: CompareState
  var scroll: Int

  var layer: Layer { .comparison(compare, scroll: scroll) }
  var context: ActionContext { .comparison }

  func title(_ state: AppState) -> String { "Compared with \(compare.other)" }

  func lines(_ state: AppState, in area: TextArea) -> [DetailLine] {
    var lines: [DetailLine] = []
    if compare.isFetching { lines += area.wrap("Fetching both inboxes…", .muted) }
    if let problem = compare.problem {
      lines += area.wrap(problem, .noticeError)
    }
    guard let comparison = compare.comparison else { return lines }
    lines += area.wrap(comparison.summary, comparison.isSame ? .accent : .noticeWarning)
    let rows = comparison.rows.filter { compare.showsSame || $0.verdict != .same }
    var center: CenterName?
    for row in rows {
      if row.center != center {
        center = row.center
        let name = state.profile.capabilities.name(of: row.center)
        lines += [DetailLine()] + area.wrap(name, .accent)
      }
      lines += self.lines(row, comparison, area)
    }
    return lines
  }

  private func lines(
    _ row: PersonComparison.Row, _ comparison: PersonComparison, _ area: TextArea
  ) -> [DetailLine] {
    let (title, facts) = comparison.lines(row)
    let head = area.wrap(
      [.init(comparison.words(row.verdict), role(row.verdict)), .init("  \(title)")], rest: "  ")
    return head + facts.flatMap { area.wrap([.init($0, .muted)], first: "  ", rest: "    ") }
  }

  private func role(_ verdict: PersonComparison.Verdict) -> ThemeRole {
    switch verdict {
    case .onlyFirst, .onlySecond: .noticeWarning
    case .different: .noticeInfo
    case .same: .muted
    }
  }
}

extension AppState {
  /// The comparison on the screen.
  fileprivate var compared: CompareState? {
    if case .comparison(let compare, _)? = layer { compare } else { nil }
  }

  mutating func take(_ event: CompareEvent) -> [AppEffect] {
    guard case .comparison(var compare, let scroll)? = pageLayer else { return [] }
    switch event {
    case .compared(let comparison, with: compare.other):
      (compare.comparison, compare.problem) = (comparison, nil)
    case .comparisonFailed(let error, with: compare.other): compare.problem = sentence(error)
    // Another person is looked at by now.
    case .compared, .comparisonFailed: return []
    }
    compare.isFetching = false
    pageLayer = .comparison(compare, scroll: scroll)
    return []
  }

  /// Compares with the person whose name was typed.
  mutating func compare() -> [AppEffect] {
    guard case .comparing(let input, _)? = layer else { return [] }
    return compare(with: input.text)
  }

  mutating func compare(with text: String) -> [AppEffect] {
    let other = text.trimmed
    guard !other.isEmpty else { return notify("A name is needed.", .warning, isKept: false) }
    layer = .comparison(CompareState(other: other), scroll: 0)
    return [.compare(other)]
  }

  /// Fetches both again; the former result stays until they are here.
  mutating func compareAgain() -> [AppEffect] {
    guard case .comparison(var compare, let scroll)? = layer else { return [] }
    (compare.isFetching, compare.problem) = (true, nil)
    return showLayer(.comparison(compare, scroll: scroll)) + [.compare(compare.other)]
  }

  mutating func filterComparison() -> [AppEffect] {
    guard case .comparison(var compare, _)? = layer else { return [] }
    compare.showsSame.toggle()
    return showLayer(.comparison(compare, scroll: 0))
  }
}

extension ActionID {
  package static let compare = ActionID("compare.dialog")
  package static let compareNow = ActionID("compare.now")
  package static let compareAgain = ActionID("compare.again")
  package static let filterComparison = ActionID("compare.filter")
}

extension Action {
  static let comparing: [Action] = [
    Action(
      .compare, "Compare with what another person gets", keys: ["="], in: .panes,
      allowed: .withoutAudience(.asksNoBackEnd), unless: needsSnapshot
    ) { $0.showLayer(.comparing(input: "")) },
    Action(
      .compareNow, "Compare with the person typed", keys: [.enter], in: [.comparing], hint: "compare",
      allowed: .withoutAudience(.asksNoBackEnd), unless: needsFittingText
    ) { $0.compare() },
    Action(
      .compareAgain, "Fetch both again", keys: ["r"], in: [.comparison], hint: "again",
      allowed: .withoutAudience(.asksNoBackEnd),
      unless: { $0.compared?.isFetching == true ? "Both inboxes are being fetched." : nil }
    ) { $0.compareAgain() },
    Action(
      .filterComparison, "Show differences only, or everything", keys: ["f"], in: [.comparison],
      hint: "show all", hintNow: { $0.compared?.showsSame == true ? "differing" : nil },
      allowed: .withoutAudience,
      unless: { $0.compared.flatMap { $0.comparison == nil ? "There is no comparison to show." : nil } }
    ) { $0.filterComparison() },
  ]
}
