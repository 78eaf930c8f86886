import InboxCore

/// Whether each display and open reached the server exactly once, and what clicks came to, what is odd first (EN-8,
/// EN-9, UL-5, SB-5).
enum ProofView {
  static func draw(
    _ state: AppState, _ proof: ProofState, scroll: Int, _ theme: Theme, into frame: inout Frame
  ) {
    let title = proof.isOddOnly ? "Proof: odd ones only" : "Proof: exactly once?"
    LayerBox.draw(title, proof.lines(state), scroll: scroll, state.keys, theme, into: &frame)
  }

  static func lines(_ state: AppState, _ proof: ProofState, _ width: Int) -> [DetailLine] {
    var lines: [DetailLine] = []
    func add(_ text: String, _ role: ThemeRole, first: String = "", rest: String = "") {
      lines += RichLayout.wrap([.init(text, role)], width, first: first, rest: rest)
    }
    if proof.isReading {
      add(state.profile.hasSandbox ? "Reading archive and receipts…" : "Reading the archive…", .muted)
    }
    if let problem = proof.problem { add(problem, .noticeError) }
    guard let whole = proof.report, let person = state.snapshot?.identity else { return lines }
    let report = whole.only(person)
    add(report.summary, report.isProven ? .accent : .noticeWarning)
    if !report.hasReceipts {
      add("This back end gives no receipts: it is what it acknowledged.", .muted)
    }
    lines.append(DetailLine())
    for row in report.worstFirst where !proof.isOddOnly || row.verdict.isOdd {
      lines += RichLayout.wrap(
        [.init(row.verdict.rawValue, role(row.verdict)), .init("  \(row.title)")], width, first: "",
        rest: "  ")
      add(row.facts.joined(separator: " · "), .muted, first: "  ", rest: "  ")
    }
    for row in report.worstClicksFirst where !proof.isOddOnly || row.verdict.isOdd {
      lines += RichLayout.wrap(
        [.init(row.verdict.rawValue, role(row.verdict)), .init("  \(row.title)")], width, first: "",
        rest: "  ")
      add(row.facts.joined(separator: " · "), .muted, first: "  ", rest: "  ")
    }
    let isOdd = report.rows.contains(where: \.verdict.isOdd) || report.clicks.contains(where: \.verdict.isOdd)
    if proof.isOddOnly, !isOdd { add("Nothing is odd.", .muted) }
    let others = whole.rows.count - report.rows.count
    if others > 0 { add("\(others) more of other persons: ‘inbox report’ lists them.", .muted) }
    return lines
  }

  private static func role(_ verdict: DeliveryReport.Verdict) -> ThemeRole {
    switch verdict {
    case .repeated, .missing, .lost, .notStored: .noticeError
    case .unknown, .waiting, .duplicated: .noticeWarning
    case .exactlyOnce: .accent
    case .suppressed: .muted
    }
  }

  private static func role(_ verdict: DeliveryReport.ClickRow.Verdict) -> ThemeRole {
    switch verdict {
    case .missing: .noticeError
    case .unknown, .repeated: .noticeWarning
    case .countedOnce: .accent
    case .uncounted: .muted
    }
  }
}
