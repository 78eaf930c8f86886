import CCurses
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Reports when a descriptor has something to read, on the main queue; in between nothing runs.
///
/// A thread of its own waits, and the main queue does the work. A source of Dispatch has one thread that waits and
/// wakes another, and a key would wait for that.
///
/// Call ``stop()`` before letting go of it.
nonisolated final class InputWatch: Sendable {
  private struct State {
    var isPaused = false
    var isOver = false
  }

  private let state = Mutex(State())
  /// What wakes the thread: a change of the state writes to it, the thread reads.
  private let bell: (reading: Int32, writing: Int32)

  /// Watches a copy of a descriptor.
  ///
  /// - Parameter isReady: Called on the main queue whenever there is something to read, until it is read; says whether
  ///   it may be asked again at once, and nil when there is no reader left.
  init(_ descriptor: Int32, isReady: @escaping @MainActor () -> Bool?) {
    var ends: [Int32] = [-1, -1]
    _ = cc_pipe(&ends)
    bell = (ends[0], ends[1])
    // A copy: its number must not pass to another file while the thread still waits for it.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    Thread.detachNewThread { [self] in
      watch(copy < 0 ? descriptor : copy, isReady)
      if copy >= 0 { close(copy) }
      close(bell.reading)
      close(bell.writing)
    }
  }

  func pause() { change { $0.isPaused = true } }

  func resume() { change { $0.isPaused = false } }

  func stop() { change { $0.isOver = true } }

  private func change(_ change: (inout State) -> Void) {
    state.withLock { state in
      guard !state.isOver else { return }
      change(&state)
      var signalled: UInt8 = 0
      // A full pipe has been rung already.
      _ = write(bell.writing, &signalled, 1)
    }
  }

  private func watch(_ descriptor: Int32, _ isReady: @escaping @MainActor () -> Bool?) {
    var canRead = true
    while true {
      let now = state.withLock { $0 }
      guard !now.isOver else { return }
      var waiting = [
        pollfd(fd: bell.reading, events: Int16(POLLIN), revents: 0),
        // `poll` skips a negative descriptor.
        pollfd(fd: now.isPaused || !canRead ? -1 : descriptor, events: Int16(POLLIN), revents: 0),
      ]
      // Input that is not ours now may become ours later without any notice.
      let count = poll(&waiting, 2, canRead ? -1 : 100)
      canRead = true
      guard count > 0 else { continue }
      if waiting[0].revents != 0 {
        var signalled = [UInt8](repeating: 0, count: 64)
        _ = read(bell.reading, &signalled, signalled.count)
      } else {
        guard let isRead = DispatchQueue.main.sync(execute: { MainActor.assumeIsolated { isReady() } }) else {
          return
        }
        canRead = isRead
      }
    }
  }
}
