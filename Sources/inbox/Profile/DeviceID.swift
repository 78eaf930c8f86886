import Foundation
import InboxCore

/// The device id of a profile: made once, at random, and kept in its folder.
nonisolated enum DeviceID {
  static func read(folder: String) throws(InboxError) -> String {
    let path = folder + "/device-id"
    if let data = FileManager.default.contents(atPath: path) {
      let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      if !text.isEmpty { return text }
    }
    let id = UUID().uuidString.lowercased()
    do {
      try Data((id + "\n").utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .storeUnavailable(path: path, reason: "the device id cannot be written")
    }
    return id
  }
}
