import Foundation
import InboxModel
import Synchronization

/// A folder for one run, which removes it at its end; so does an early `exit`, as where standard output is full.
nonisolated struct ScratchFolder: Sendable {
  let path: String

  /// - Parameters:
  ///   - purpose: A word for its name.
  ///   - folder: Where it is made; nil for where temporary files lie.
  init(_ purpose: String, in folder: String? = nil) throws(InboxError) {
    path =
      (folder.map { $0 + "/" } ?? NSTemporaryDirectory())
      + "inbox-\(purpose)-\(getpid())-\(UUID().uuidString)"
    do { try StateFolder.make(path) } catch {
      guard folder == nil, case .storeUnavailable(_, let reason) = error else { throw error }
      throw Self.unusable(reason)
    }
    _ = Self.removesAtExit
    Self.here.withLock { _ = $0.insert(path) }
  }

  private init(path: String) { self.path = path }

  /// The folders that this process has made and not removed yet.
  private static let here = Mutex<Set<String>>([])

  private static let removesAtExit: Void = {
    atexit { for path in ScratchFolder.here.withLock({ $0 }) { ScratchFolder(path: path).remove() } }
  }()

  /// The error where temporary files have no place.
  static func unusable(_ reason: String) -> InboxError {
    .configuration(
      "The folder for temporary files \(NSTemporaryDirectory()) cannot be used: \(reason). Set TMPDIR to one that works."
    )
  }

  func remove() {
    Self.here.withLock { _ = $0.remove(path) }
    // A program that still writes into it may make a file while it is being emptied.
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

/// Folders of files that come with the program.
nonisolated enum ShippedFolder {
  /// The folder beside the program, whatever the working directory is; nil when it is missing there.
  static func path(_ name: String) -> String? {
    let program: String
    do { program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") } catch {
      return nil
    }
    let folder = (program as NSString).deletingLastPathComponent + "/inbox_inbox.resources/" + name
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }
}
