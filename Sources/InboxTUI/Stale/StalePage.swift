import InboxCore
import InboxEvidence
import InboxModel

/// What the server lists, what is shown here, and what each vendor's SDK would show, the differences first (QA-3).
struct StalePage: TextLayer {
  var stale: StaleState
  var scroll: Int

  var layer: Layer { .stale(stale, scroll: scroll) }
  var context: ActionContext { .stale }
  var laidOut: LaidOut? {
    get { stale.layout }
    set { stale.layout = newValue }
  }

  func title(_ state: AppState) -> String {
    stale.showsAll ? "Stale: every record" : "Stale: what SDKs show differently"
  }

  func lines(_ state: AppState, in area: TextArea) -> [DetailLine] {
    var lines: [DetailLine] = []
    func add(_ text: String, _ role: ThemeRole, first: String = "", rest: String = "") {
      lines += area.wrap([.init(text, role)], first: first, rest: rest)
    }
    if let problem = stale.problem { add(problem, .noticeError) }
    guard let report = stale.report else {
      if stale.problem == nil { add("Loading…", .muted) }
      return lines
    }
    add(report.summary, report.isClear ? .accent : .noticeWarning)
    for note in report.notes { add(note, .muted) }
    for row in stale.showsAll ? report.rows : report.differing {
      lines.append(DetailLine())
      add(row.title, .detailHeading)
      add(row.facts, .text, first: "  ", rest: "  ")
      for (rule, verdict) in row.others {
        let whose = rule.vendor == report.vendor ? ThemeRole.noticeWarning : .muted
        add("\(rule.name) \(verdict.sentence)", whose, first: "  ", rest: "    ")
      }
    }
    return lines
  }
}

extension AppState {
  mutating func take(_ event: StaleEvent) -> [AppEffect] {
    guard case .stale(var stale, let scroll)? = pageLayer else { return [] }
    switch event {
    case .staleRead(let report): (stale.report, stale.problem) = (report, nil)
    case .staleUnread(let error): stale.problem = error.description
    }
    pageLayer = .stale(stale, scroll: scroll)
    return []
  }

  /// Reads every list; the former result stays until the new one is there.
  mutating func showStale() -> [AppEffect] {
    if case .stale? = layer {} else { layer = .stale(StaleState(), scroll: 0) }
    return [.readStale(snapshot?.centers.map(\.name) ?? [center])]
  }

  mutating func filterStale() -> [AppEffect] {
    guard case .stale(var stale, _)? = layer else { return [] }
    stale.showsAll.toggle()
    return showLayer(.stale(stale, scroll: 0))
  }
}

extension ActionID {
  package static let stale = ActionID("stale.show")
  package static let rereadStale = ActionID("stale.again")
  package static let filterStale = ActionID("stale.filter")
}

extension Action {
  static let stale: [Action] = [
    Action(
      .stale, "Stale: what each vendor's SDK would still show, and why", keys: ["S"], in: .panes,
      allowed: .withoutAudience
    ) { $0.showStale() },
    Action(
      .rereadStale, "Read again", keys: ["r"], in: [.stale], hint: "again", allowed: .withoutAudience
    ) { $0.showStale() },
    Action(
      .filterStale, "Show differences only, or every record", keys: ["f"], in: [.stale], hint: "show all",
      hintNow: { if case .stale(let stale, _)? = $0.layer, stale.showsAll { "differing" } else { nil } },
      allowed: .withoutAudience
    ) { $0.filterStale() },
  ]
}
