import Foundation
import InboxCore
import Synchronization

/// Events that the archive could not store, in a spill file beside it: durable, a JSON object a line, until the archive
/// has them (EN-7).
///
/// Only the process that holds the profile writes it; any process that makes a report reads it.
final class EventSpillFile: Sendable {
  /// A line of the file.
  struct Line: Codable {
    var event: EngagementEvent
    var run: UUID
  }

  private let path: String
  private let writing = Mutex(())

  init(path: String) { self.path = path }

  /// Adds events; they are durable when it returns.
  func add(_ events: [EngagementEvent], run: UUID) throws {
    let encoder = JSONEncoder()
    // What a killed run left half written ends where this begins.
    var data = Data("\n".utf8)
    for event in events {
      data += try encoder.encode(Line(event: event, run: run)) + Data("\n".utf8)
    }
    try writing.withLock { _ in
      let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try file.write(contentsOf: data)
      try file.synchronize()
      try file.close()
    }
  }

  /// What it holds, in order, and how many bytes that is; nothing where there is no file.
  ///
  /// A line that a killed run left half written is passed over.
  func read() throws -> (lines: [Line], size: Int) {
    guard FileManager.default.fileExists(atPath: path) else { return ([], 0) }
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let decoder = JSONDecoder()
    let lines = data.split(separator: UInt8(ascii: "\n")).compactMap { line -> Line? in
      do { return try decoder.decode(Line.self, from: line) } catch { return nil }
    }
    return (lines, data.count)
  }

  /// Removes it, unless it has more than was read of it.
  func remove(size: Int) {
    writing.withLock { _ in
      var status = stat()
      guard stat(path, &status) == 0, status.st_size == size else { return }
      unlink(path)
    }
  }
}
