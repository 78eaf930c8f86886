import InboxModel
package import InboxSandbox

/// How a tap is run.
package struct TapOptions: Sendable {
  /// The server that it stands in front of.
  package var origin: TapOrigin
  /// Where it listens.
  package var address: ListenAddress
  /// The port; 0 picks a free one.
  package var port: Int
  /// Where the certificate comes from that an app gets over HTTPS, on the same port; nil listens for HTTP alone.
  package var authority: CertificateAuthority?
  /// The hosts that the certificate names.
  package var names: [String]
  /// PEM certificates that a vendor's chain may end in, besides those of the machine.
  package var authorities: [String]
  /// How many bytes of each body are retained for a reader.
  package var bodyLimit: Int

  /// Bodies of lists are at most this long, as the vendors' clients take them.
  package static let usualBodyLimit = 8 << 20

  package init(
    _ origin: TapOrigin, address: ListenAddress = .loopback, port: Int = 0,
    authority: CertificateAuthority? = nil, names: [String] = [], authorities: [String] = [],
    bodyLimit: Int = usualBodyLimit
  ) {
    self.origin = origin
    self.address = address
    self.port = port
    self.authority = authority
    // The vendor's own name too: a device whose resolver leads it here asks for that.
    self.names = Set(["localhost", origin.host] + names).filter { !$0.isEmpty && !LoopbackHost.isAddress($0) }
      .sorted()
    self.authorities = authorities
    self.bodyLimit = bodyLimit
  }
}
