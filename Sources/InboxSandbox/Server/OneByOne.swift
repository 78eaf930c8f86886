/// Does things one after the other, in the order in which they were asked for.
actor OneByOne {
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// How many wait for their turn.
  var waitingCount: Int { waiting.count }

  /// Does something once everything that was asked for before is done.
  ///
  /// - Throws: what it throws; `CancellationError` where the caller is cancelled before its turn comes.
  func next<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
    if isBusy { await withCheckedContinuation { waiting.append($0) } }
    isBusy = true
    defer {
      if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
    }
    try Task.checkCancellation()
    return try await work()
  }
}

extension Account {
  /// From how many receipts on a list is long.
  static let longList = 10_000
  private static let longLists = OneByOne()

  /// Reads what may be long: where the space has many receipts one after the other in this process, so that it has room for
  /// everyone else.
  func readLong<Value: Sendable>(_ read: @Sendable () async throws -> Value) async throws -> Value {
    try await lastCount() > Self.longList ? try await Self.longLists.next(read) : try await read()
  }
}
