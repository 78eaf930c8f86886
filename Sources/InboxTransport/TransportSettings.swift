package import struct Foundation.Date
package import InboxEvidence
package import InboxModel

/// How the network is reached.
package struct TransportSettings: Sendable {
  /// Addresses of the profile's own servers: what a message or a link names there may lie in this machine or its
  /// network.
  package var origins: [String]
  /// Secrets: masked wherever requests are shown or stored.
  package var secrets: [String]
  /// Hosts that are asked elsewhere.
  package var hosts: HostMap
  /// Whether what a message, a link or a redirect names may lie in this machine or its network.
  package var privateAddresses = PrivateAddresses.refuse
  /// Certificate authorities to trust besides the system's, as PEM.
  package var authorities: [String]
  /// Seconds that a request may take, unless it says otherwise.
  package var timeout: Int
  /// Receives every request with its response, for a recording and for the event pane.
  package var onExchange: (@Sendable (HTTPExchange) -> Void)?
  /// Secrets that are learned later; nil where there are none but those of the settings.
  package var book: SecretBook?
  /// What time it is, for a server that asks to wait until a date.
  package var now: @Sendable () -> Date

  package init(
    origins: [String] = [], secrets: [String] = [], hosts: HostMap = HostMap(), authorities: [String] = [],
    timeout: Int = 20, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.origins = origins
    self.secrets = secrets
    self.hosts = hosts
    self.authorities = authorities
    self.timeout = timeout
    self.now = now
  }
}
