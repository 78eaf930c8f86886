import AsyncHTTPClient
package import InboxCore
package import InboxModel
import NIOCore
import Synchronization

/// The HTTP clients of a transport: each made when it is first needed, because a program that starts must not wait for
/// one, and each shut down at the latest when it is released.
final class Clients: Sendable {
  /// What a client is for.
  enum Purpose: Hashable {
    /// The person's own back end: its name is looked up, and may lead anywhere.
    case plain
    /// Places that a sender named: a connection into this machine or its network ends before a request is sent.
    case guarded
    /// Places that the host map sends to an address.
    case mapped(to: String)
    /// The line to the push service, which is silent for half a minute at a time; to an address where the host map
    /// says so.
    case line(to: String?)
  }

  private let configuration: @Sendable () -> HTTPClient.Configuration
  private let hosts: HostMap
  /// Nil when it is over.
  private let made = Mutex<[Purpose: HTTPClient]?>([:])

  /// - Parameter configuration: What all have in common, asked for with each client.
  init(_ hosts: HostMap, _ configuration: @escaping @Sendable () -> HTTPClient.Configuration) {
    self.hosts = hosts
    self.configuration = configuration
  }

  deinit { for client in takeAll() { client.shutdown { _ in } } }

  /// Shuts down those that were needed; no other is made.
  func close() async {
    for client in takeAll() {
      do { try await client.shutdown() } catch { continue }
    }
  }

  private func takeAll() -> [HTTPClient] {
    made.withLock { made in
      defer { made = nil }
      return made.map { Array($0.values) } ?? []
    }
  }

  /// The client for a purpose.
  ///
  /// - Throws: `HTTPClientError.alreadyShutdown`; ``InboxError/configuration(_:)`` where this process may not have what
  ///   the network needs.
  func client(for purpose: Purpose) throws -> HTTPClient {
    try made.withLock { made in
      if let client = made?[purpose] { return client }
      guard made != nil else { throw HTTPClientError.alreadyShutdown }
      try ProcessRoom.requireNetwork()
      let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: configuration(for: purpose))
      made?[purpose] = client
      return client
    }
  }

  private func configuration(for purpose: Purpose) -> HTTPClient.Configuration {
    var configuration = configuration()
    switch purpose {
    case .plain: break
    case .guarded: PrivateAddressGuard.add(to: &configuration)
    case .mapped(let address): configuration.dnsOverride = names(at: address)
    case .line(let address):
      configuration.timeout.read = .seconds(90)
      if let address { configuration.dnsOverride = names(at: address) }
    }
    return configuration
  }

  /// The names that the host map sends to an address.
  private func names(at address: String) -> [String: String] {
    let names = hosts.targets.filter { $0.value.address == address }.map { ($0.key.host, address) }
    return Dictionary(names) { first, _ in first }
  }
}

extension ProcessRoom {
  /// Checks for what the event loops need that every client, server and probe shares.
  ///
  /// - Throws: ``InboxError/configuration(_:)``.
  package static func requireNetwork() throws(InboxError) {
    try require(loops: NIOSingletons.groupLoopCountSuggestion)
  }
}
