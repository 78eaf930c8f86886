import Foundation
import InboxModel

/// Holds a profile for one screen or `drive` at a time: two would send each other's outbox.
nonisolated final class ProfileLock: Sendable {
  private let descriptor: Int32

  /// - Throws: ``InboxError/configuration(_:)`` naming the process that holds it,
  ///   ``InboxError/storeUnavailable(path:reason:)`` for a file that cannot be opened.
  ///
  /// - Parameter remedy: What to do about a screen that holds it.
  init(folder: String, program: String, remedy: String? = nil) throws(InboxError) {
    let path = folder + "/lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .storeUnavailable(path: path, reason: String(cString: strerror(errno)))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let holder = Self.holder(descriptor)
      close(descriptor)
      throw .configuration(
        "\(program) is already open elsewhere\(holder). "
          + (remedy ?? "End that first, or set XDG_STATE_HOME to another folder for a second one."))
    }
    ftruncate(descriptor, 0)
    let text = "\(getpid())\n"
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
    self.descriptor = descriptor
  }

  /// Takes the lock if it is free.
  static func ifFree(folder: String) -> ProfileLock? {
    do { return try ProfileLock(folder: folder, program: "") } catch { return nil }
  }

  deinit {
    // A child between its fork and its exec has the descriptor too, and would keep the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func holder(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0, let process = Int(String(decoding: bytes.prefix(count - 1), as: UTF8.self)) else {
      return ""
    }
    return " (process \(process))"
  }
}
