import Foundation
import Glibc
import Synchronization

/// A pseudo terminal whose other side counts what is written to it.
final class Terminal {
  /// What goes wrong with one.
  struct Trouble: Error, CustomStringConvertible {
    var description: String
  }

  /// The program's side, for its input and output.
  let side: Int32
  private let other: Int32
  private let reader: Reader

  init(columns: Int, rows: Int) throws {
    var (other, side): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&other, &side, nil, nil, &size) == 0 else {
      throw Trouble(description: "no pseudo terminal: \(String(cString: strerror(errno)))")
    }
    (self.other, self.side) = (other, side)
    let reader = Reader(other)
    self.reader = reader
    // A thread of its own, so that writing never waits for drawing.
    Thread { reader.run() }.start()
  }

  /// Types, and returns when all of it can be read at once.
  func type(_ bytes: [UInt8]) throws {
    guard write(other, bytes, bytes.count) == bytes.count else {
      throw Trouble(description: "the terminal does not take \(bytes.count) bytes")
    }
    var waiting: Int32 = 0
    while ioctl(side, UInt(FIONREAD), &waiting) == 0, waiting < bytes.count { sched_yield() }
  }

  /// How many bytes were written to it so far, when all of them have come out on the other side.
  func written() async -> Int {
    // A byte that nothing else sends marks the end.
    await withCheckedContinuation { continuation in
      reader.mark { continuation.resume(returning: $0) }
      var mark: UInt8 = Reader.mark
      write(side, &mark, 1)
    }
  }

  /// How many bytes came out on the other side so far.
  nonisolated var arrived: Int { reader.bytes.load(ordering: .relaxed) }

  /// Ends it: the other side is closed when all was read.
  func close() {
    Glibc.close(side)
  }
}

/// Reads the other side until it ends.
private nonisolated final class Reader: Sendable {
  static let mark: UInt8 = 0
  let bytes = Atomic(0)
  private let descriptor: Int32
  private let waiting = Mutex<(@Sendable (Int) -> Void)?>(nil)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func mark(_ reached: @escaping @Sendable (Int) -> Void) { waiting.withLock { $0 = reached } }

  func run() {
    // Nothing in the loop asks for memory: that would be counted with the program's.
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      // The last of the program's side was closed.
      guard count > 0 else { break }
      var marks = 0
      for index in 0..<count where buffer[index] == Self.mark { marks += 1 }
      let all = bytes.add(count - marks, ordering: .relaxed).newValue
      guard marks > 0 else { continue }
      let reached = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      reached?(all)
    }
    close(descriptor)
  }
}
