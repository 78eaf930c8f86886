import Dispatch
import Foundation
import Glibc

/// Reports changes of files in some folders; between changes nothing runs (inotify).
final class FolderWatcher {
  /// The events of a file with new content: editors write in place, or write another file and rename it.
  static let replacement = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)

  private let folders: Set<String>
  private let events: UInt32
  private let descriptor: Int32
  private let source: (any DispatchSourceRead)?
  private var watches: [Int32] = []
  private let changed: @MainActor ([String]) -> Void

  /// - Parameters:
  ///   - folders: Those that are not there are not watched.
  ///   - events: A mask of inotify's events.
  ///   - changed: Gets the names of the files, as often as there are events of them.
  init(_ folders: Set<String>, for events: UInt32, changed: @escaping @MainActor ([String]) -> Void) {
    (self.folders, self.events, self.changed) = (folders, events, changed)
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else {
      // The user's limit of watchers is reached: nothing is reported.
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    self.source = source
    let descriptor = descriptor
    source.setCancelHandler { Glibc.close(descriptor) }
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.read() }
    }
    source.activate()
    resume()
  }

  isolated deinit { source?.cancel() }

  /// Reports nothing until ``resume()``.
  func pause() {
    for watch in watches { inotify_rm_watch(descriptor, watch) }
    watches = []
  }

  func resume() { watches = folders.map { inotify_add_watch(descriptor, $0, events) }.filter { $0 >= 0 } }

  private func read() {
    var names: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      names += Self.names(buffer.prefix(count))
    }
    if !names.isEmpty { changed(names) }
  }

  /// The names in a batch of events: each has sixteen bytes, of which the last four are the length of the name after
  /// it.
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
