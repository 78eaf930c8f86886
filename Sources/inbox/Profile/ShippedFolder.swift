import Foundation

/// Folders of files that come with the program.
nonisolated enum ShippedFolder {
  /// Beside the program, whatever folder it was started in; nil when it is missing there.
  static func path(_ name: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    let program = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = (program as NSString).deletingLastPathComponent + "/inbox_inbox.resources/" + name
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }
}
