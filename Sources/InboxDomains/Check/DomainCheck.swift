package import struct Foundation.Date
import InboxCore
package import InboxModel
import InboxVendors

/// Whether a branded domain is fit for Apple's universal links, one row for each requirement (UL-9; seed 000,
/// “Implementation”: domain, SSL, file, entitlement).
package struct DomainCheck: Hashable, Sendable, Codable {
  /// How a requirement stands.
  package enum Verdict: String, Hashable, Sendable, Codable {
    case pass
    /// It is not.
    case fail
    /// It is not known.
    case unknown
  }

  /// One requirement.
  package struct Row: Hashable, Sendable, Codable {
    /// A name that scripts may rely on.
    package var id: String
    /// What is required, in a few words.
    package var title: String
    package var verdict: Verdict
    package var seen: String
    /// Who has to do what; empty when it is met.
    package var remedy: String

    package init(id: String, title: String, verdict: Verdict, seen: String, remedy: String) {
      self.id = id
      self.title = title
      self.verdict = verdict
      self.seen = seen
      self.remedy = verdict == .pass ? "" : remedy
    }

    /// The row as a JSON object with the members `id`, `title`, `verdict`, `seen` and `remedy`.
    package var json: JSONValue {
      .members(["id": id, "title": title, "verdict": verdict.rawValue, "seen": seen, "remedy": remedy])
    }
  }

  /// The domain, as it is compared.
  package let host: String
  /// The requirements, always all of them and in the order in which they are put right; last the link that was
  /// followed, if one was.
  package let rows: [Row]

  /// How many requirements stand in a way.
  package func count(_ verdict: Verdict) -> Int { rows.count { $0.verdict == verdict } }

  /// How the requirements stand, in one sentence.
  package var summary: String {
    "\(count(.pass)) passed, \(count(.fail)) failed, \(count(.unknown)) unknown."
  }

  /// Whether every requirement is met.
  package var isFit: Bool { rows.allSatisfy { $0.verdict == .pass } }

  /// - Parameter now: The time at which the certificate is judged.
  package init(host: String, facts: DomainFacts, now: Date) {
    let host = HostName.normalized(host)
    self.host = host
    // Any name server may be authoritative for a domain of another vendor.
    let isDelegated = facts.vendor == .responsys
    rows =
      (isDelegated ? [Self.nameServers(host, facts.nameServers)] : [])
      + TransportRows(host: host, vendor: facts.vendor, now: now).rows(facts.tls)
      + AppRows(host: host, vendor: facts.vendor, appID: facts.appID, appLink: facts.appLink).rows(
        facts.association, facts.entitlement)
      + (facts.link.map { [Self.link($0)] } ?? [])
  }

  /// The check as a JSON object with the members `host`, `fit` and `rows`.
  package var json: JSONValue {
    .members(["host": host, "fit": isFit, "rows": rows.map(\.json)])
  }

  /// One resolve of a link of the domain, which was a click.
  private static func link(_ trail: LinkTrail) -> Row {
    let isResolved = trail.linkClass == .responsysApp && !trail.isFailure && !trail.hops.isEmpty
    let end = trail.outcome.url.map { " → \($0)" } ?? ""
    return Row(
      id: "link", title: "a link resolves",
      verdict: isResolved ? .pass : trail.click == .unknown ? .unknown : .fail,
      seen: "\(trail.branch): \(trail.reason)\(isResolved ? end : "")",
      remedy: trail.linkClass == .responsysApp
        ? "Check the campaign's link table and that the campaign is live; each further try is another click."
        : "Give a link whose path is /pub/acc: \(trail.link) is \(trail.linkClass.name).")
  }

  /// The name servers that are authoritative for Responsys (seed 000, “Delegate your sub-domains to the Responsys Name
  /// Servers”).
  package static let requiredNameServers = ["ns1.responsys.net", "ns2.responsys.net"]

  private static func nameServers(_ host: String, _ response: NameServerResponse) -> Row {
    let verdict: Verdict
    let seen: String
    switch response {
    case .found(let names):
      verdict = Set(names) == Set(requiredNameServers) ? .pass : .fail
      seen = names.joined(separator: ", ")
    case .noSuchName: (verdict, seen) = (.fail, "there is no name \(host)")
    case .noRecords: (verdict, seen) = (.fail, "\(host) has no name servers of its own")
    case .notAsked(let reason), .failed(let reason), .noResponse(let reason):
      (verdict, seen) = (.unknown, reason)
    }
    let label = host.split(separator: ".").first.map(String.init) ?? host
    let zone = host.split(separator: ".").dropFirst().joined(separator: ".")
    let remedy =
      switch (response, verdict) {
      case (.notAsked, _):
        "There is nothing to do here; for your own domain, ‘inbox domain check’ queries the name servers."
      case (_, .unknown): "Ask again, or ask another name server."
      case _ where !zone.contains("."):
        "Have \(host) delegated to ns1.responsys.net and ns2.responsys.net where it is registered, or use a sub-domain of it."
      default:
        "Have your DNS administrator put the two NS records “\(label) IN NS ns1.responsys.net.” "
          + "and “\(label) IN NS ns2.responsys.net.” into the zone file of \(zone), and no other for that name."
      }
    return Row(
      id: "name-servers", title: "delegated to Responsys", verdict: verdict, seen: seen, remedy: remedy)
  }
}
