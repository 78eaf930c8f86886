import Foundation

/// The libraries of Swift that this process runs with.
nonisolated enum SwiftRuntime {
  /// The folder of the shared ones; nil where the program carries them.
  static var sharedPath: String? {
    get throws {
      // A file of the kernel has no size to go by: it is read to its end.
      guard let data = try FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd() else { return nil }
      return String(decoding: data, as: UTF8.self).split(separator: "\n").lazy
        .compactMap { $0.split(separator: " ").last.map(String.init) }
        .first { $0.hasSuffix("/libswiftCore.so") }
        .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    }
  }
}
