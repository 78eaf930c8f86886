import Synchronization

/// Work that goes on until it is done, or until what it is done for ends.
final class HeldWork: Sendable {
  private struct State {
    var hasEnded = false
    var number = 0
    var cancels: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Does something, and cancels it at the end; at once where that has come.
  ///
  /// - Throws: what it throws, and `CancellationError` after the end.
  func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task { try await work() }
    let number = begin { task.cancel() }
    defer { state.withLock { $0.cancels[number] = nil } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func begin(_ cancel: @escaping @Sendable () -> Void) -> Int {
    let (number, hasEnded) = state.withLock { state in
      state.number += 1
      if !state.hasEnded { state.cancels[state.number] = cancel }
      return (state.number, state.hasEnded)
    }
    if hasEnded { cancel() }
    return number
  }

  /// Cancels what is going on and what begins later.
  func end() {
    let cancels = state.withLock { state in
      state.hasEnded = true
      defer { state.cancels = [:] }
      return state.cancels.values
    }
    for cancel in cancels { cancel() }
  }
}
