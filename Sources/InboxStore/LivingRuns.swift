import Foundation
import Synchronization

/// Which runs that wrote into an archive still go on: each holds a lock on a byte of a file beside it, at a place that
/// its number gives (OFD locks of Linux), which the kernel releases however the process ends.
///
/// What a run left waiting is sent by another only when it is over: two that send the same would report it twice.
final class LivingRuns: Sendable {
  /// Linux's `F_OFD_GETLK` and `F_OFD_SETLK` (fcntl.h), which Swift does not see.
  private static let (getLock, setLock): (Int32, Int32) = (36, 37)

  private let path: String
  /// The file, -1 until the first run of this process writes, and those runs; nil when they are over.
  private let held = Mutex<(file: Int32, runs: Set<UUID>)?>((-1, []))

  /// - Parameter archive: The file of the archive.
  init(archive: String) { path = Self.path(of: archive) }

  /// The file beside an archive, which is there once a run has recorded something.
  static func path(of archive: String) -> String { archive + ".runs" }

  deinit { release() }

  /// The runs of this process are over.
  func release() {
    held.withLock { held in
      defer { held = nil }
      guard let file = held?.file, file >= 0 else { return }
      // A child between its fork and its exec has the file too, and would keep the locks.
      var all = Self.lock(F_UNLCK, 0, length: 0)
      _ = fcntl(file, Self.setLock, &all)
      close(file)
    }
  }

  /// Says that a run of this process goes on, until ``release()`` or the end of the process.
  ///
  /// Where the file cannot be made, the run looks as if it were over.
  func hold(_ run: UUID) {
    held.withLock { held in
      guard held?.runs.insert(run).inserted == true else { return }
      _ = set(F_WRLCK, Self.place(of: run), &held)
    }
  }

  /// Says that this process does something that only one may do at a time; false where another does it.
  ///
  /// - Parameter number: What it is; its lowest two bits do not count.
  func begin(_ number: UInt64) -> Bool { held.withLock { set(F_WRLCK, Self.place(of: number), &$0) } }

  /// Releases what ``begin(_:)`` took.
  func end(_ number: UInt64) { held.withLock { _ = set(F_UNLCK, Self.place(of: number), &$0) } }

  /// - Returns: false where another process has a lock there; true where there can be none.
  private func set(_ kind: Int32, _ place: off_t, _ held: inout (file: Int32, runs: Set<UUID>)?) -> Bool {
    guard var file = held?.file else { return true }
    if file < 0 { file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    guard file >= 0 else { return true }
    held?.file = file
    var lock = Self.lock(kind, place)
    return fcntl(file, Self.setLock, &lock) == 0 || errno != EAGAIN
  }

  /// Those of some runs that another process, or another part of this one, goes on with.
  func living(_ runs: Set<UUID>) -> Set<UUID> {
    let own = held.withLock { $0?.runs ?? [] }
    let others = runs.subtracting(own)
    guard !others.isEmpty else { return [] }
    // Read only: closing a file that is open for writing notifies its watchers.
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return others.filter { run in
      var lock = Self.lock(F_WRLCK, Self.place(of: run))
      return fcntl(file, Self.getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
  }

  private static func place(of run: UUID) -> off_t {
    let number = withUnsafeBytes(of: run.uuid) { $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self) }
      .bigEndian
    // Half of the highest place that a lock may have: none ends behind that.
    return off_t(number >> 2)
  }

  /// Behind those of the runs.
  private static func place(of number: UInt64) -> off_t { 1 << 62 | off_t(number >> 2) }

  /// - Parameter length: How many bytes it takes; 0 for all from the place on.
  private static func lock(_ kind: Int32, _ place: off_t, length: off_t = 1) -> flock {
    flock(l_type: Int16(kind), l_whence: Int16(SEEK_SET), l_start: place, l_len: length, l_pid: 0)
  }
}
