import InboxCore
import InboxDomains
import InboxModel

/// Whether a branded domain is ready for universal links, a row for each requirement, problems first (UL-9).
struct DomainPage: TextLayer {
  var host: String
  /// Nil until the check is done.
  var check: DomainCheck?
  var scroll: Int

  var layer: Layer { .domain(host, check: check, scroll: scroll) }
  var context: ActionContext { .domain }
  var isWide: Bool { true }

  func title(_ state: AppState) -> String { "Domain: \(host)" }

  func lines(_ state: AppState, in area: TextArea) -> [DetailLine] {
    guard let check else {
      return [DetailLine(area.reduced("Checking name servers, TLS, site association…"), .muted)]
    }
    let head: DetailLine.Run =
      check.isFit
      ? .init("Ready for universal links: all \(check.rows.count.counted("check")) passed.", .accent)
      : .init(
        "\(check.count(.fail) > 0 ? "Not ready" : "Not known to be ready") for universal links: "
          + check.summary, .noticeWarning)
    let rows = [.fail, .unknown, .pass].flatMap { verdict in check.rows.filter { $0.verdict == verdict } }
    let top = area.wrap([head]) + [DetailLine()]
    let isRight = rows.allSatisfy(\.remedy.isEmpty)
    guard area.width >= 100 || isRight && area.width >= 68 else {
      return top + rows.flatMap { paragraph($0, area) }
    }
    let cells = rows.map { row -> [[DetailLine.Run]] in
      let remedy: [DetailLine.Run] = row.remedy.isEmpty ? [] : [.init(row.remedy)]
      return [[.init(mark(row.verdict), role(row.verdict))], [.init(row.title)], [.init(row.seen)], remedy]
    }
    let header = ["Result", "Requirement", "Found"] + (isRight ? [] : ["What to do"])
    let table = area.table(isRight ? cells.map { Array($0.dropLast()) } : cells, header: header)
    return top + table.lines
  }

  /// A row as a paragraph, where there is no room for columns.
  private func paragraph(_ row: DomainCheck.Row, _ area: TextArea) -> [DetailLine] {
    let indent = String(repeating: " ", count: 9)
    let word = mark(row.verdict)
    let mark = word + indent.dropFirst(word.count)
    return area.wrap([.init(mark, role(row.verdict)), .init("\(row.title): \(row.seen)")], rest: indent)
      + (row.remedy.isEmpty ? [] : area.wrap([.init(row.remedy, .muted)], first: indent, rest: indent))
  }

  private func mark(_ verdict: DomainCheck.Verdict) -> String {
    switch verdict {
    case .pass: "passed"
    case .fail: "FAILED"
    case .unknown: "unknown"
    }
  }

  private func role(_ verdict: DomainCheck.Verdict) -> ThemeRole {
    switch verdict {
    case .pass: .accent
    case .fail: .noticeError
    case .unknown: .noticeWarning
    }
  }
}

extension AppState {
  /// The branded domain of a link of the message at hand, else the profile's first.
  var domainAtHand: String? {
    let row = focus == .detail ? detail?.row : list.selectedRow
    let links = ([row?.message.deepLink].compactMap { $0 }) + (detail?.links.map(\.url) ?? [])
    let hosts = links.compactMap { LinkResolver.host(of: $0) }
    // The links of a message's content may not be here yet, but its campaign's domain is known.
    let own = row.flatMap { profile.campaigns?.campaign(of: $0.key)?.domain }
    return (hosts + [own].compactMap { $0 }).first { profile.domains.contains($0) } ?? profile.domains.first
  }

  mutating func checkDomain(step: Int) -> [AppEffect] {
    guard case .domain(let host, _, _)? = layer, let index = profile.domains.firstIndex(of: host) else {
      return []
    }
    let count = profile.domains.count
    return checkDomain(profile.domains[(index + step + count) % count])
  }

  mutating func checkDomain(_ host: String?) -> [AppEffect] {
    guard let host else { return [] }
    layer = .domain(host, check: nil, scroll: 0)
    return [.checkDomain(host)]
  }
}

extension ActionID {
  package static let domain = ActionID("domain.check")
  package static let nextDomain = ActionID("domain.next")
  package static let previousDomain = ActionID("domain.previous")
  package static let recheckDomain = ActionID("domain.again")
}

extension Action {
  private static func needsDomains(_ state: AppState) -> String? {
    state.profile.domains.count > 1 ? nil : "The profile has only this domain."
  }

  static let domains: [Action] = [
    Action(
      .domain, "Check a branded domain for universal links (no click)", keys: ["D"], in: .panes,
      allowed: .withoutAudience(.usesNoNetwork),
      unless: {
        $0.profile.domains.isEmpty ? "The profile has no branded domain; set links.branded-domains." : nil
      }
    ) { $0.checkDomain($0.domainAtHand) },
    Action(
      .nextDomain, "Next domain", keys: ["]"], in: [.domain], hint: "domain", allowed: .withoutAudience,
      unless: needsDomains
    ) { $0.checkDomain(step: 1) },
    Action(
      .previousDomain, "Previous domain", keys: ["["], in: [.domain], allowed: .withoutAudience,
      unless: needsDomains
    ) { $0.checkDomain(step: -1) },
    Action(
      .recheckDomain, "Check again", keys: ["r"], in: [.domain], hint: "again",
      allowed: .withoutAudience(.usesNoNetwork)
    ) { $0.checkDomain(step: 0) },
  ]
}
