import Foundation

/// Files that a run leaves as evidence: for their owner alone, and never written over.
nonisolated enum EvidenceFile {
  /// Creates a file; one that has content is never overwritten.
  ///
  /// - Parameter option: What named it on the command line.
  /// - Throws: ``Exit`` when it cannot be written, or holds something.
  static func create(_ path: String, for option: String) throws -> FileHandle {
    guard !holdsSomething(path) else {
      throw Exit(
        Exit.usage, "\(option) \(path) already exists, and evidence is never overwritten. Name another file.")
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Exit(
        Exit.usage,
        "\(option) \(path) cannot be written: \(String(cString: strerror(errno))). Name a file in a folder that is "
          + "there.")
    }
    // An empty file that was there may be readable for other users.
    if isRegular(path) { _ = fchmod(descriptor, 0o600) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Writes a whole text; without a path to standard output.
  static func write(_ text: String, to path: String?, for option: String) throws {
    guard let path else { return Output.raw(text) }
    let file = try create(path, for: option)
    do { try file.write(contentsOf: Data(text.utf8)) } catch {
      throw Exit(Exit.failed, TextFile.unwritten(option, path, error))
    }
  }

  /// Whether a file would be lost; a pipe, a device and an empty file hold nothing.
  private static func holdsSomething(_ path: String) -> Bool {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: real)
      return isRegular(path) && (attributes[.size] as? Int ?? 0) > 0
    } catch {
      // It is not there, or opening it fails with the reason.
      return false
    }
  }

  private static func isRegular(_ path: String) -> Bool {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    do {
      return try FileManager.default.attributesOfItem(atPath: real)[.type] as? FileAttributeType
        == .typeRegular
    } catch {
      return false
    }
  }
}
