package import Foundation
import InboxModel

/// The folder of a sandbox.
///
/// Only its owner can read the secrets in it.
package struct SandboxFolder: Sendable {
  let path: String

  /// Creates the folder, for its owner only, when it is missing.
  package static func make(_ path: String) throws(SandboxError) -> SandboxFolder {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .folderUnusable(path: path, reason: reason(error))
    }
    return SandboxFolder(path: path)
  }

  package func file(_ name: String) -> String { path + "/" + name }

  /// The content of a file; nil when there is none.
  func read(_ name: String) throws(SandboxError) -> Data? {
    guard FileManager.default.fileExists(atPath: file(name)) else { return nil }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: file(name)))
    } catch {
      throw .folderUnusable(path: path, reason: "\(name) is not readable")
    }
  }

  /// Writes a file whole or not at all.
  ///
  /// It never exists with wider permissions than the given ones.
  package func write(_ data: Data, to name: String, permissions: Int) throws(SandboxError) {
    let temporary = file("." + name + ".new")
    unlink(temporary)
    do {
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Self.systemError }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try handle.write(contentsOf: data)
      guard fchmod(descriptor, mode_t(permissions)) == 0 else { throw Self.systemError }
      try handle.close()
      guard rename(temporary, file(name)) == 0 else { throw Self.systemError }
    } catch {
      unlink(temporary)
      throw .folderUnusable(path: path, reason: "\(name) cannot be written: \(error.systemReason)")
    }
  }

  private static var systemError: NSError { NSError(domain: NSPOSIXErrorDomain, code: Int(errno)) }

  /// Removes a file; a missing one is fine.
  func remove(_ name: String) throws(SandboxError) {
    guard FileManager.default.fileExists(atPath: file(name)) else { return }
    do {
      try FileManager.default.removeItem(atPath: file(name))
    } catch {
      throw .folderUnusable(path: path, reason: "\(name) cannot be removed")
    }
  }

  private static func reason(_ error: any Error) -> String {
    (error as? CocoaError)?.code == .fileWriteNoPermission ? "you may not write there" : "it cannot be made"
  }
}
