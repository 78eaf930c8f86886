import Glibc
import InboxCore
import InboxStore

/// Has a screen show what another program, such as ‘inbox delete’, changes in the archive; between changes nothing runs.
final class ArchiveWatcher {
  /// How long changes gather: a screen writes, too.
  private static let pause = Duration.milliseconds(300)

  private let database: InboxDatabase
  private let center: MessageCenter
  private var watcher: FolderWatcher?
  private var version: Int?
  /// Whether a program that wrote has ended.
  private var hasEnded = false
  private var looking: Task<Void, Never>?

  init(_ composition: Composition) {
    (database, center) = (composition.database, composition.center)
    watcher = FolderWatcher(
      [composition.profile.folder], for: UInt32(IN_MODIFY | IN_CLOSE_WRITE)
    ) { [weak self] names in
      guard let self, names.contains(where: { $0.hasPrefix("archive.sqlite") }) else { return }
      if names.contains("archive.sqlite.runs") { hasEnded = true }
      guard looking == nil else { return }
      // What follows at once is looked at together, and wakes no one.
      watcher?.pause()
      look(after: Self.pause)
    }
    look(after: .zero)
  }

  isolated deinit { looking?.cancel() }

  /// Watches again, and then looks whether it was another program.
  private func look(after pause: Duration) {
    looking = Task { [weak self] in
      // Nothing says that a program has done with what it writes.
      do { try await Task.sleep(for: pause) } catch { return }
      guard let self else { return }
      watcher?.resume()
      looking = nil
      guard let now = await database.foreignVersion() else { return }
      defer { (version, hasEnded) = (now, false) }
      if hasEnded || version.map({ $0 != now }) == true { await center.othersWrote() }
    }
  }
}
