import InboxCore
import InboxEvidence
import InboxModel

/// Whether each display and open reached the server exactly once, and what clicks came to: a table, problems first
/// (EN-8, EN-9, UL-5, SB-5).
struct ProofPage: TextLayer {
  var proof: ProofState
  var scroll: Int

  var layer: Layer { .proof(proof, scroll: scroll) }
  var context: ActionContext { .proof }
  var isWide: Bool { true }
  var laidOut: LaidOut? {
    get { proof.layout }
    set { proof.layout = newValue }
  }

  func title(_ state: AppState) -> String {
    proof.showsProblemsOnly ? "Proof: problems only" : "Proof: exactly once?"
  }

  func lines(_ state: AppState, in area: TextArea) -> [DetailLine] {
    var lines: [DetailLine] = []
    func add(_ text: String, _ role: ThemeRole) {
      lines += area.wrap(text, role)
    }
    if proof.isReading {
      add(state.profile.hasSandbox ? "Loading archive and receipts…" : "Loading…", .muted)
    }
    if let problem = proof.problem { add(problem, .noticeError) }
    guard let whole = proof.report, let person = state.snapshot?.identity else { return lines }
    // The events of an app are those of all its persons.
    let isTapped = state.profile.isTapped == true
    let report = isTapped ? whole : whole.only(person)
    add(report.summary, report.isProven ? .accent : .noticeWarning)
    if !report.hasReceipts {
      add(
        isTapped
          ? "This is what the vendor responded; the vendor is not asked what it recorded."
          : "This back end has no receipts: this is what it acknowledged.", .muted)
    }
    let rows = ProofRow.rows(of: report, namesPerson: isTapped).filter {
      !proof.showsProblemsOnly || $0.isProblem
    }
    if !rows.isEmpty { lines += [DetailLine()] + ProofRow.lines(rows, in: area) }
    if proof.showsProblemsOnly, rows.isEmpty { add("No problems.", .muted) }
    lines += serverLines(area)
    let others = whole.rows.count - report.rows.count
    let list = state.profile.isDemonstration == true ? "." : ": ‘inbox report’ lists them."
    if others > 0 { add("\(others) more of other persons\(list)", .muted) }
    return lines
  }

  /// What the server recorded, event by event, the worst first.
  private func serverLines(_ area: TextArea) -> [DetailLine] {
    var lines: [DetailLine] = []
    if proof.isAskingServer { lines += area.wrap("Asking the server what it recorded…", .muted) }
    if let problem = proof.serverProblem { lines += area.wrap(problem, .noticeError) }
    if let server = proof.server {
      lines += area.wrap(
        "What the server has: \(server.summary)", server.isProven ? .accent : .noticeWarning)
      let rows = server.worstFirst.filter { !proof.showsProblemsOnly || $0.verdict != .matched }
      let cells = rows.map { row -> [[DetailLine.Run]] in
        [
          [.init(row.verdict.rawValue, role(row.verdict))], [.init(row.title)], [.init(row.sentWords)],
          [.init(row.serverWords)],
        ]
      }
      if !rows.isEmpty {
        lines += area.table(cells, header: ["Result", "Event", "Sent", "Server"]).lines
      }
    }
    return lines.isEmpty ? [] : [DetailLine()] + lines
  }

  private func role(_ verdict: ServerReport.Verdict) -> ThemeRole {
    switch verdict {
    case .missing, .twice: .noticeError
    case .notTaken, .tooEarly: .noticeWarning
    case .matched: .accent
    case .foreign: .muted
    }
  }
}

extension AppState {
  mutating func take(_ event: ProofEvent) -> [AppEffect] {
    guard case .proof(var proof, let scroll)? = pageLayer else { return [] }
    var effects: [AppEffect] = []
    switch event {
    case .deliveryProven(let report):
      (proof.isReading, proof.report, proof.problem) = (false, report, nil)
      proof.isAskingServer = profile.canReadBack == true
      if proof.isAskingServer { effects = [.compareServer] }
    case .deliveryUnproven(let error): (proof.isReading, proof.problem) = (false, error.description)
    case .serverCompared(let report):
      (proof.isAskingServer, proof.server, proof.serverProblem) = (false, report, nil)
    // The former comparison stays beside the problem.
    case .serverUnread(let error): (proof.isAskingServer, proof.serverProblem) = (false, error.description)
    }
    pageLayer = .proof(proof, scroll: scroll)
    return effects
  }

  /// Reads the report; the former one stays until the new one is there.
  mutating func showProof() -> [AppEffect] {
    var proof = ProofState()
    var scroll = 0
    if case .proof(let before, let position)? = layer {
      proof = before
      proof.isReading = true
      scroll = position
    }
    layer = .proof(proof, scroll: scroll)
    return [.proveDelivery]
  }

  mutating func filterProof() -> [AppEffect] {
    guard case .proof(var proof, _)? = layer else { return [] }
    proof.showsProblemsOnly.toggle()
    return showLayer(.proof(proof, scroll: 0))
  }
}

extension ActionID {
  package static let proof = ActionID("proof.show")
  package static let rereadProof = ActionID("proof.again")
  package static let filterProof = ActionID("proof.filter")
}

extension Action {
  static let proof: [Action] = [
    Action(
      .proof, "Proof: was each display and open reported exactly once?", keys: ["P"], in: .panes,
      hint: "proof",
      titleNow: {
        let all = $0.profile.capabilities.reported
        let events = all.count > 2 ? [all.dropLast().joined(separator: ", "), all[all.count - 1]] : all
        return events.isEmpty
          ? "Proof: what came of each click?"
          : "Proof: was each \(events.joined(separator: " and ")) reported exactly once?"
      }, allowed: .withoutAudience
    ) { $0.showProof() },
    Action(
      .rereadProof, "Read again", keys: ["r"], in: [.proof], hint: "again", allowed: .withoutAudience
    ) { $0.showProof() },
    Action(
      .filterProof, "Show problems only, or everything", keys: ["f"], in: [.proof], hint: "problems only",
      hintNow: {
        if case .proof(let proof, _)? = $0.layer, proof.showsProblemsOnly { "show all" } else { nil }
      }, allowed: .withoutAudience
    ) { $0.filterProof() },
  ]
}
