public import struct Foundation.Date

/// Looks at a domain in every way that UL-9 names, and judges what it saw.
public struct DomainInspection: Sendable {
  private let probe: DomainProbe
  private let hop: LinkHop
  private let now: @Sendable () -> Date

  /// Makes an inspection over its ports.
  public init(probe: DomainProbe, hop: LinkHop, now: @escaping @Sendable () -> Date = { Date() }) {
    self.probe = probe
    self.hop = hop
    self.now = now
  }

  /// Checks a domain; nothing that is asked counts as a click.
  ///
  /// - Parameters:
  ///   - host: The branded domain.
  ///   - port: Where its https is.
  ///   - appID: The app's id with its team; nil where nobody said.
  ///   - associatedDomains: The app's entitlement; nil where nobody gave it.
  ///   - appPaths: The paths of app links; all must open the app.
  ///   - link: The trail of a link that was followed as part of the check.
  public func check(
    _ host: String, port: Int = 443, appID: String? = nil, associatedDomains: [String]? = nil,
    appPaths: [String] = ["/pub/acc"], link: LinkTrail? = nil
  ) async -> DomainCheck {
    let host = DomainName.normalized(host)
    async let nameServers = probe.nameServers(host)
    async let tls = probe.tls(host, port)
    async let association = association(host, appID, appPaths)
    let (read, appPath) = await association
    let facts = DomainFacts(
      nameServers: await nameServers, tls: await tls, association: read,
      entitlement: Self.entitlement(host, associatedDomains), appID: appID, appPath: appPath, link: link)
    return DomainCheck(host: host, facts: facts, now: now())
  }

  /// The file, and which of the paths was looked at.
  private func association(
    _ host: String, _ appID: String?, _ appPaths: [String]
  ) async -> (AssociationFacts, appPath: String) {
    let first = appPaths.first ?? "/pub/acc"
    let outcome: SiteAssociationFetch.Outcome
    do {
      outcome = try await SiteAssociationFetch(hop: hop).fetch(domain: host)
    } catch {
      return (AssociationFacts(problem: error.description, isUnreachable: true), first)
    }
    guard let file = outcome.association else {
      let problems = outcome.attempts.map { "\($0.url): \($0.problem ?? "unusable")" }
      return (
        AssociationFacts(
          problem: problems.joined(separator: "; "),
          isUnreachable: outcome.attempts.contains { $0.status == nil }), first
      )
    }
    // Without an app id the file's first app stands for it; the row about the app says that it was not given.
    let app = appID ?? file.appIDs.first
    func verdict(_ path: String) -> AssociationFacts.PathVerdict? {
      guard let app, file.appIDs.contains(app) else { return nil }
      let decision = file.decide("https://\(host)\(path)", domain: host, appID: app)
      return .init(
        isMatched: decision.verdict == .match, rule: decision.verdict == .noMatch ? "" : decision.rule)
    }
    let judged = appPaths.first { verdict($0)?.isMatched == false } ?? first
    return (
      AssociationFacts(
        place: outcome.place, appIDs: file.appIDs, appPath: verdict(judged), webPath: verdict("/pub/cc")),
      judged
    )
  }

  private static func entitlement(_ host: String, _ entries: [String]?) -> EntitlementFacts {
    guard let entries else { return .notGiven }
    let coverage = AssociatedDomain.covering(host: host, in: entries)
    if let entry = coverage.entry { return .covered(entry: entry.text) }
    return .notCovered(reason: ([coverage.reason] + coverage.problems).joined(separator: "; "))
  }
}
