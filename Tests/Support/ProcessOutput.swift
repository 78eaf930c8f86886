import Foundation
import Glibc
import Synchronization

/// What a program writes, read as it comes and never left lying, so that the program cannot be stopped by a
/// full pipe.
final class ProcessOutput: Sendable {
  private struct State {
    var text = ""
    var isAtEnd = false
    var waiting: [(mark: String, continuation: CheckedContinuation<String?, Never>)] = []
  }

  private let state = Mutex(State())

  /// Takes over the end to read from, on a thread of its own: Dispatch's sources do not tell of the end of a
  /// socket.
  init(_ descriptor: Int32) {
    Thread.detachNewThread { [self] in
      var bytes = [UInt8](repeating: 0, count: 16_384)
      while true {
        let count = read(descriptor, &bytes, bytes.count)
        if count > 0 { took(String(decoding: bytes[..<count], as: UTF8.self)) }
        if count == 0 || (count < 0 && errno != EINTR) { break }
      }
      close(descriptor)
      ended()
    }
  }

  /// Everything so far.
  var text: String { state.withLock { $0.text } }

  /// Waits for a complete line that holds a text; nil when the output ends without one.
  func line(containing mark: String) async -> String? {
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
  func all() async -> String {
    _ = await line(containing: "\u{0}")
    return text
  }

  private func took(_ text: String) {
    let done = state.withLock { state in
      state.text += text
      let found = state.waiting.map { ($0.continuation, Self.line(state.text, $0.mark)) }
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
