extension ActionID {
  package static let domain = ActionID("domain.check")
  package static let nextDomain = ActionID("domain.next")
  package static let previousDomain = ActionID("domain.previous")
  package static let recheckDomain = ActionID("domain.again")
}

extension Action {
  private static func needsDomains(_ state: AppState) -> String? {
    state.profile.domains.count > 1 ? nil : "The profile names only this domain."
  }

  static let domains: [Action] = [
    Action(
      .domain, "Check a branded domain: is it fit for universal links? No click", keys: [.character("D")],
      in: .panes, allowed: .withoutAudience(.usesNoNetwork),
      unless: {
        $0.profile.domains.isEmpty ? "The profile names no branded domain: links.branded-domains does." : nil
      }
    ) { state, _ in state.checkDomain(state.domainAtHand) },
    Action(
      .nextDomain, "The next domain", keys: [.character("]")], in: [.domain], hint: "domain",
      allowed: .withoutAudience, unless: needsDomains
    ) { state, _ in state.checkDomain(step: 1) },
    Action(
      .previousDomain, "The domain before", keys: [.character("[")], in: [.domain], allowed: .withoutAudience,
      unless: needsDomains
    ) { state, _ in state.checkDomain(step: -1) },
    Action(
      .recheckDomain, "Check the domain again", keys: [.character("r")], in: [.domain], hint: "again",
      allowed: .withoutAudience(.usesNoNetwork)
    ) { state, _ in state.checkDomain(step: 0) },
  ]
}
