import InboxCore

/// Collects what a core publishes, for a front without a screen.
final class JournalFeed {
  /// What happened, in order, since the last ``take()``.
  private(set) var journal: [JournalEntry] = []
  /// The newest snapshot.
  private(set) var snapshot: InboxSnapshot?
  private var seen = 0
  private var waiting: (count: Int, caller: CheckedContinuation<Void, Never>)?
  private var watching: (isDone: (InboxSnapshot) -> Bool, ends: AsyncStream<Void>.Continuation)?
  private var listening: Task<Void, Never>?

  /// Collects everything from now on.
  func listen(to core: MessageCenter) async {
    let (updates, count) = await core.countedUpdates()
    seen = count
    listening = Task { [weak self] in
      for await update in updates { self?.record(update) }
    }
  }

  /// Returns when everything that the core has published is here as well.
  func caughtUp(with core: MessageCenter) async {
    let count = await core.updateCount
    guard seen < count else { return }
    await withCheckedContinuation { waiting = (count, $0) }
  }

  /// Returns when a snapshot meets a condition, or after a time.
  func wait(atMost limit: Duration, until isDone: @escaping (InboxSnapshot) -> Bool) async {
    if let snapshot, isDone(snapshot) { return }
    let (stream, ends) = AsyncStream.makeStream(of: Void.self)
    watching = (isDone, ends)
    let alarm = Task {
      // Only time shows that nothing comes.
      try await Task.sleep(for: limit)
      ends.finish()
    }
    for await _ in stream {}
    alarm.cancel()
    watching = nil
  }

  /// Returns what has been collected, and empties ``journal``.
  func take() -> [JournalEntry] {
    defer { journal = [] }
    return journal
  }

  /// Returns when the core's stream has ended, after its last update.
  func ended() async { await listening?.value }

  /// Stops collecting.
  func cancel() { listening?.cancel() }

  private func record(_ update: InboxUpdate) {
    seen += 1
    journal += update.entries
    if case .snapshot(let picture) = update {
      snapshot = picture
      if watching?.isDone(picture) == true { watching?.ends.finish() }
    }
    guard let one = waiting, one.count <= seen else { return }
    waiting = nil
    one.caller.resume()
  }
}
