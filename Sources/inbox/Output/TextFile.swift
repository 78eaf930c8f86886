import Foundation

/// Files that a command line names; `-` is standard input.
nonisolated enum TextFile {
  /// - Throws: ``Exit`` with a sentence when it cannot be read, or is no text.
  static func read(_ path: String) throws -> String {
    String(decoding: try data(path), as: UTF8.self)
  }

  /// - Throws: ``Exit`` with a sentence when it cannot be read.
  static func data(_ path: String) throws -> Data {
    if path == "-" {
      do { return try FileHandle.standardInput.readToEnd() ?? Data() } catch {
        throw Exit(Exit.notReady, "Standard input cannot be read.")
      }
    }
    do { return try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw Exit(
        Exit.notReady, "\(path) cannot be read: \(isThere ? "it is not readable" : "there is no such file").")
    }
  }
}
