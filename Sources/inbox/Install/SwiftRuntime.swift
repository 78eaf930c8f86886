import Foundation

nonisolated enum SwiftRuntime {
  /// The folder of the shared libraries; nil where the program contains them.
  static var sharedPath: String? {
    get throws {
      // A file of the kernel reports no size: it is read to its end.
      guard let data = try FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd() else { return nil }
      return String(decoding: data, as: UTF8.self).split(separator: "\n").lazy
        .compactMap { $0.split(separator: " ").last.map(String.init) }
        .first { $0.hasSuffix("/libswiftCore.so") }
        .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    }
  }
}
