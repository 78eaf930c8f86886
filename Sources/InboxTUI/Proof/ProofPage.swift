import InboxCore
import InboxEvidence

/// Whether each display and open reached the server exactly once, and what clicks came to, what is odd first (EN-8,
/// EN-9, UL-5, SB-5).
struct ProofPage: TextLayer {
  var proof: ProofState
  var scroll: Int

  var layer: Layer { .proof(proof, scroll: scroll) }
  var context: ActionContext { .proof }
  func title(_ state: AppState) -> String {
    proof.isOddOnly ? "Proof: odd ones only" : "Proof: exactly once?"
  }

  /// Lays the lines out once for all that is scrolled after that.
  mutating func scroll(by steps: Int, _ state: AppState) {
    let width = LayerBox.textWidth(on: state.size)
    let lines = lines(state, width: width)
    proof.layout = ProofState.Layout(width: width, lines: lines)
    scroll = min(max(0, scroll + steps), LayerBox.lastScroll(of: lines.count, on: state.size))
  }

  func lines(_ state: AppState, width: Int) -> [DetailLine] {
    if let layout = proof.layout, layout.width == width { return layout.lines }
    return made(state, width)
  }

  private func made(_ state: AppState, _ width: Int) -> [DetailLine] {
    var lines: [DetailLine] = []
    func add(_ text: String, _ role: ThemeRole, first: String = "", rest: String = "") {
      lines += RichLayout.wrap([.init(text, role)], width, first: first, rest: rest)
    }
    if proof.isReading {
      add(state.profile.hasSandbox ? "Reading archive and receipts…" : "Loading…", .muted)
    }
    if let problem = proof.problem { add(problem, .noticeError) }
    guard let whole = proof.report, let person = state.snapshot?.identity else { return lines }
    // An app's events are looked at whoever reads there.
    let isTapped = state.profile.isTapped == true
    let report = isTapped ? whole : whole.only(person)
    add(report.summary, report.isProven ? .accent : .noticeWarning)
    if !report.hasReceipts {
      add(
        isTapped
          ? "This is what the vendor's responses say; the vendor is not asked what it recorded."
          : "This back end gives no receipts: it is what it acknowledged.", .muted)
    }
    lines.append(DetailLine())
    for row in report.worstFirst where !proof.isOddOnly || row.verdict.isOdd {
      lines += RichLayout.wrap(
        [
          .init(row.verdict.rawValue, role(row.verdict)),
          .init("  \(row.title)" + (isTapped ? " · \(row.place.identity.label)" : "")),
        ], width, first: "", rest: "  ")
      add(row.facts.joined(separator: " · "), .muted, first: "  ", rest: "  ")
    }
    for row in report.worstClicksFirst where !proof.isOddOnly || row.verdict.isOdd {
      lines += RichLayout.wrap(
        [.init(row.verdict.rawValue, role(row.verdict)), .init("  \(row.title)")], width, first: "",
        rest: "  ")
      add(row.facts.joined(separator: " · "), .muted, first: "  ", rest: "  ")
    }
    lines += serverLines(width)
    let isOdd = report.rows.contains(where: \.verdict.isOdd) || report.clicks.contains(where: \.verdict.isOdd)
    if proof.isOddOnly, !isOdd { add("Nothing is odd.", .muted) }
    let others = whole.rows.count - report.rows.count
    if others > 0 { add("\(others) more of other persons: ‘inbox report’ lists them.", .muted) }
    return lines
  }

  /// What the server has, event for event, the worst first.
  private func serverLines(_ width: Int) -> [DetailLine] {
    func wrapped(_ runs: [DetailLine.Run], first: String = "", rest: String = "") -> [DetailLine] {
      RichLayout.wrap(runs, width, first: first, rest: rest)
    }
    var lines: [DetailLine] = []
    if proof.isAskingServer { lines += wrapped([.init("Asking the server what it recorded…", .muted)]) }
    if let problem = proof.serverProblem { lines += wrapped([.init(problem, .noticeError)]) }
    if let server = proof.server {
      let role: ThemeRole = server.isProven ? .accent : .noticeWarning
      lines += wrapped([.init("What the server has: \(server.summary)", role)])
      for row in server.worstFirst where !proof.isOddOnly || row.verdict != .matched {
        lines += wrapped(
          [.init(row.verdict.rawValue, self.role(row.verdict)), .init("  \(row.title)")], rest: "  ")
        let words = "\(row.sentWords) · the server: \(row.serverWords)"
        lines += wrapped([.init(words, .muted)], first: "  ", rest: "  ")
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

  private func role(_ verdict: DeliveryReport.Verdict) -> ThemeRole {
    switch verdict {
    case .repeated, .missing, .lost, .notStored: .noticeError
    case .unknown, .held, .waiting, .duplicated: .noticeWarning
    case .exactlyOnce: .accent
    case .suppressed: .muted
    }
  }

  private func role(_ verdict: DeliveryReport.ClickRow.Verdict) -> ThemeRole {
    switch verdict {
    case .missing: .noticeError
    case .unknown, .repeated: .noticeWarning
    case .countedOnce: .accent
    case .uncounted: .muted
    }
  }
}

extension AppState {
  mutating func take(_ event: ProofEvent) -> [AppEffect] {
    switch event {
    case .deliveryProven(let report): proved(.success(report))
    case .deliveryUnproven(let error): proved(.failure(error))
    case .serverCompared(let report): compared(report, problem: nil)
    case .serverUnread(let error): compared(nil, problem: error.description)
    }
  }

  /// Reads the report; what was read before stays until it is there.
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

  private mutating func proved(_ result: Result<DeliveryReport, InboxError>) -> [AppEffect] {
    guard case .proof(var proof, let scroll)? = layer else { return [] }
    proof.isReading = false
    switch result {
    case .success(let report):
      proof.report = report
      proof.problem = nil
      proof.isAskingServer = profile.canReadBack == true
    case .failure(let error): proof.problem = error.description
    }
    layer = .proof(proof, scroll: scroll)
    return proof.isAskingServer ? [.compareServer] : []
  }

  /// What was read before stays beside the problem.
  private mutating func compared(_ report: ServerReport?, problem: String?) -> [AppEffect] {
    guard case .proof(var proof, let scroll)? = layer else { return [] }
    proof.isAskingServer = false
    proof.server = report ?? proof.server
    proof.serverProblem = problem
    layer = .proof(proof, scroll: scroll)
    return []
  }

  mutating func filterProof() -> [AppEffect] {
    guard case .proof(var proof, _)? = layer else { return [] }
    proof.isOddOnly.toggle()
    layer = .proof(proof, scroll: 0)
    return []
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
      .proof, "Proof: was each display and open reported exactly once?", keys: [.character("P")], in: .panes,
      titleNow: {
        let all = $0.profile.capabilities.reported
        let events = all.count > 2 ? [all.dropLast().joined(separator: ", "), all[all.count - 1]] : all
        return events.isEmpty
          ? "Proof: what came of each click?"
          : "Proof: was each \(events.joined(separator: " and ")) reported exactly once?"
      }, allowed: .withoutAudience
    ) { state, _ in state.showProof() },
    Action(
      .rereadProof, "Read the proof again", keys: [.character("r")], in: [.proof], hint: "again",
      allowed: .withoutAudience
    ) { state, _ in state.showProof() },
    Action(
      .filterProof, "Only what stands against exactly once, or everything", keys: [.character("f")],
      in: [.proof], hint: "odd only",
      hintNow: { if case .proof(let proof, _)? = $0.layer, proof.isOddOnly { "show all" } else { nil } },
      allowed: .withoutAudience
    ) { state, _ in state.filterProof() },
  ]
}
