import Foundation
import InboxModel

/// The device id of a profile: generated once, at random, and stored in its folder.
nonisolated enum DeviceID {
  /// - Throws: ``InboxError/storeUnavailable(path:reason:)`` rather than making up another identity when the file is
  ///   there but cannot be read.
  static func read(folder: String) throws(InboxError) -> String {
    let path = folder + "/device-id"
    let fresh = UUID().uuidString.lowercased()
    if !FileManager.default.fileExists(atPath: path) {
      // Written whole under another name first; of two programs that start at once the first link wins.
      let draft = path + "-\(getpid())"
      do {
        try Data((fresh + "\n").utf8).write(to: URL(fileURLWithPath: draft))
      } catch {
        throw .storeUnavailable(path: path, reason: "the device id cannot be written")
      }
      defer { unlink(draft) }
      chmod(draft, 0o600)
      guard link(draft, path) == 0 || errno == EEXIST else {
        throw .storeUnavailable(path: path, reason: String(cString: strerror(errno)))
      }
    }
    let data = FileManager.default.contents(atPath: path) ?? Data()
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .storeUnavailable(
        path: path, reason: "the device id in it cannot be read; remove it to get a new one")
    }
    return text
  }
}
