import InboxModel

/// Looks at a domain from outside (UL-9); both questions may be asked at once.
package struct DomainProbe: Sendable {
  /// Asks which name servers a name is delegated to.
  package var nameServers: @Sendable (_ name: String) async -> NameServerResponse
  /// Shakes hands with a host at a port in several ways; no request is sent.
  package var tls: @Sendable (_ host: String, _ port: Int) async -> Result<TLSFacts, TLSFailure>

  package init(
    nameServers: @escaping @Sendable (_ name: String) async -> NameServerResponse,
    tls: @escaping @Sendable (_ host: String, _ port: Int) async -> Result<TLSFacts, TLSFailure>
  ) {
    self.nameServers = nameServers
    self.tls = tls
  }
}

/// What is known about the name servers that a domain is delegated to (UL-9).
package enum NameServerResponse: Hashable, Sendable {
  /// Their names in lower case without a trailing dot, sorted.
  case found([String])
  /// There is no such name.
  case noSuchName
  /// The name has no name servers of its own: it belongs to the zone above it, or is an alias.
  case noRecords
  /// The name server that was asked refused or failed; the reason is the end of a sentence.
  case failed(String)
  /// No name server was asked, because none can know; the reason is the end of a sentence.
  case notAsked(String)
  /// No name server responded; the reason is the end of a sentence.
  case noResponse(String)

  /// What was found, in the form that this type promises.
  package static func found(raw names: [String]) -> NameServerResponse {
    .found(Set(names.map(HostName.normalized)).sorted())
  }
}

/// Names in certificates.
package enum DomainName {
  /// Whether a name of a certificate stands for a host (RFC 9525 §6.3).
  ///
  /// `*` stands for exactly one whole label, the first, and only before at least two others: `*.com` matches nothing.
  package static func certificateName(_ pattern: String, covers host: String) -> Bool {
    let pattern = HostName.normalized(pattern).split(separator: ".", omittingEmptySubsequences: false)
    let host = HostName.normalized(host).split(separator: ".", omittingEmptySubsequences: false)
    guard pattern.count == host.count, !host.contains("") else { return false }
    guard pattern.first == "*" else { return pattern == host }
    return pattern.count >= 3 && pattern.dropFirst() == host.dropFirst()
  }
}
