import Foundation
import InboxCore

/// A folder for one run, which leaves nothing behind.
nonisolated struct ScratchFolder: Sendable {
  let path: String

  /// - Parameters:
  ///   - purpose: A word for its name.
  ///   - folder: Where it is made; nil for where temporary files lie.
  init(_ purpose: String, in folder: String? = nil) throws(InboxError) {
    path =
      (folder.map { $0 + "/" } ?? NSTemporaryDirectory())
      + "inbox-\(purpose)-\(getpid())-\(UUID().uuidString)"
    try StateFolder.make(path)
  }

  /// Removes it with everything in it.
  func remove() {
    // Who still writes into it may make a file while it is being emptied.
    for _ in 0..<3 {
      do {
        try FileManager.default.removeItem(atPath: path)
        return
      } catch {
        guard FileManager.default.fileExists(atPath: path) else { return }
      }
    }
    Output.complain("\(path) stays behind.")
  }
}
