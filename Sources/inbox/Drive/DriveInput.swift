import Foundation

/// The lines of standard input, read on a thread of their own: a program that writes nothing holds up no other work.
final class DriveInput {
  private var lines: AsyncThrowingStream<Data, any Error>.Iterator
  private let room = DispatchSemaphore(value: 0)

  /// This many lines are read before the first of them is done.
  private nonisolated static let ahead = 64

  init() {
    let (lines, found) = AsyncThrowingStream.makeStream(of: Data.self)
    self.lines = lines.makeAsyncIterator()
    let room = room
    // Not its first value: one that is released below that ends the program.
    for _ in 0..<Self.ahead { room.signal() }
    Thread.detachNewThread {
      // Behind a shell's ‘&’ a read of the terminal fails, and does not stop the program.
      var stops = sigset_t()
      sigemptyset(&stops)
      sigaddset(&stops, SIGTTIN)
      pthread_sigmask(SIG_BLOCK, &stops, nil)
      var reader = InputLines(limit: DriveLine.limit)
      while let line = reader.next() {
        room.wait()
        found.yield(line)
      }
      found.finish(throwing: reader.isUnreadable ? TextFile.noInput : nil)
    }
  }

  /// The next line without its newline; nil at the end, and when the task is cancelled.
  ///
  /// - Throws: ``Exit`` where standard input cannot be read.
  func next() async throws -> Data? {
    var lines = lines
    defer {
      self.lines = lines
      room.signal()
    }
    return try await lines.next(isolation: #isolation)
  }
}
