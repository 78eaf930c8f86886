import Foundation
import InboxModel

/// Makes the configuration of a person who has none.
nonisolated enum NewConfig {
  /// Writes it for its owner only.
  ///
  /// - Throws: ``Exit`` where there is one already, which stays unchanged, or where it cannot be written.
  static func write(_ text: String) throws {
    let path = StateFolder.configFile
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
      throw unwritable(path, error.systemCode)
    }
    // The system decides whether it exists: between a look and a write another program may make one.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      guard errno == EEXIST else { throw unwritable(path, errno) }
      throw Exit.failed("\(path) exists already and was left as it is. Move it away to get a new one.")
    }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    do { try handle.write(contentsOf: Data(text.utf8)) } catch {
      // Half a file would prevent a whole one.
      unlink(path)
      throw unwritable(path, error.systemCode)
    }
  }

  /// - Throws: ``Exit`` where it could not be written: before a person has typed what would be lost.
  static func requireWritable() throws {
    var folder = URL(fileURLWithPath: StateFolder.configFile).deletingLastPathComponent()
    // The nearest existing folder decides.
    while access(folder.path, F_OK) != 0, folder.path != "/" { folder.deleteLastPathComponent() }
    guard access(folder.path, W_OK | X_OK) == 0 else {
      throw unwritable(StateFolder.configFile, errno)
    }
  }

  private static func unwritable(_ path: String, _ code: Int32?) -> Exit {
    let reason = String(cString: strerror(code ?? EIO))
    return Exit.notReady("\(path) cannot be written: \(reason). Fix that, or set XDG_CONFIG_HOME.")
  }
}
