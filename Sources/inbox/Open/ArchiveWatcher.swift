import Glibc
import InboxCore
import InboxStore

/// Lets a screen show changes that another program, such as ‘inbox delete’, makes in the archive, and send what that
/// left behind; between changes nothing runs.
final class ArchiveWatcher {
  /// How long changes are collected: a screen writes, too.
  private static let pause = Duration.milliseconds(300)

  private let database: InboxDatabase
  private let center: MessageCenter
  private var changes: FolderWatcher?
  /// Programs that end release the lock that shows that they run, and the archive may be removed; this watcher is never
  /// paused, as either happens once.
  private var ends: FolderWatcher?
  private var version: Int?
  private var looking: Task<Void, Never>?

  /// - Parameter gone: Called where the archive does not exist any more.
  init(_ composition: Composition, gone: @escaping () -> Void) {
    (database, center) = (composition.database, composition.center)
    let folder = composition.profile.folder
    changes = FolderWatcher([folder], for: UInt32(IN_MODIFY)) { [weak self] names in
      guard let self, looking == nil, names.contains(where: { $0.hasPrefix("archive.sqlite") }) else {
        return
      }
      // Changes in quick succession are examined together, and wake nothing.
      changes?.pause()
      look(after: Self.pause)
    }
    let losses = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
    ends = FolderWatcher([folder], for: FolderWatcher.replacement | losses) { [center, database] names in
      guard !database.isGone else { return gone() }
      guard names.contains("archive.sqlite.runs") else { return }
      Task { await center.othersWrote() }
    }
    look(after: .zero)
  }

  isolated deinit { looking?.cancel() }

  /// Watches again, and then checks whether another program made the change.
  private func look(after pause: Duration) {
    looking = Task { [weak self] in
      // Nothing reports that a program has finished writing.
      do { try await Task.sleep(for: pause) } catch { return }
      guard let self else { return }
      changes?.resume()
      looking = nil
      guard let now = await database.foreignVersion() else { return }
      defer { version = now }
      if let version, version != now { await center.othersWrote() }
    }
  }
}
