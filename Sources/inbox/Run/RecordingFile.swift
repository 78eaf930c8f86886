import Foundation
import InboxCore
import Synchronization

/// A recording that is being written: JSON lines without secrets.
nonisolated final class RecordingFile: Sendable {
  private struct State {
    var handle: FileHandle?
    var isDrained = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let start = Date()
  private let mask: SecretMask
  private let state: Mutex<State>

  /// Begins a file; only its owner can read it.
  ///
  /// - Parameter secrets: Values that are masked wherever they stand.
  /// - Throws: ``Exit`` when it cannot be written.
  init(_ path: String, _ first: RecordingStart, secrets: [String]) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let handle = FileHandle(forWritingAtPath: path)
    else {
      throw Exit(Exit.usage, "--record \(path) cannot be written. Name a file in a folder that is there.")
    }
    mask = SecretMask(known: secrets)
    state = Mutex(State(handle: handle))
    write(.start(first))
  }

  /// Writes a line; a disk that is full ends the recording, not the program.
  func write(_ content: RecordingLine.Content) {
    let line = RecordingLine(content, at: Date(), since: start).masked(by: mask).text + "\n"
    state.withLock { state in
      do { try state.handle?.write(contentsOf: Data(line.utf8)) } catch { state.handle = nil }
    }
  }

  /// The core has told everything.
  func drained() {
    let waiting = state.withLock { state in
      state.isDrained = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Waits for the last why line, writes the end and closes the file.
  func end(status: Int32) async {
    await withCheckedContinuation { continuation in
      let isDrained = state.withLock { state in
        if !state.isDrained { state.waiting = continuation }
        return state.isDrained
      }
      if isDrained { continuation.resume() }
    }
    write(.end(status: Int(status)))
    state.withLock { state in
      do { try state.handle?.close() } catch { return }
      state.handle = nil
    }
  }
}
