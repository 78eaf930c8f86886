import Foundation
import InboxCore

/// The device id of a profile: made once, at random, and kept in its folder.
nonisolated enum DeviceID {
  /// - Throws: ``InboxError/storeUnavailable(path:reason:)`` rather than making up another identity when the file is
  ///   there but cannot be read.
  static func read(folder: String) throws(InboxError) -> String {
    let path = folder + "/device-id"
    let fresh = UUID().uuidString.lowercased()
    // Of two programs that start at once, the one that makes the file decides.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      defer { close(descriptor) }
      let text = fresh + "\n"
      guard text.withCString({ write(descriptor, $0, strlen($0)) }) == text.utf8.count else {
        throw .storeUnavailable(path: path, reason: String(cString: strerror(errno)))
      }
      return fresh
    }
    guard errno == EEXIST else {
      throw .storeUnavailable(path: path, reason: String(cString: strerror(errno)))
    }
    let data = FileManager.default.contents(atPath: path) ?? Data()
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else {
      throw .storeUnavailable(
        path: path, reason: "the device id in it cannot be read; remove it to get a new one")
    }
    return text
  }
}
