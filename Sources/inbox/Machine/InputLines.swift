import Foundation

/// The lines of standard input, each as soon as it is there.
nonisolated struct InputLines {
  /// The most bytes of a line.
  private let limit: Int
  private let descriptor: Int32
  private var buffer = Data()
  /// How many of its bytes hold no newline.
  private var searched = 0
  private var isOver = false
  private var isTooLong = false
  /// Whether its end came because it cannot be read, as a folder.
  private(set) var isUnreadable = false

  init(limit: Int = 16 << 20, of descriptor: Int32 = STDIN_FILENO) {
    (self.limit, self.descriptor) = (limit, descriptor)
  }

  /// The next line without its newline; nil at the end.
  ///
  /// Of one that is too long only that is known: it is question marks, more than the limit.
  mutating func next() -> Data? {
    while true {
      if let end = buffer.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(buffer[..<end])
        buffer = buffer[(end + 1)...]
        searched = 0
        return whole(line)
      }
      if isOver {
        guard !buffer.isEmpty || isTooLong else { return nil }
        defer { buffer = Data() }
        return whole(buffer)
      }
      if buffer.count > limit {
        isTooLong = true
        buffer = Data()
      }
      read()
    }
  }

  private mutating func whole(_ line: Data) -> Data {
    defer { isTooLong = false }
    if isTooLong { return Data(repeating: UInt8(ascii: "?"), count: limit + 1) }
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  private mutating func read() {
    // Lines that are done take no room.
    if buffer.startIndex > 0 { buffer = Data(buffer) }
    searched = buffer.count
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count > 0 {
      buffer.append(contentsOf: bytes.prefix(count))
    } else if count < 0, errno == EAGAIN {
      // Another program that has it open may have set that reads do not wait.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, -1)
    } else if count == 0 || errno != EINTR {
      isOver = true
      isUnreadable = count < 0
    }
  }
}
