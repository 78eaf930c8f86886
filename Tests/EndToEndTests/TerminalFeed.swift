import Foundation
import InboxTestSupport
import Synchronization

/// What a terminal's program writes, as it comes.
final class TerminalFeed: Sendable {
  /// Ends when the program's end of the terminal is closed, or after ``stop()``.
  let parts: AsyncStream<[UInt8]>
  private let stopping: Mutex<Int32?>

  init(_ descriptor: Int32) throws {
    let (parts, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    self.parts = parts
    let ends = try ProcessOutput.pair()
    stopping = Mutex(ends.writing)
    // Reading blocks a thread, which must not be one of those that the test and its sandbox run on.
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        var waiting = [
          pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0),
        ]
        if poll(&waiting, 2, -1) < 0, errno == EINTR { continue }
        if waiting[1].revents != 0 { break }
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        continuation.yield(Array(buffer.prefix(count)))
      }
      close(ends.reading)
      continuation.finish()
    }
  }

  deinit { stop() }

  /// Lets go of the terminal, which is done when ``parts`` end: while someone reads it, closing it would not hang up.
  func stop() {
    let end = stopping.withLock { held in
      defer { held = nil }
      return held
    }
    if let end { close(end) }
  }
}
