import InboxCore
import InboxDomains

/// Whether a branded domain is fit for universal links, a row for each requirement (UL-9).
struct DomainPage: TextLayer {
  var host: String
  /// Nil until it was looked at.
  var check: DomainCheck?
  var scroll: Int

  var layer: Layer { .domain(host, check: check, scroll: scroll) }
  var context: ActionContext { .domain }
  func title(_ state: AppState) -> String { "Domain: \(host)" }

  func lines(_ state: AppState, width: Int) -> [DetailLine] {
    guard let check else { return [DetailLine("Checking name servers, TLS, site association…", .muted)] }
    var lines = RichLayout.wrap([.init(check.summary, .accent)], width, first: "", rest: "")
    lines.append(DetailLine())
    for row in check.rows {
      lines += RichLayout.wrap(
        [.init(mark(row.verdict), role(row.verdict)), .init("\(row.title): \(row.seen)")], width, first: "",
        rest: "         ")
      if !row.remedy.isEmpty {
        lines += RichLayout.wrap([.init(row.remedy, .muted)], width, first: "         ", rest: "         ")
      }
    }
    return lines
  }

  private func mark(_ verdict: DomainCheck.Verdict) -> String {
    switch verdict {
    case .pass: "pass     "
    case .fail: "FAIL     "
    case .unknown: "unknown  "
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
    return hosts.first { profile.domains.contains($0) } ?? profile.domains.first
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
      .domain, "Check a branded domain for universal links (no click)", keys: [.character("D")],
      in: .panes, allowed: .withoutAudience(.usesNoNetwork),
      unless: {
        $0.profile.domains.isEmpty ? "The profile has no branded domain; set links.branded-domains." : nil
      }
    ) { state, _ in state.checkDomain(state.domainAtHand) },
    Action(
      .nextDomain, "Next domain", keys: [.character("]")], in: [.domain], hint: "domain",
      allowed: .withoutAudience, unless: needsDomains
    ) { state, _ in state.checkDomain(step: 1) },
    Action(
      .previousDomain, "Previous domain", keys: [.character("[")], in: [.domain], allowed: .withoutAudience,
      unless: needsDomains
    ) { state, _ in state.checkDomain(step: -1) },
    Action(
      .recheckDomain, "Check again", keys: [.character("r")], in: [.domain], hint: "again",
      allowed: .withoutAudience(.usesNoNetwork)
    ) { state, _ in state.checkDomain(step: 0) },
  ]
}
