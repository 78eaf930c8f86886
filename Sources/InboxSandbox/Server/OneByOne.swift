/// Does things one after another, in the order in which they were requested.
actor OneByOne {
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// How many wait for their turn.
  var waitingCount: Int { waiting.count }

  /// Does something once everything requested before is done.
  ///
  /// - Throws: what it throws; `CancellationError` where the caller is cancelled before its turn.
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
  /// With this many receipts a list is long.
  static let longList = 10_000
  private static let longLists = OneByOne()

  /// Reads a list that may be long: in a space with many receipts only one read at a time in this process, so that
  /// other requests have room.
  func readLong<Value: Sendable>(_ read: @Sendable () async throws -> Value) async throws -> Value {
    try await lastCount() > Self.longList ? try await Self.longLists.next(read) : try await read()
  }
}
