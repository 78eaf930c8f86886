import Foundation
import SystemPackage

/// Files that a run leaves as evidence: only for their owner, and never overwritten.
nonisolated enum EvidenceFile {
  /// Creates a file, and holds it until it is closed; one that has content, or is being written, is never overwritten.
  ///
  /// - Parameter option: The option that names it on the command line.
  ///
  /// - Throws: ``Exit`` when it cannot be written, has content, or is being written.
  static func create(_ path: String, for option: String) throws -> FileHandle {
    try TextFile.requireFile(path, for: option)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Exit.usage(TextFile.unwritten(option, path, Errno(rawValue: errno)))
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let opened = FileDescriptor(rawValue: descriptor)
    // A pipe and a device have no content.
    guard try Stat(opened).type == .regular else { return file }
    let isHeld = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    guard !isHeld, try Stat(opened).size == 0 else {
      let state = isHeld ? "is being written" : "already exists"
      throw Exit.usage("\(option) \(path) \(state), and evidence is never overwritten. Name another file.")
    }
    // An existing empty file may be readable for other users.
    _ = fchmod(descriptor, 0o600)
    return file
  }

  /// Checks that ``create(_:for:)`` would do it, before the work for its content begins; a missing file stays missing.
  ///
  /// - Throws: as that does.
  static func prepare(_ path: String?, for option: String) throws {
    guard let path else { return }
    guard access(path, F_OK) == 0 else { return try TextFile.prepare(path, for: option) }
    // The reader of a pipe would see its end.
    guard try Stat(FilePath(path)).type == .regular else { return }
    try create(path, for: option).close()
  }

  /// Writes a whole text; without a path, or to `-`, to standard output, where a terminal gets only what it may.
  static func write(_ text: String, to path: String?, for option: String) throws {
    guard let path, path != "-" else {
      return isatty(STDOUT_FILENO) == 1 ? Output.text(text) : Output.raw(text)
    }
    let file = try create(path, for: option)
    do {
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    } catch {
      throw Exit.failed(TextFile.unwritten(option, path, error))
    }
  }
}
