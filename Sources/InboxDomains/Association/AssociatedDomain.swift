package import InboxModel

/// An entry of the entitlement `com.apple.developer.associated-domains`: `service:host[?mode=…]` (UL-8).
///
/// `*.host` stands for every subdomain of the host and not for the host itself; there is neither path nor
/// port (Apple's reference of the entitlement; Apple developer forum 707901).
package struct AssociatedDomain: Hashable, Sendable {
  /// What an entry is for; only ``applinks`` makes universal links.
  package enum Service: String, Hashable, Sendable, CaseIterable {
    /// Universal links.
    case applinks
    /// Passwords shared with a site.
    case webcredentials
    /// Handoff.
    case activitycontinuation
    /// App Clips.
    case appclips
  }

  package let text: String
  package let service: Service
  /// The host in lower case, without `*.`.
  package let host: String
  /// Whether it stands for the subdomains of the host and not for the host.
  package let isWildcard: Bool
  /// The value of `?mode=`, such as `developer`; nil if there is none.
  package let mode: String?

  /// Reads an entry.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` with a sentence that says what is wrong and what to write.
  package init(_ entry: String) throws(InboxError) {
    let bad = { (what: String) -> InboxError in
      let shown = JSONValue.string(String(entry.prefix(120))).serialized
      return .configuration("The associated domain \(shown) \(what).")
    }
    guard let colon = entry.firstIndex(of: ":") else {
      throw bad("names no service; write applinks:HOST")
    }
    guard let service = Service(rawValue: String(entry[..<colon])) else {
      let known = Service.allCases.map(\.rawValue).joined(separator: ", ")
      throw bad("does not begin with a service; the services are \(known)")
    }
    let parts = entry[entry.index(after: colon)...].split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var mode: String?
    if parts.count > 1 {
      mode = Self.mode(parts[1])
      if mode == nil { throw bad("has “?” without a mode; write ?mode=developer or ?mode=managed") }
    }
    let isWildcard = parts[0].hasPrefix("*.")
    let host = isWildcard ? parts[0].dropFirst(2) : parts[0]
    if let problem = Self.problem(ofHost: String(host)) { throw bad(problem) }
    text = entry
    self.service = service
    self.host = host.lowercased()
    self.isWildcard = isWildcard
    self.mode = mode
  }

  /// Whether the entry stands for a host, whatever its service is.
  package func stands(for host: String) -> Bool {
    let asked = host.lowercased()
    return isWildcard
      ? asked.hasSuffix("." + self.host) && asked.utf8.count > self.host.utf8.count + 1
      : asked == self.host
  }

  /// Finds the entry that covers a host for universal links: of those that stand for it, the one with the
  /// longest host, so `*.users.example.com` goes before `*.example.com` (Apple's reference).
  package static func covering(host: String, in entries: [String]) -> AssociatedDomainCoverage {
    var domains: [AssociatedDomain] = []
    var problems: [String] = []
    for entry in entries {
      do {
        domains.append(try AssociatedDomain(entry))
      } catch {
        problems.append(error.description)
      }
    }
    let standing = domains.filter { $0.stands(for: host) }
    let links = standing.filter { $0.service == .applinks }
    if let longest = links.map(\.host.utf8.count).max(),
      // Of two for the same host, the one for every device covers more.
      let winner = links.filter({ $0.host.utf8.count == longest }).min(by: {
        $0.mode == nil && $1.mode != nil
      })
    {
      let others = links.filter { $0.host.utf8.count < longest }.map(\.text)
      let reason = others.isEmpty ? "" : "; it is longer than \(others.joined(separator: ", "))"
      return .init(entry: winner, reason: "\(winner.text) covers \(host)\(reason)", problems: problems)
    }
    let reason = whyNone(host, domains: domains, standing: standing)
    return .init(entry: nil, reason: reason, problems: problems)
  }

  private static func whyNone(
    _ host: String, domains: [AssociatedDomain], standing: [AssociatedDomain]
  ) -> String {
    if let other = standing.first { return "\(other.text) is not for links; add applinks:\(host)" }
    let asked = host.lowercased()
    if let bare = domains.first(where: { $0.service == .applinks && $0.isWildcard && $0.host == asked }) {
      return "\(bare.text) covers the subdomains only; add applinks:\(host)"
    }
    let count = domains.count { $0.service == .applinks }
    return switch count {
    case 0: "there is no applinks entry; add applinks:\(host)"
    case 1: "the applinks entry does not cover \(host); add applinks:\(host)"
    default: "none of the \(count) applinks entries covers \(host); add applinks:\(host)"
    }
  }

  private static func mode(_ query: Substring) -> String? {
    guard query.hasPrefix("mode=") else { return nil }
    let mode = query.dropFirst(5)
    guard !mode.isEmpty, mode.utf8.allSatisfy({ $0 == UInt8(ascii: "+") || $0.isASCIILetter }) else {
      return nil
    }
    return String(mode)
  }

  /// What is wrong with a host, as the end of a sentence; nil for a good one.
  static func problem(ofHost host: String) -> String? {
    guard !host.isEmpty else { return "has no host" }
    if host.contains("://") { return "holds a URL; write the host alone" }
    if host.contains("/") { return "has a path; an entry is for a whole host" }
    if host.contains(":") { return "has a port; an entry has none" }
    if host.contains("@") { return "has a user name; write the host alone" }
    if host.contains("*") { return "has “*” elsewhere than in front as “*.”" }
    if host.contains("$") { return "still holds a build variable; look at the built app's entitlements" }
    guard host.utf8.allSatisfy({ $0 < 0x80 }) else {
      return "is not ASCII; write the host as punycode (xn--…)"
    }
    guard host.utf8.count <= 253 else { return "has a host of more than 253 characters" }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isGood = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    }
    return isGood ? nil : "has no well-formed host name"
  }
}

/// Which entry of the entitlement covers a host for universal links, or why none does (UL-8).
package struct AssociatedDomainCoverage: Hashable, Sendable {
  /// The entry that wins; nil if the host is not covered.
  package var entry: AssociatedDomain?
  /// One line for a person: the entry and what it won against, or what to add.
  package var reason: String
  /// A sentence for each entry that is malformed and so does not count.
  package var problems: [String]
}
