import Foundation

/// What a terminal's program writes, as it comes.
struct TerminalFeed: Sendable {
  /// Ends when the program's end of the terminal is closed.
  let parts: AsyncStream<[UInt8]>

  init(_ descriptor: Int32) {
    let (parts, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    self.parts = parts
    // Reading blocks a thread, which must not be one of those that the test and its sandbox run on.
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        continuation.yield(Array(buffer.prefix(count)))
      }
      continuation.finish()
    }
  }
}
