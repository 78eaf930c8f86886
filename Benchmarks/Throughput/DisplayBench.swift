import Corpus
import Foundation
import InboxCore
import InboxModel
import InboxStore
import Synchronization

/// Records displays as fast as they come, the way that the screen does: core, ledger, outbox.
nonisolated struct DisplayBench {
  /// How it ended.
  struct Figures {
    /// How many displays were requested.
    var sent = 0
    var looks = 0
    /// Displays that the core published as queued, each with its why line (EN-9).
    var reported = 0
    /// Rows that wait in the outbox afterwards, and how many ids and messages they have.
    var durable = 0
    var ids = 0
    var messages = 0
    var transactions = 0
    /// The most displays of one transaction.
    var largest = 0
    /// How long the caller was busy with passing visible rows.
    var telling = Duration.zero
    /// How long it took until all was durable and published.
    var recording = Duration.zero
  }

  /// How many displays, each of a message of its own.
  var count: Int
  /// How many rows are on the screen at a time; each look has new ones.
  var rows: Int

  /// Records them into an archive that holds none yet.
  func run(on archive: InboxDatabase) async throws -> Figures {
    let counts = Mutex((transactions: 0, largest: 0))
    let counted = WatchedArchive(archive) { call async throws(InboxError) in
      guard case .record(let events) = call else { return }
      counts.withLock { $0 = ($0.transactions + 1, max($0.largest, events.count)) }
    }
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.outboxLimit = OutboxLimit(events: max(count, OutboxLimit().events))
    let center = MessageCenter(
      settings: settings, identity: .device("bench"), backEnd: Self.nobody, archive: counted)
    try await center.start()
    await center.appear()
    await center.waitUntilIdle()
    let updates = await center.updates()
    let listening = Task {
      var reported = 0
      for await update in updates {
        reported += update.entries.count { $0.kind == .display(.queued) }
      }
      return reported
    }
    var figures = Figures(sent: count)
    let start = ContinuousClock.now
    for first in stride(from: 0, to: count, by: rows) {
      let screen = (first..<min(first + rows, count)).map { number in
        VisibleRow(MessageKey(center: .primary, id: MessageID("bench-\(number)")))
      }
      await center.setVisibleRows(screen)
      figures.looks += 1
    }
    figures.telling = ContinuousClock.now - start
    await center.waitUntilIdle()
    figures.recording = ContinuousClock.now - start
    await center.stop()
    figures.reported = await listening.value
    (figures.transactions, figures.largest) = counts.withLock { $0 }
    let retained = try await archive.deliveries()
    figures.durable = retained.count { $0.state == .waiting }
    figures.ids = Set(retained.map(\.id)).count
    figures.messages = Set(retained.map(\.message)).count
    return figures
  }

  private static let takesDisplays: Capabilities = {
    var capabilities = Capabilities(vendor: "nobody")
    capabilities.displays = true
    return capabilities
  }()

  /// Nothing is sent while it is measured what recording costs.
  private static let nobody = BackEnd(
    capabilities: takesDisplays,
    fetch: { _ async throws(InboxError) in throw .noNetwork("nobody is asked") },
    richContent: { _, _, _ async throws(InboxError) in throw .noNetwork("nobody is asked") },
    report: { _, _ async throws(InboxError) in throw .noNetwork("nobody is asked") },
    setBadge: { _, _ async throws(InboxError) in throw .noNetwork("nobody is asked") },
    badge: { _ async throws(InboxError) in throw .noNetwork("nobody is asked") },
    pushes: { _ in AsyncThrowingStream { $0.finish() } })
}
