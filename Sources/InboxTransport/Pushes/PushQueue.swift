import InboxCore

/// What has arrived on a line and is not taken yet: bounded, whatever the server sends.
///
/// While it is full, news of a badge takes the place of older news of it, so that who is slow hears the newest; a
/// message waits for room, and then the server for us.
actor PushQueue {
  static let room = 64

  private var pushes: [Push] = []
  var count: Int { pushes.count }
  private var end: (any Error)?
  private var reader: CheckedContinuation<Void, Never>?
  private var writer: CheckedContinuation<Void, Never>?

  /// Adds a push as soon as there is room.
  ///
  /// - Throws: what ended the queue.
  func put(_ push: Push) async throws {
    while end == nil, pushes.count >= Self.room {
      if pushes.contains(where: { push.isOlder(than: $0) }) { return }
      pushes.removeAll { push.replaces($0) }
      if pushes.count >= Self.room { await wait { self.writer = $0 } }
    }
    if let end { throw end }
    pushes.append(push)
    reader?.resume()
    reader = nil
  }

  /// The next push, when there is one.
  ///
  /// - Throws: what ended the queue, after the last push.
  func next() async throws -> Push? {
    while end == nil, pushes.isEmpty { await wait { self.reader = $0 } }
    if pushes.isEmpty, let end { throw end }
    writer?.resume()
    writer = nil
    return pushes.removeFirst()
  }

  /// Nothing comes any more; what is there can still be taken.
  func end(_ error: any Error) {
    end = end ?? error
    for waiting in [reader, writer] { waiting?.resume() }
    (reader, writer) = (nil, nil)
  }

  /// A cancelled side ends it for both.
  private func wait(_ begin: (CheckedContinuation<Void, Never>) -> Void) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard Task.isCancelled else { return begin(continuation) }
        end(CancellationError())
        continuation.resume()
      }
    } onCancel: {
      Task { await self.end(CancellationError()) }
    }
  }
}

extension Push {
  /// Count and version of the badge, where the push says that alone.
  private var badgeNews: (count: Int, version: Int?)? {
    switch self {
    case .badge(let change): (change.count, change.version)
    case .state(let count, let version): (count, version)
    default: nil
    }
  }

  /// Whether a push that came before says something newer: of badges with a version the highest holds.
  fileprivate func isOlder(than earlier: Push) -> Bool {
    guard let new = badgeNews?.version, let old = earlier.badgeNews?.version else { return false }
    return new < old
  }

  /// Whether a push that came before says nothing any more; a badge of 0 clears the notifications (BD-3), so that only
  /// another one takes its place.
  fileprivate func replaces(_ earlier: Push) -> Bool {
    switch (self, earlier) {
    case (.keepAlive, .keepAlive): return true
    case (.badge, .badge), (.state, .state):
      guard let new = badgeNews, let old = earlier.badgeNews else { return false }
      return old.count != 0 || new.count == 0
    default: return false
    }
  }
}
