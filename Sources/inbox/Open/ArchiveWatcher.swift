import Dispatch
import Foundation
import Glibc
import InboxCore
import InboxStore

/// Has a screen show what another program, such as ‘inbox delete’, changes in the archive; between changes nothing runs
/// (inotify).
final class ArchiveWatcher {
  /// How long changes gather: a screen writes, too.
  private static let pause = Duration.milliseconds(300)

  private let path: String
  private let database: InboxDatabase
  private let center: MessageCenter
  private let descriptor: Int32
  private var source: (any DispatchSourceRead)?
  private var watch: Int32 = -1
  private var version: Int?
  private var looking: Task<Void, Never>?

  init(_ composition: Composition) {
    path = composition.profile.folder
    (database, center) = (composition.database, composition.center)
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    // The most watchers that a user may have are in use: the next fetch shows it.
    guard descriptor >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    self.source = source
    let descriptor = descriptor
    source.setCancelHandler { Glibc.close(descriptor) }
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.read() } }
    source.activate()
    look(after: .zero)
  }

  isolated deinit {
    looking?.cancel()
    source?.cancel()
  }

  private func read() {
    var isChanged = false
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      let names = ThemeWatcher.names(buffer.prefix(count))
      isChanged = isChanged || names.contains { $0.hasPrefix("archive.sqlite") }
    }
    guard isChanged, looking == nil else { return }
    // What follows at once is looked at together, and wakes no one.
    if watch >= 0 { inotify_rm_watch(descriptor, watch) }
    look(after: Self.pause)
  }

  /// Watches again, and then looks whether it was another program.
  private func look(after pause: Duration) {
    looking = Task { [weak self] in
      do { try await ContinuousClock().sleep(for: pause) } catch { return }
      guard let self else { return }
      watch = inotify_add_watch(descriptor, path, UInt32(IN_MODIFY))
      looking = nil
      guard let now = await database.foreignVersion() else { return }
      defer { version = now }
      if let version, version != now { await center.othersWrote() }
    }
  }
}
