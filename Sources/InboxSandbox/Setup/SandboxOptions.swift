import Foundation
package import InboxModel
package import InboxVendors

package struct SandboxOptions: Sendable {
  /// Where it listens: on loopback, unless another address is given explicitly.
  package var address: ListenAddress
  /// Where clients reach it through something that ends TLS; nil where there is nothing like that.
  package var publicURL: PublicURL?
  /// What its own paths ask for where ``address`` is not loopback; nil takes the folder's, or makes one.
  package var controlToken: ControlToken?
  /// The port for HTTP; 0 picks a free one.
  package var port: Int
  /// The port for HTTPS; 0 picks a free one.
  package var tlsPort: Int
  /// Where state, tokens and the certificate authority are stored, created when missing; nil holds them in memory.
  package var folder: String?
  /// The PostgreSQL that holds everything in the place of SQLite, as a URL (TS-1); nil for SQLite.
  package var store: String?
  /// What time it is, and what timed launches wait on (SB-4).
  ///
  /// Certificates go by the machine's time all the same, as TLS does.
  package var clock: VirtualClock
  /// The clock of keep-alives, slow responses and the deadlines of clients: these concern other programs, which are no
  /// faster where ``clock`` is virtual.
  package var realTime: any Clock<Duration>
  /// The badge never gets above this (BD-5).
  package var maximumBadge: Int
  /// The token that the app must send; nil takes the folder's, or makes one.
  package var appToken: String?
  /// The token of the account; nil takes the folder's, or makes one.
  package var accountToken: String?
  /// Whether campaigns with `launch` launch by themselves.
  package var launchesTimed: Bool
  /// Whether the state of an earlier run in the SQLite file is dropped; the generations count on, as after a reset.
  package var startsAfresh = false
  /// Takes what ``store`` reports of its troubles, for the operator: clients learn only that there are some.
  package var report: @Sendable (String) -> Void = { _ in }

  /// The badge's default maximum.
  package static let usualMaximumBadge = 99

  /// By default the sandbox takes free ports and stores nothing.
  package init(
    address: ListenAddress = .loopback, publicURL: PublicURL? = nil, controlToken: ControlToken? = nil,
    port: Int = 0, tlsPort: Int = 0,
    folder: String? = nil, store: String? = nil, clock: VirtualClock = VirtualClock(),
    realTime: any Clock<Duration> = ContinuousClock(), maximumBadge: Int = usualMaximumBadge,
    appToken: String? = nil,
    accountToken: String? = nil, launchesTimed: Bool = true
  ) {
    self.address = address
    self.publicURL = publicURL
    self.controlToken = controlToken
    self.port = port
    self.tlsPort = tlsPort
    self.folder = folder
    self.store = store
    self.clock = clock
    self.realTime = realTime
    self.maximumBadge = maximumBadge
    self.appToken = appToken
    self.accountToken = accountToken
    self.launchesTimed = launchesTimed
  }
}

extension SandboxOptions {
  /// Whether it can be reached from beyond this machine.
  package var needsControlToken: Bool { !address.isLoopback || publicURL != nil || store != nil }
}

/// The scenarios that come with the program: the badge, engagement and link flows of the seeds.
package enum ShippedScenarios {
  /// The folder that they lie in; nil when it is missing beside the program.
  package static var folder: String? { Bundle.module.url(forResource: "Scenarios", withExtension: nil)?.path }
}

/// Where a sandbox listens.
package struct ListenAddress: Hashable, Sendable {
  /// An IPv4 or IPv6 address without brackets.
  package let host: String

  package static let loopback = ListenAddress(host: "127.0.0.1")

  private init(host: String) { self.host = host }

  /// Reads `ADDRESS` or `ADDRESS:PORT`: `0.0.0.0`, `192.168.1.5:8377`, `localhost`, `::1`, `[::1]:8377`.
  ///
  /// - Returns: nil for anything else; names but `localhost` are none, as others decide where they lead.
  package static func parse(_ text: String) -> (address: ListenAddress, port: Int?)? {
    var (host, port): (String, Int?) = (text, nil)
    let isBracketed = text.hasPrefix("[")
    if let colon = text.lastIndex(of: ":"),
      isBracketed ? text[..<colon].hasSuffix("]") : !text[..<colon].contains(":")
    {
      guard let number = Int(text[text.index(after: colon)...]), (0...65_535).contains(number) else {
        return nil
      }
      (host, port) = (String(text[..<colon]), number)
    }
    if isBracketed {
      guard host.hasSuffix("]"), host.contains(":") else { return nil }
      host = LoopbackHost.bare(host)
    }
    if host.lowercased() == "localhost" { return (.loopback, port) }
    guard LoopbackHost.isAddress(host) else { return nil }
    return (ListenAddress(host: host), port)
  }

  /// Whether only this machine can connect.
  package var isLoopback: Bool { LoopbackHost.contains(host) }

  /// As a URL has it: the address at which this machine finds it, which is not the one that stands for all of them.
  package var forURL: String {
    switch host {
    case "0.0.0.0": "127.0.0.1"
    case "::": "[::1]"
    default: host.contains(":") ? "[\(host)]" : host
    }
  }
}
