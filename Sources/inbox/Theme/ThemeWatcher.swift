import Dispatch
import Foundation
import Glibc

/// Reports changes of theme files in some folders; between changes nothing runs (inotify).
final class ThemeWatcher {
  private let descriptor: Int32
  private let source: (any DispatchSourceRead)?
  private let changed: @MainActor () -> Void

  /// - Parameter folders: Those that are not there are not watched.
  init(_ folders: Set<String>, changed: @escaping @MainActor () -> Void) {
    self.changed = changed
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else {
      // The most watchers that a user may have are in use: themes are read again at the next start.
      source = nil
      return
    }
    // Editors write in place, or write another file and rename it.
    let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
    for folder in folders { inotify_add_watch(descriptor, folder, mask) }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    self.source = source
    let descriptor = descriptor
    source.setCancelHandler { Glibc.close(descriptor) }
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.read() }
    }
    source.activate()
  }

  isolated deinit { source?.cancel() }

  private func read() {
    var isTheme = false
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      isTheme = isTheme || Self.names(buffer.prefix(count)).contains { $0.hasSuffix(".toml") }
    }
    if isTheme { changed() }
  }

  /// The names in a batch of events: each is sixteen bytes, of which the last four are the length of the name after it.
  nonisolated static func names(_ bytes: ArraySlice<UInt8>) -> [String] {
    var names: [String] = []
    var rest = bytes
    while rest.count >= 16 {
      let length = rest.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      rest = rest.dropFirst(16 + length)
    }
    return names
  }
}
