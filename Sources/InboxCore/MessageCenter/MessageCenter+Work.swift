import InboxModel

/// Work that is under way, and waiting for its end.
extension MessageCenter {
  /// Work that is under way, and who waits for its end.
  struct Tasks {
    var busy = 0
    var quietCallers: [CheckedContinuation<Void, Never>] = []
    /// The last write of events: they happen one after another.
    var writer: Task<Void, Never>?
    var waits: [Int: AsyncStream<Void>.Continuation] = [:]
    var waitNumber = 0
    /// Whether nothing is waited for any more: the program quits now.
    var skipsWaiting = false
  }

  /// Runs work of the core; ``waitUntilIdle()`` waits for all of it.
  @discardableResult
  func perform<Value: Sendable>(
    _ work: sending @escaping @isolated(any) () async -> Value
  ) -> Task<Value, Never> {
    tasks.busy += 1
    return Task {
      let value = await work()
      self.finishedWork()
      return value
    }
  }

  private func finishedWork() {
    tasks.busy -= 1
    guard tasks.busy == 0 else { return }
    let waiting = tasks.quietCallers
    tasks.quietCallers = []
    for caller in waiting { caller.resume() }
  }

  /// Whether nothing is being fetched, written, sent or published.
  public var isIdle: Bool { tasks.busy == 0 }

  /// ``updateCount`` if the core is idle, read in one step; nil while it is not.
  package var countWhenIdle: Int? { tasks.busy == 0 ? publishing.count : nil }

  /// Returns when nothing is being fetched, written, sent or published.
  public func waitUntilIdle() async {
    while tasks.busy > 0 {
      await withCheckedContinuation { tasks.quietCallers.append($0) }
    }
  }

  /// Returns when nothing is under way, or after a time.
  public func waitUntilIdle(atMost limit: Duration) async {
    guard tasks.busy > 0, limit > .zero else { return }
    await wait(for: Task { await self.waitUntilIdle() }, atMost: limit)
  }

  /// Writes of events happen one after another, in the order in which they happened.
  @discardableResult
  func inOrder<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) -> Task<Value, Never> {
    let previous = tasks.writer
    let task = perform {
      await previous?.value
      return await work()
    }
    tasks.writer = Task { _ = await task.value }
    return task
  }

  /// Returns when nothing is being written, also of what was added meanwhile.
  func written() async {
    while let writing = tasks.writer {
      await writing.value
      if tasks.writer == writing { return }
    }
  }

  /// Ends the waiting of ``stop(within:closing:after:)`` and ``flushed(within:)`` now; what is under way goes on, and
  /// what could not be sent is durable.
  public func stopWaiting() {
    // It may be reported before the waiting begins.
    tasks.skipsWaiting = true
    for wait in tasks.waits.values { wait.finish() }
  }

  /// Waits for a task, but not longer than a limit; the task itself goes on.
  func wait(for task: Task<Void, Never>, atMost limit: Duration) async {
    guard !tasks.skipsWaiting else { return }
    let (ends, either) = AsyncStream.makeStream(of: Void.self)
    tasks.waitNumber += 1
    let number = tasks.waitNumber
    tasks.waits[number] = either
    let realTime = realTime
    Task {
      await task.value
      either.finish()
    }
    let alarm = Task {
      _ = await realTime.sleep(limit / .seconds(1))
      either.finish()
    }
    for await _ in ends {}
    tasks.waits[number] = nil
    alarm.cancel()
  }
}
