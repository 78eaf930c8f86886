/// Whether a sender's text may lead to requests into this machine and its network: pictures, rich content, links and
/// where they redirect to.
///
/// A person is not asked by it: the back end, the hosts that `--resolve` and the sandbox send somewhere, and the domain
/// of a check are theirs to choose. The value is that of `private-addresses` in the configuration.
public enum PrivateAddresses: String, Hashable, Sendable, CaseIterable {
  /// No request goes to such an address.
  case refuse
  /// Requests go to such an address as to any other.
  case allow

  /// Names that never leave the local network (RFC 6761, 6762 appendix G, 8375; ICANN for `internal`).
  private static let localNames: Set<String> = [
    "localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan",
  ]

  /// Why a host is not asked, decided by its spelling, as a clause; nil when it may be.
  public func refusal(ofHost host: String) -> String? {
    guard self == .refuse else { return nil }
    let host = HostName.normalized(host)
    if let address = InternetAddress(host) { return refusal(of: address, for: host) }
    let labels = host.split(separator: ".")
    let isLocal = labels.count < 2 || Self.localNames.contains(String(labels[labels.count - 1]))
    let isHome = host == "home.arpa" || host.hasSuffix(".home.arpa")
    return isLocal || isHome
      ? Self.sentence("its host \(host) is a name of this machine or its network") : nil
  }

  /// Why an address that a host's name leads to is not asked, as a clause; nil when it may be.
  public func refusal(of address: InternetAddress, for host: String) -> String? {
    guard self == .refuse, let kind = address.privateKind else { return nil }
    let isItself = InternetAddress(host) == address
    return Self.sentence("its host \(host) \(isItself ? "is" : "leads to \(address.text),") \(kind)")
  }

  private static func sentence(_ what: String) -> String {
    "\(what), and neither this machine nor its network is requested for a sender "
      + "(private-addresses = \"allow\" among the profile's links allows it, "
      + "as --allow-private-addresses of ‘inbox resolve’ does)"
  }
}
