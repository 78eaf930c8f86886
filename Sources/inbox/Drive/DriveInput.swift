import Foundation

/// The lines of standard input, read on a thread of their own: a program that writes nothing holds up no other work.
final class DriveInput {
  private var lines: AsyncStream<Data>.Iterator
  private let room = DispatchSemaphore(value: 0)

  /// This many lines are read before the first of them is done.
  private nonisolated static let ahead = 64

  init() {
    let (lines, found) = AsyncStream.makeStream(of: Data.self)
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
      var reader = LineReader()
      while let line = reader.next() {
        room.wait()
        found.yield(line)
      }
      found.finish()
    }
  }

  /// The next line without its newline; nil at the end, and when the task is cancelled.
  func next() async -> Data? {
    var lines = lines
    let line = await lines.next(isolation: #isolation)
    self.lines = lines
    room.signal()
    return line
  }

  /// Reads lines from standard input; of one that is too long only the beginning is kept.
  private nonisolated struct LineReader {
    private var buffer = Data()
    private var isOver = false
    private var isTooLong = false

    mutating func next() -> Data? {
      while true {
        if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
          let line = Data(buffer[..<end])
          buffer = Data(buffer[(end + 1)...])
          return whole(line)
        }
        if isOver {
          guard !buffer.isEmpty || isTooLong else { return nil }
          defer { buffer = Data() }
          return whole(buffer)
        }
        if buffer.count > DriveLine.limit {
          isTooLong = true
          buffer = Data()
        }
        read()
      }
    }

    private mutating func whole(_ line: Data) -> Data {
      defer { isTooLong = false }
      // What is longer than a line may be is reported by its length alone.
      if isTooLong { return Data(count: DriveLine.limit + 1) }
      return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }

    private mutating func read() {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
      if count > 0 {
        buffer.append(contentsOf: bytes.prefix(count))
      } else if count == 0 || errno != EINTR {
        isOver = true
      }
    }
  }
}
