import Foundation

/// A folder that is gone when the test is over.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "inbox-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Writes a file into the folder, for its owner alone, as configurations and tokens have to be.
  package func write(_ text: String, to name: String) throws {
    let file = path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { return }
  }
}
