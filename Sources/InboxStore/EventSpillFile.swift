import Foundation
import InboxCore
import InboxModel
import Synchronization

/// Events that the archive could not store, in a spill file beside it: durable, a JSON object a line, until the archive
/// has them (EN-7).
///
/// Any process on the profile writes it and takes it back, under a lock on the file; any that makes a report reads it.
final class EventSpillFile: Sendable {
  /// A line of the file.
  struct Line: Codable {
    var event: EngagementEvent
    var run: UUID
  }

  private let path: String
  /// Those that this process has written to it.
  private let writing = Mutex<Set<UUID>>([])
  /// What is being written to the archive, by the write.
  private let pending = Mutex<[UUID: (events: [EngagementEvent], run: UUID)]>([:])

  init(path: String) { self.path = path }

  /// Writes events elsewhere, and meanwhile keeps them for ``addPending()``.
  ///
  /// - Returns: also whether they were added to the file by then.
  func whilePending<Value>(
    _ events: [EngagementEvent], run: UUID, _ write: () async throws(InboxError) -> Value
  ) async throws(InboxError) -> (value: Value, added: Bool) {
    guard !events.isEmpty else { return (try await write(), false) }
    let number = UUID()
    pending.withLock { $0[number] = (events, run) }
    let value: Value
    do throws(InboxError) { value = try await write() } catch {
      pending.withLock { $0[number] = nil }
      throw error
    }
    // From here on nothing is added of them.
    pending.withLock { $0[number] = nil }
    return (value, writing.withLock { !$0.isDisjoint(with: events.map(\.id)) })
  }

  /// Adds what is being written and takes long.
  func addPending() {
    for (number, (events, run)) in pending.withLock({ $0 }) {
      // What cannot be kept here is still being written there.
      do { try add(events, run: run) { self.pending.withLock { $0[number] != nil } } } catch { continue }
    }
  }

  /// Adds events that are not there; they are durable when it returns.
  ///
  /// - Parameter isWanted: Whether they are to be added still.
  func add(_ events: [EngagementEvent], run: UUID, if isWanted: () -> Bool = { true }) throws {
    let encoder = JSONEncoder()
    try writing.withLock { added in
      guard isWanted() else { return }
      let new = events.filter { !added.contains($0.id) }
      guard !new.isEmpty else { return }
      // What a killed run left half written ends where this begins.
      var data = Data("\n".utf8)
      for event in new {
        data += try encoder.encode(Line(event: event, run: run)) + Data("\n".utf8)
      }
      let file = try opened()
      try file.write(contentsOf: data)
      try file.synchronize()
      // A child between its fork and its exec has the file too, and would keep the lock.
      flock(file.fileDescriptor, LOCK_UN)
      try file.close()
      added.formUnion(new.map(\.id))
    }
  }

  /// The file to be written, locked until it is closed.
  private func opened() throws -> FileHandle {
    while true {
      let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      // Another process may have removed it before the lock was there.
      if Self.locked(descriptor).st_nlink > 0 { return file }
    }
  }

  /// What the system says of an open file, once no other process writes or removes it; where no lock can be had, at
  /// once.
  private static func locked(_ descriptor: Int32) -> stat {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    var status = stat()
    fstat(descriptor, &status)
    return status
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
    writing.withLock { added in
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      defer {
        flock(descriptor, LOCK_UN)
        close(descriptor)
      }
      let status = Self.locked(descriptor)
      guard status.st_nlink > 0, status.st_size == size else { return }
      unlink(path)
      added = []
    }
  }
}
