import NIOConcurrencyHelpers
import NIOCore

/// The connections of apps that are open, to be closed with the tap.
final class OpenConnections: Sendable {
  private let open = NIOLockedValueBox<[ObjectIdentifier: any Channel]>([:])

  func add(_ channel: any Channel) {
    let id = ObjectIdentifier(channel)
    open.withLockedValue { $0[id] = channel }
    channel.closeFuture.whenComplete { _ in self.open.withLockedValue { $0[id] = nil } }
  }

  /// Closes them, and returns when all are.
  func close() async {
    for channel in open.withLockedValue({ Array($0.values) }) {
      do { try await channel.close() } catch {
        // It was closed before.
        continue
      }
    }
  }
}
