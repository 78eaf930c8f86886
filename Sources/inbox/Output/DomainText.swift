import InboxDomains

/// The rows of a domain check, for people.
nonisolated enum DomainText {
  static func print(_ check: DomainCheck) {
    Output.line(
      "\(check.host): \(check.isFit ? "ready" : "not ready, or not known to be ready,") for universal links: \(check.summary)"
    )
    for row in check.rows {
      Output.line("\(mark(row.verdict)) \(row.title): \(row.seen)")
      if !row.remedy.isEmpty { Output.line("        \(row.remedy)") }
    }
  }

  private static func mark(_ verdict: DomainCheck.Verdict) -> String {
    switch verdict {
    case .pass: "pass   "
    case .fail: "FAIL   "
    case .unknown: "unknown"
    }
  }
}
