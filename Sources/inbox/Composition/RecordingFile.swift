import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTUI
import Synchronization

/// A recording that is being written: JSON lines without secrets.
///
/// Recording never holds up a caller: lines are made and written in the background, in order.
nonisolated final class RecordingFile: Sendable {
  private enum Item: Sendable {
    case line(RecordingLine.Content)
    case step(FrontStep, now: Date)
  }

  private let items: AsyncStream<(item: Item, time: Date)>.Continuation
  private let writing: Task<String?, Never>
  private let troubles: AsyncStream<String>
  private let following = Mutex<[Task<Void, Never>]>([])

  /// Begins a file that only its owner can read.
  ///
  /// - Parameters:
  ///   - secrets: Values that are masked wherever they occur, including those that are learned later.
  ///   - option: The option that wants the recording.
  ///
  /// - Throws: ``Exit`` where it cannot be written, or exists already: evidence is never overwritten.
  init(_ path: String, _ first: RecordingStart, secrets: SecretBook, for option: String = "--record") throws {
    let handle = try EvidenceFile.create(path, for: option)
    let (stream, items) = AsyncStream.makeStream(of: (item: Item, time: Date).self)
    self.items = items
    let (troubles, trouble) = AsyncStream.makeStream(of: String.self)
    self.troubles = troubles
    writing = Task { @concurrent in
      var writer = Writer(handle: handle, path: path, secrets: secrets, trouble: trouble)
      for await (item, time) in stream { writer.write(item, time) }
      trouble.finish()
      return writer.end()
    }
    write(.start(first))
  }

  /// Says in a sentence when it can no longer be written, as soon as that happens: the end of a run may be far off.
  func onTrouble(_ report: @escaping @Sendable (String) async -> Void) {
    Task { @concurrent [troubles] in for await sentence in troubles { await report(sentence) } }
  }

  func write(_ content: RecordingLine.Content) { items.yield((.line(content), Date())) }

  /// Writes a step of the front, with its time by the front's clock.
  func write(_ step: FrontStep, at now: Date) { items.yield((.step(step, now: now), Date())) }

  /// Writes the why lines of a core until it ends.
  func follow(_ updates: AsyncStream<InboxUpdate>) {
    follow(updates) { update in
      for entry in update.entries { self.write(.journal(RecordedEntry(entry))) }
    }
  }

  /// Writes the gestures of a core until it ends.
  func follow(_ gestures: AsyncStream<InboxGesture>) { follow(gestures) { self.write(.gesture($0)) } }

  private func follow<Item: Sendable>(_ items: AsyncStream<Item>, write: @escaping @Sendable (Item) -> Void) {
    let task = Task { @concurrent in
      for await item in items { write(item) }
    }
    following.withLock { $0.append(task) }
  }

  /// Stops writing for a program that was killed, and which therefore writes no end.
  func unfollow() {
    following.withLock { tasks in
      for task in tasks { task.cancel() }
      tasks = []
    }
  }

  /// Waits for the last why line, writes the end and closes the file.
  ///
  /// - Returns: what is missing in it, as a sentence; nil when nothing is.
  func end(status: Int32) async -> String? {
    for task in following.withLock({ $0 }) { await task.value }
    write(.end(status: Int(status)))
    items.finish()
    return await writing.value
  }

  /// Why a recording is not whole, and what to do where that is known, as sentences.
  static func reason(_ error: any Error) -> String {
    let isFull = [ENOSPC, EDQUOT, EFBIG].contains(error.systemCode)
    return "\(error.systemReason).\(isFull ? " Record again where there is room." : "")"
  }

  private struct Writer {
    var handle: FileHandle
    var path: String
    let secrets: SecretBook
    let trouble: AsyncStream<String>.Continuation
    var transcript = FrontTranscript()
    var start: Date?
    var written = 0
    var lost = 0
    var problem: String?

    mutating func write(_ item: Item, _ time: Date) {
      guard problem == nil else {
        lost += 1
        return
      }
      var now: Date?
      let content: RecordingLine.Content
      switch item {
      case .line(let line): content = line
      case .step(let step, let date):
        content = transcript.content(of: step)
        now = date
      }
      let begin = start ?? time
      start = begin
      var line = RecordingLine(content, at: time, since: begin, now: now)
      if case .end = content { line.linesBefore = written }
      do {
        try handle.write(contentsOf: Data((line.masked(by: secrets.mask).text + "\n").utf8))
        written += 1
      } catch {
        let reason = RecordingFile.reason(error)
        problem = reason
        lost += 1
        trouble.yield("The recording \(path) is incomplete from here on: \(reason)")
      }
    }

    mutating func end() -> String? {
      do { try handle.close() } catch { problem = problem ?? RecordingFile.reason(error) }
      return problem.map {
        "The recording \(path) is incomplete: \($0) The last \(lost.counted("line is", "lines are")) not in it."
      }
    }
  }
}
