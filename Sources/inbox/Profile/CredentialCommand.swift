import Foundation
import InboxModel

/// Runs a program that prints a secret: without a shell, and not for longer than a limit.
nonisolated enum CredentialCommand {
  static let limit = Duration.seconds(10)
  /// One byte more than a secret may have says that it is none.
  private static let most = Credential.longest + 1

  /// What the program prints; what it says on standard error is no one's, as it may hold the secret.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` where it is not there, fails, or does not end in time.
  @concurrent
  static func output(
    of words: [String], for person: Identity? = nil, within limit: Duration = limit
  ) async throws(InboxError) -> String {
    let name = words.first ?? ""
    let program: ChosenProgram
    do { program = try ChosenProgram(words: words) } catch {
      throw .configuration("The program “\(name)”, which should print a secret, is not there.")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.path)
    process.arguments = program.arguments
    if case .user(let name)? = person {
      process.environment = ProcessInfo.processInfo.environment.merging(["INBOX_USER": name]) { _, new in new
      }
    }
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    let (ended, ending) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in ending.finish() }
    do { try process.run() } catch {
      throw .configuration("The program “\(name)”, which should print a secret, cannot be started.")
    }
    let began = ContinuousClock.now
    let group = process.processIdentifier
    let limiter = Task {
      // That a program will never end shows only in the time that it takes.
      try await Task.sleep(for: limit)
      kill(-group, SIGKILL)
    }
    let (text, seen) = await read(pipe.fileHandleForReading.fileDescriptor, until: group)
    limiter.cancel()
    withExtendedLifetime(pipe) {}
    if seen == nil { for await _ in ended {} }
    let end = seen ?? End(process)
    switch end {
    case .status(0): return text
    case .signal where began.duration(to: .now) >= limit:
      throw .configuration(
        "The program “\(name)”, which should print a secret, did not end within \(limit.components.seconds) s."
      )
    case .status(let status):
      throw .configuration(
        "The program “\(name)”, which should print a secret, ended with status \(status). Run it by hand to see why."
      )
    case .signal(let signal):
      throw .configuration(
        "The program “\(name)”, which should print a secret, ended with signal \(signal). Run it by hand to see why."
      )
    }
  }

  /// How a program has ended.
  private enum End {
    case status(Int32)
    case signal(Int32)

    init(_ process: Process) {
      let status = process.terminationStatus
      self = process.terminationReason == .exit ? .status(status) : .signal(status)
    }
  }

  /// Whether a program is over, and how it ended where its `Process` has not heard of that yet, which it does only when
  /// none that the program has left behind runs any more.
  private static func state(of process: pid_t) -> (isOver: Bool, end: End?) {
    var info = siginfo_t()
    guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return (true, nil) }
    guard info._sifields._sigchld.si_pid == process else { return (false, nil) }
    let status = info._sifields._sigchld.si_status
    return (true, info.si_code == CLD_EXITED ? .status(status) : .signal(status))
  }

  /// What a pipe brings until its program has ended, on a thread that may wait: a program that it has started and left
  /// behind may keep the pipe open for good.
  private static func read(_ descriptor: Int32, until process: pid_t) async -> (text: String, end: End?) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var text: [UInt8] = []
        var isOpen = true
        // A pipe holds no more than this; what comes behind the end is another program's.
        var rest = 65_536
        while true {
          // Asked first: what was written before the end is read.
          let (isOver, end) = state(of: process)
          var ready = pollfd(fd: isOpen ? descriptor : -1, events: Int16(POLLIN), revents: 0)
          guard rest > 0, poll(&ready, 1, isOver ? 0 : 50) > 0 else {
            guard isOver else { continue }
            return continuation.resume(returning: (String(decoding: text, as: UTF8.self), end))
          }
          let count = Glibc.read(descriptor, &bytes, bytes.count)
          if count < 0, errno == EINTR { continue }
          isOpen = count > 0
          if isOver { rest -= max(0, count) }
          // The rest is read and thrown away, so that the program can end.
          text += bytes.prefix(min(max(0, count), most - text.count))
        }
      }
    }
  }
}
