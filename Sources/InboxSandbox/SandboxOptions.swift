package import InboxCore
package import InboxVendors

/// How a sandbox is run.
package struct SandboxOptions: Sendable {
  /// Where it listens: on loopback, unless somebody says another address in so many words.
  package var address: ListenAddress
  /// What its own paths ask for where ``address`` is not loopback; nil takes the folder's, or makes one.
  package var controlToken: ControlToken?
  /// The port for HTTP; 0 takes a free one.
  package var port: Int
  /// The port for HTTPS; 0 takes a free one.
  package var tlsPort: Int
  /// Where state, tokens and the certificate authority are kept, made when missing; nil keeps them in memory.
  package var folder: String?
  /// What time it is, and what timed launches wait on (SB-4).
  ///
  /// Certificates go by the machine's time all the same, as TLS does.
  package var clock: VirtualClock
  /// What keep-alives, slow answers and the deadlines of those who ask wait on: they are about other programs, which
  /// are no faster where the clock is virtual.
  package var patience: any Clock<Duration>
  /// The badge never gets above this (BD-5).
  package var maximumBadge: Int
  /// The token that the app must send; nil takes the folder's, or makes one.
  package var appToken: String?
  /// The token of the account; nil takes the folder's, or makes one.
  package var accountToken: String?
  /// Whether campaigns with `launch` launch by themselves.
  package var launchesTimed: Bool

  /// The badge's maximum where nobody says another.
  package static let usualMaximumBadge = 99

  /// Makes options; as they are, the sandbox takes free ports and leaves nothing behind.
  package init(
    address: ListenAddress = .loopback, controlToken: ControlToken? = nil, port: Int = 0, tlsPort: Int = 0,
    folder: String? = nil, clock: VirtualClock = VirtualClock(),
    patience: any Clock<Duration> = ContinuousClock(), maximumBadge: Int = usualMaximumBadge,
    appToken: String? = nil,
    accountToken: String? = nil, launchesTimed: Bool = true
  ) {
    self.address = address
    self.controlToken = controlToken
    self.port = port
    self.tlsPort = tlsPort
    self.folder = folder
    self.clock = clock
    self.patience = patience
    self.maximumBadge = maximumBadge
    self.appToken = appToken
    self.accountToken = accountToken
    self.launchesTimed = launchesTimed
  }
}
