import InboxModel
import Synchronization

/// Whether the invented server can be reached, and who waits for the next request to it.
nonisolated final class BenchedServer: Sendable {
  private struct State {
    var isRefusing = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func refuse() { state.withLock { $0.isRefusing = true } }

  /// Returns when the request is there that something leads to.
  func request(_ lead: () -> Void) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.waiting = continuation }
      lead()
    }
  }

  /// A request comes.
  ///
  /// - Throws: ``InboxError/noNetwork(_:)`` while it cannot be reached.
  func requested() throws(InboxError) {
    let (isRefusing, waiting) = state.withLock { state in
      defer { state.waiting = nil }
      return (state.isRefusing, state.waiting)
    }
    waiting?.resume()
    if isRefusing { throw .noNetwork("nothing listens there") }
  }
}
