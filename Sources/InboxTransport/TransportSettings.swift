package import struct Foundation.Date
package import InboxCore
package import InboxEvidence
package import InboxVendors

/// How the network is reached.
package struct TransportSettings: Sendable {
  /// Where the message-center back end is, without a trailing slash.
  package var backEnd: String
  package var appToken: String
  package var accountToken: String
  /// Hosts that are asked elsewhere.
  package var hosts: HostMap
  /// Whether what a message, a link or a redirect names may lie in this machine or its network.
  package var privateAddresses = PrivateAddresses.refuse
  /// Certificate authorities to trust besides the system's, as PEM.
  package var authorities: [String]
  /// Bloomreach's project; nil where none is configured.
  package var tracking: TrackingSettings?
  /// What a sandbox asks for at its own paths where it listens beyond this machine; nil where it asks for nothing.
  package var controlToken: ControlToken?
  /// Seconds that a request to the back end may take.
  package var timeout: Int
  /// Is told of every request with its answer, for a recording and for the event pane.
  package var onExchange: (@Sendable (HTTPExchange) -> Void)?
  /// What time it is, for a server that asks to wait until a date.
  package var now: @Sendable () -> Date

  package init(
    backEnd: String, appToken: String, accountToken: String, hosts: HostMap = HostMap(),
    authorities: [String] = [], tracking: TrackingSettings? = nil, timeout: Int = 20,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.backEnd = backEnd.hasSuffix("/") && !backEnd.hasSuffix("//") ? String(backEnd.dropLast()) : backEnd
    self.appToken = appToken
    self.accountToken = accountToken
    self.hosts = hosts
    self.authorities = authorities
    self.tracking = tracking
    self.timeout = timeout
    self.now = now
  }

  /// What nobody may see: masked wherever requests are shown or kept.
  package var secrets: [String] {
    // What stands behind the scheme is the secret, also where it is repeated without it.
    let credential = tracking?.authorization.split(separator: " ").last.map(String.init)
    return [
      appToken, accountToken, tracking?.authorization, credential, tracking?.project, controlToken?.text,
    ]
    .compactMap { $0 }
  }
}
