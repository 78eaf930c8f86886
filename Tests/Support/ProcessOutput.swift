import Foundation
import Glibc
import Synchronization

/// What a program writes, read as it comes and never left lying, so that the program cannot be stopped by a
/// full pipe.
package final class ProcessOutput: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isAtEnd = false
    var waiting: [(mark: String, continuation: CheckedContinuation<String?, Never>)] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private let state = Mutex(State())
  private let reading: Int32
  /// Where the program writes to; it is closed by ``start()``.
  package let writing: Int32

  /// Makes a pair of sockets in place of a pipe: unlike one, it is closed on `exec` from its first moment, so that
  /// no program that another test starts meanwhile can keep it open.
  package init() throws { (reading, writing) = try Self.pair() }

  /// Two connected sockets.
  package static func pair() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw ServerTrouble(String(cString: strerror(errno)))
    }
    return (ends[0], ends[1])
  }

  /// Leaves the end to write to to the program, and reads on a thread of its own: Dispatch's sources do not tell of the
  /// end of a socket.
  package func start() {
    close(writing)
    Thread.detachNewThread { [self] in
      var bytes = [UInt8](repeating: 0, count: 16_384)
      while true {
        let count = read(reading, &bytes, bytes.count)
        if count > 0 { append(bytes[..<count]) }
        if count == 0 || (count < 0 && errno != EINTR) { break }
      }
      close(reading)
      ended()
    }
  }

  /// Everything so far.
  package var text: String { state.withLock { $0.text } }

  /// Waits for a complete line that holds a text; nil when the output ends without one.
  package func line(containing mark: String) async -> String? {
    await withCheckedContinuation { continuation in
      let known: String?? = state.withLock { state in
        if let line = Self.line(state.text, mark) { return .some(line) }
        if state.isAtEnd { return .some(nil) }
        state.waiting.append((mark, continuation))
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// Waits for the end and returns everything.
  package func all() async -> String {
    _ = await line(containing: "\u{0}")
    return text
  }

  private func append(_ bytes: ArraySlice<UInt8>) {
    let done = state.withLock { state in
      state.bytes += bytes
      guard !state.waiting.isEmpty else { return state.waiting.map { ($0.continuation, nil as String?) } }
      let text = state.text
      let found = state.waiting.map { ($0.continuation, Self.line(text, $0.mark)) }
      state.waiting = zip(state.waiting, found).filter { $0.1.1 == nil }.map(\.0)
      return found.filter { $0.1 != nil }
    }
    for (continuation, line) in done { continuation.resume(returning: line) }
  }

  private func ended() {
    let waiting = state.withLock { state in
      state.isAtEnd = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for entry in waiting { entry.continuation.resume(returning: nil) }
  }

  private static func line(_ text: String, _ mark: String) -> String? {
    let complete = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return complete.first { $0.contains(mark) }.map(String.init)
  }
}
