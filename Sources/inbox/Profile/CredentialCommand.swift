import CursesTerminal
import Foundation
import InboxModel

/// Runs a program that prints a secret: without a shell, and within a time limit.
nonisolated enum CredentialCommand {
  static let limit = Duration.seconds(10)
  /// One byte more than a secret may have shows that it is too long.
  private static let most = Credential.longest + 1

  /// The output of the program; its standard error is shown to no one, as it may hold the secret.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` where the program does not exist, fails, or does not end in time.
  @concurrent
  static func output(
    of words: [String], for person: Identity? = nil, within limit: Duration = limit
  ) async throws(InboxError) -> String {
    let name = words.first ?? ""
    func flaw(_ predicate: String) -> InboxError {
      .configuration("The program “\(name)”, which should print a secret, \(predicate)")
    }
    let program: ChosenProgram
    do { program = try ChosenProgram(words: words) } catch { throw flaw("is not there.") }
    var environment = ProcessInfo.processInfo.environment
    if case .user(let name)? = person { environment["INBOX_USER"] = name }
    let pipe = Pipe()
    let started = ChildProgram(
      program.path, program.arguments, environment: environment,
      output: pipe.fileHandleForWriting.fileDescriptor)
    pipe.fileHandleForWriting.closeFile()
    guard let child = started else { throw flaw("cannot be started.") }
    let began = ContinuousClock.now
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let (text, end) = await withTaskCancellationHandler {
      await read(descriptor, until: child, within: limit)
    } onCancel: {
      child.kill()
    }
    withExtendedLifetime(pipe) {}
    switch end {
    case .exited(status: 0): return text
    case .killed where Task.isCancelled: throw .cancelled
    case .killed where began.duration(to: .now) >= limit:
      throw flaw("did not end within \(limit.components.seconds) s.")
    case .exited(let status): throw flaw("ended with status \(status). Run it by hand to see why.")
    case .killed(let signal): throw flaw("ended with signal \(signal). Run it by hand to see why.")
    }
  }

  /// The output of a pipe until its program has ended, on a thread that may block: a background process that the
  /// program has started may keep the pipe open for good.
  private static func read(
    _ descriptor: Int32, until child: ChildProgram, within limit: Duration
  ) async -> (text: String, end: ChildProgram.End) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let latest = ContinuousClock.now + limit
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var text: [UInt8] = []
        var isOpen = true
        var end: ChildProgram.End?
        // A pipe holds no more than this; what comes after the end is another program's.
        var rest = 65_536
        while true {
          // Checked first, so that everything written before the end is read.
          if end == nil { end = child.end }
          // Only time shows that a program will not end.
          if end == nil, ContinuousClock.now >= latest { child.kill() }
          var ready = pollfd(fd: isOpen ? descriptor : -1, events: Int16(POLLIN), revents: 0)
          guard rest > 0, poll(&ready, 1, end == nil ? 50 : 0) > 0 else {
            guard let end else { continue }
            return continuation.resume(returning: (String(decoding: text, as: UTF8.self), end))
          }
          let count = Glibc.read(descriptor, &bytes, bytes.count)
          if count < 0, errno == EINTR { continue }
          isOpen = count > 0
          if end != nil { rest -= max(0, count) }
          // The rest is read and discarded, so that the program can end.
          text += bytes.prefix(min(max(0, count), most - text.count))
        }
      }
    }
  }
}
