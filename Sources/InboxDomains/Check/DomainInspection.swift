import struct Foundation.Date
package import InboxCore
import InboxModel

/// Looks at a domain in every way that UL-9 names, and judges what it saw.
package struct DomainInspection: Sendable {
  private let probe: DomainProbe
  private let hop: LinkHop

  package init(probe: DomainProbe, hop: LinkHop) {
    self.probe = probe
    self.hop = hop
  }

  /// Checks a domain; nothing that is asked counts as a click.
  ///
  /// - Parameters:
  ///   - host: The domain.
  ///   - port: Where its https is.
  ///   - vendor: Whose links it carries.
  ///   - appID: The app's id with its team; nil where it was not given.
  ///   - associatedDomains: The app's entitlement; nil where it was not given.
  ///   - appPaths: The paths of app links of Responsys; all must open the app.
  ///   - sample: A link of the domain that is to open the app, in the place of those paths; it is judged and not asked.
  ///   - link: The trail of a link that was followed as part of the check.
  package func check(
    _ host: String, port: Int = 443, vendor: DomainVendor = .responsys, appID: String? = nil,
    associatedDomains: [String]? = nil, appPaths: [String] = ["/pub/acc"], sample: String? = nil,
    link: LinkTrail? = nil
  ) async -> DomainCheck {
    let host = HostName.normalized(host)
    let isDelegated = vendor == .responsys
    async let nameServers =
      isDelegated ? probe.nameServers(host) : .notAsked("any may be authoritative for it")
    async let tls = probe.tls(host, port)
    async let outcome = file(host)
    var facts = DomainFacts(
      vendor: vendor, nameServers: await nameServers, tls: await tls, association: AssociationFacts(),
      entitlement: associatedDomains.map { AssociatedDomain.covering(host: host, in: $0) }, appID: appID,
      appLink: nil, link: link)
    let links = sample.map { [$0] } ?? (isDelegated ? appPaths.map { Self.link(host, $0) } : [])
    (facts.association, facts.appLink) = Self.judged(await outcome, host, appID, links)
    return DomainCheck(host: host, facts: facts, now: Date())
  }

  /// A link of Responsys, with the parameters that each has: rules may ask for them.
  private static func link(_ host: String, _ path: String) -> String {
    "https://\(host)\(PercentCoding.encodeForbidden(path))?\(DomainVendor.sampleQuery)"
  }

  private func file(_ host: String) async -> Result<SiteAssociationFetch.Outcome, InboxError> {
    do { return .success(try await SiteAssociationFetch(hop: hop).fetch(domain: host)) } catch {
      return .failure(error)
    }
  }

  /// What the file says, and which of the links was looked at.
  private static func judged(
    _ result: Result<SiteAssociationFetch.Outcome, InboxError>, _ host: String, _ appID: String?,
    _ links: [String]
  ) -> (AssociationFacts, appLink: String?) {
    let outcome: SiteAssociationFetch.Outcome
    switch result {
    case .success(let fetched): outcome = fetched
    case .failure(let error):
      return (AssociationFacts(problem: error.description, isUnreachable: true), links.first)
    }
    guard let file = outcome.association else {
      let problems = outcome.attempts.map { "\($0.url): \($0.problem ?? "unusable")" }
      let isUnreachable = outcome.attempts.contains { $0.status == nil }
      let facts = AssociationFacts(
        problem: problems.joined(separator: "; "), isUnreachable: isUnreachable)
      return (facts, links.first)
    }
    // Without an app id the file's first app stands for it; the row about the app says that it was not given.
    let app = appID ?? file.appIDs.first
    func decision(_ link: String) -> AssociationDecision? {
      guard let app, file.appIDs.contains(app) else { return nil }
      return file.decide(link, domain: host, appID: app)
    }
    let checked = links.first { decision($0).map { $0.verdict != .match } ?? false } ?? links.first
    let facts = AssociationFacts(
      place: outcome.place, doubts: outcome.doubts, notes: outcome.notes, appIDs: file.appIDs,
      appPath: checked.flatMap(decision), webPath: decision(link(host, "/pub/cc")))
    return (facts, checked)
  }
}
