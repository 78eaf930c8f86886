import InboxCore
import InboxEvidence
import InboxModel

/// One row of the proof: a display, an open or the clicks of a link.
struct ProofRow {
  var verdict: String
  var role: ThemeRole
  var isProblem: Bool
  /// `display`, `open` or `click`.
  var event: String
  var message: String
  var session: String
  /// Attempts, sent, acknowledged and received; nil where unknown.
  var counts: [Int?]
  /// All facts, as a person reads them.
  var facts: [String]
  /// The facts that the columns of numbers do not show.
  var rest: [String] { facts.filter { !Self.isCount($0) } }

  /// All rows, problems first.
  static func rows(of report: DeliveryReport, namesPerson: Bool) -> [ProofRow] {
    let rows =
      report.worstFirst.map { ProofRow($0, namesPerson: namesPerson) }
      + report.worstClicksFirst.map(ProofRow.init)
    return rows.filter(\.isProblem) + rows.filter { !$0.isProblem }
  }

  private init(_ row: DeliveryReport.Row, namesPerson: Bool) {
    verdict = row.verdict.rawValue
    role = Self.role(row.verdict)
    isProblem = row.verdict.isProblem
    event = row.place.kind.rawValue
    message = row.place.message.words + (namesPerson ? " · \(row.place.identity.label)" : "")
    session = row.place.session.map(String.init) ?? Self.noSession
    counts = [row.attempts, row.sent, row.acknowledged, row.received]
    facts = row.facts
  }

  private init(_ row: DeliveryReport.ClickRow) {
    verdict = row.verdict.rawValue
    role = Self.role(row.verdict)
    isProblem = row.verdict.isProblem
    event = "click"
    message = row.messageWords
    session = row.session.map(String.init) ?? Self.noSession
    counts = [row.attempts, row.attempts - (row.states[.uncounted] ?? 0), row.counted, row.received]
    facts = row.facts
  }

  private static let noSession = "none"

  /// Whether a column shows a fact already.
  private static func isCount(_ fact: String) -> Bool {
    let words = fact.split(separator: " ")
    return words.count == 2 && ["attempts", "sent", "acknowledged", "received", "counted"].contains(words[0])
  }

  // MARK: - Lines

  /// A table where its words are not broken and it needs no more lines; else two lines for each row.
  static func lines(_ rows: [ProofRow], in area: TextArea) -> [DetailLine] {
    let header = ["Result", "Event", "Message", "Session", "Attempts", "Sent", "Ack.", "Received", "Details"]
    let table = area.table(rows.map(\.columns), header: header)
    if area.width >= 96, table.keepsWords {
      let lines = table.lines
      if lines.count <= 1 + 2 * rows.count { return lines }
    }
    return rows.flatMap { row in
      let session = row.session == noSession ? "no session" : "session \(row.session)"
      let title = "  \(row.event) \(row.message) · \(session)"
      return area.wrap(row.head + [.init(title)], rest: "  ")
        + area.wrap(row.details(row.facts), first: "  ", rest: "  ")
    }
  }

  private var head: [DetailLine.Run] { [.init(verdict, role)] }

  private func details(_ facts: [String]) -> [DetailLine.Run] {
    facts.isEmpty ? [] : [.init(facts.joined(separator: " · "), .muted)]
  }

  private var columns: [[DetailLine.Run]] {
    [head, [.init(event)], [.init(message)], [.init(session)]]
      + counts.map { count in count.map { [.init(String($0))] } ?? [.init("–", .muted)] } + [details(rest)]
  }

  private static func role(_ verdict: DeliveryReport.Verdict) -> ThemeRole {
    switch verdict {
    case .repeated, .missing, .lost, .notStored: .noticeError
    case .unknown, .held, .waiting, .duplicated: .noticeWarning
    case .exactlyOnce: .accent
    case .suppressed: .muted
    }
  }

  private static func role(_ verdict: DeliveryReport.ClickRow.Verdict) -> ThemeRole {
    switch verdict {
    case .missing: .noticeError
    case .unknown, .unjudged, .repeated: .noticeWarning
    case .countedOnce: .accent
    case .uncounted: .muted
    }
  }
}
