import Synchronization

/// Lets work through until it is closed, and then waits for what is inside.
///
/// SQLite crashes where a connection is used that was closed; a core that was stopped may still be writing.
final class ShutdownGuard: Sendable {
  private struct State {
    var isClosed = false
    var inside = 0
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Does work inside; nil once it is closed.
  func pass<Value: Sendable>(_ work: () async throws -> Value) async rethrows -> Value? {
    let isOpen = state.withLock { state in
      if !state.isClosed { state.inside += 1 }
      return !state.isClosed
    }
    guard isOpen else { return nil }
    defer { leave() }
    return try await work()
  }

  private func leave() {
    let waiting = state.withLock { state in
      state.inside -= 1
      guard state.isClosed, state.inside == 0 else { return nil as CheckedContinuation<Void, Never>? }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Closes and returns when no call is inside.
  ///
  /// - Returns: Whether this call closed it.
  func close() async -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return false }
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if state.inside > 0 { state.waiting = continuation }
        return state.inside == 0
      }
      if isEmpty { continuation.resume() }
    }
    return true
  }
}
