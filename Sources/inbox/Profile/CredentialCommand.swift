import Foundation
import InboxModel

/// Runs a program that prints a secret: without a shell, and not for longer than a limit.
nonisolated enum CredentialCommand {
  static let limit = Duration.seconds(10)
  /// The most bytes of a secret.
  private static let longest = 65_536

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
    let (end, ending) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in ending.finish() }
    do { try process.run() } catch {
      throw .configuration("The program “\(name)”, which should print a secret, cannot be started.")
    }
    let group = process.processIdentifier
    let limiter = Task {
      // That a program will never end shows only in the time that it takes.
      try await Task.sleep(for: limit)
      kill(-group, SIGKILL)
    }
    let text = await read(pipe.fileHandleForReading.fileDescriptor)
    for await _ in end {}
    limiter.cancel()
    withExtendedLifetime(pipe) {}
    guard process.terminationReason == .exit else {
      throw .configuration(
        "The program “\(name)”, which should print a secret, did not end within \(limit.components.seconds) s."
      )
    }
    guard process.terminationStatus == 0 else {
      throw .configuration(
        "The program “\(name)”, which should print a secret, ended with status \(process.terminationStatus). Run it by hand to see why."
      )
    }
    return text
  }

  /// What a pipe brings to its end, on a thread that may wait.
  private static func read(_ descriptor: Int32) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var text: [UInt8] = []
        while true {
          let count = Glibc.read(descriptor, &bytes, bytes.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { break }
          // The rest is read and thrown away, so that the program can end.
          text += bytes.prefix(min(count, longest - text.count))
        }
        continuation.resume(returning: String(decoding: text, as: UTF8.self))
      }
    }
  }
}
