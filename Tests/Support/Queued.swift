import Foundation
import Synchronization
package import Testing

/// Lets few tests run at once of those that start a sandbox, a server or a program, and the others wait their turn.
///
/// All at once they would each get a hundredth of a slow machine, and programs and connections run into time limits of
/// their own, which are the product's and are right. A test that hangs is named: Swift Testing's `timeLimit` would count
/// the wait for the turn as well, so the limit stands here.
package struct Queued: SuiteTrait, TestTrait, TestScoping {
  /// How long a test may take from its turn on.
  fileprivate let limit: Duration

  /// Nested suites and their tests wait as well.
  package var isRecursive: Bool { true }

  @TaskLocal private static var isRunning = false
  private static let turnstile = Turnstile(places: 2 * ProcessInfo.processInfo.activeProcessorCount + 2)

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Queued? {
    testCase == nil ? nil : self
  }

  @concurrent
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // A suite within a suite brings the trait twice.
    guard !Self.isRunning else { return try await function() }
    await Self.turnstile.enter()
    defer { Self.turnstile.leave() }
    // What waits for something that cancelling does not end would keep the whole run without a word.
    let watch = Task {
      try await Task.sleep(for: limit + .seconds(60))
      fatalError("“\(test.name)” does not end, also where it is cancelled.")
    }
    defer { watch.cancel() }
    try await Self.$isRunning.withValue(true) {
      try await withoutActuallyEscaping(function) { function in
        try await withThrowingTaskGroup { group in
          group.addTask { try await function() }
          group.addTask {
            try await Task.sleep(for: limit)
            Issue.record("It did not end within \(limit) from its turn.")
          }
          try await group.next()
          group.cancelAll()
        }
      }
    }
  }
}

extension Trait where Self == Queued {
  /// Waits until few others run, and ends after several times what the slowest takes on a busy machine.
  package static var queued: Queued { queued(limit: .seconds(600)) }

  /// Waits until few others run.
  package static func queued(limit: Duration) -> Queued { Queued(limit: limit) }
}

/// This many places; who comes first goes in first.
private final class Turnstile: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(places: Int) { state = Mutex(State(free: places)) }

  func enter() async {
    await withCheckedContinuation { continuation in
      let mayEnter = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if mayEnter { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
