/// Tells when nothing has happened for a while, and when something happens again.
@MainActor
final class Rest {
  private let begins: Duration
  private let told: @MainActor (Bool) -> Void
  private let isAtWork: @MainActor () async -> Bool
  private var last = ContinuousClock.now
  private var waiting: Task<Void, Never>?
  private var isResting = false
  private var hasEnded = false

  /// - Parameter isAtWork: Whether something was asked for that is not there yet, however long it takes.
  init(
    after begins: Duration, told: @escaping @MainActor (Bool) -> Void,
    isAtWork: @escaping @MainActor () async -> Bool
  ) {
    (self.begins, self.told, self.isAtWork) = (begins, told, isAtWork)
  }

  /// Whatever happens ends the rest, and begins another as soon as nothing more comes of it.
  func happened() {
    last = .now
    if isResting {
      isResting = false
      told(false)
    }
    guard waiting == nil, !hasEnded else { return }
    waiting = Task { [weak self] in
      while await self?.isOver == false {}
      self?.begin()
    }
  }

  /// Returns when nothing has happened for so long.
  func quiet(for pause: Duration) async throws {
    while case let left = pause - (ContinuousClock.now - last), left > .zero {
      // Nothing tells that nothing more comes: only the time that passes does.
      try await Task.sleep(for: left)
    }
  }

  /// There is no rest any more.
  func end() {
    happened()
    hasEnded = true
    waiting?.cancel()
  }

  /// Whether what happened last has come to its end; waits for a while before it looks.
  private var isOver: Bool {
    get async {
      do { try await quiet(for: begins) } catch { return true }
      if await isAtWork() { last = .now }
      // Something may have happened while that was asked.
      return ContinuousClock.now - last >= begins
    }
  }

  private func begin() {
    waiting = nil
    guard !hasEnded else { return }
    isResting = true
    told(true)
  }
}
