package import InboxCore

/// Everything that a core tells, from the beginning.
package final class UpdateLog: Sendable {
  private let center: MessageCenter
  private let listening: Task<[InboxUpdate], Never>

  /// Begins to listen.
  package init(_ center: MessageCenter) async {
    self.center = center
    let updates = await center.updates()
    listening = Task {
      var all: [InboxUpdate] = []
      for await update in updates { all.append(update) }
      return all
    }
  }

  /// The why lines, in order; the core is stopped first.
  package func whys() async -> [String] {
    await center.stop()
    return await listening.value.flatMap(\.entries).map(\.why)
  }

  /// The core as it is when all is quiet.
  package func snapshot() async -> InboxSnapshot? {
    await center.waitUntilIdle()
    for await update in await center.updates() {
      if case .snapshot(let snapshot) = update { return snapshot }
    }
    return nil
  }
}
