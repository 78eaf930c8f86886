import InboxCore

/// Looks at a domain from outside (UL-9); both questions may be asked at once.
public struct DomainProbe: Sendable {
  /// Asks which name servers a name is delegated to.
  public var nameServers: @Sendable (_ name: String) async -> NameServerAnswer
  /// Shakes hands with a host at a port in several ways; no request is sent.
  public var tls: @Sendable (_ host: String, _ port: Int) async -> Result<TLSFacts, TLSFailure>

  /// Makes a port of its functions.
  public init(
    nameServers: @escaping @Sendable (_ name: String) async -> NameServerAnswer,
    tls: @escaping @Sendable (_ host: String, _ port: Int) async -> Result<TLSFacts, TLSFailure>
  ) {
    self.nameServers = nameServers
    self.tls = tls
  }
}
