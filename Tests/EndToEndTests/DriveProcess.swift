import Foundation
import Glibc
import InboxTestSupport
import Synchronization

/// `inbox drive` as it runs, line by line, until it is killed or its input ends.
final class DriveProcess: Sendable {
  /// How it ended: its wait status.
  let end: Task<Int32, Never>
  private let process: pid_t
  private let output: ProcessOutput
  private let input: Mutex<(descriptor: Int32?, lines: Int)>

  init(_ program: Program, _ arguments: [String]) throws {
    let (reading, writing) = try ProcessOutput.pair()
    let output = try ProcessOutput()
    defer {
      close(reading)
      output.start()
    }
    let process = try Spawn.start([Program.path, "drive"] + arguments, program.environment) { actions in
      posix_spawn_file_actions_adddup2(&actions, reading, 0)
      posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    self.process = process
    self.output = output
    input = Mutex((writing, 0))
    end = Task { await Spawn.end(of: process) }
  }

  deinit { closeInput() }

  /// Writes a line, such as `"do":"refresh"`, and returns the number that its answer has.
  @discardableResult
  func write(_ members: String) -> Int {
    input.withLock { input in
      input.lines += 1
      let bytes = Array("{\"id\":\(input.lines),\(members)}\n".utf8)
      // One that was killed reads no more.
      if let descriptor = input.descriptor { send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
      return input.lines
    }
  }

  /// Does a line and returns its answer.
  ///
  /// - Throws: ``ServerTrouble`` where the program ends before.
  @discardableResult
  func ask(_ members: String) async throws -> String {
    guard let answer = await output.line(containing: "\"id\":\(write(members)),") else {
      throw ServerTrouble("drive ended: \(output.text)")
    }
    return answer
  }

  /// Everything that it has written.
  var text: String { output.text }

  /// Kills it where it stands, and returns when it is gone.
  func kill() async -> Int32 {
    Glibc.kill(process, SIGKILL)
    return await end.value
  }

  /// Sends it a signal that asks it to end, and returns when it has.
  func end(by signal: Int32) async -> Int32 {
    Glibc.kill(process, signal)
    return await end.value
  }

  /// Ends its input, and returns when it has ended by itself.
  func quit() async -> Int32 {
    closeInput()
    return await end.value
  }

  private func closeInput() {
    let descriptor = input.withLock { input in
      defer { input.descriptor = nil }
      return input.descriptor
    }
    if let descriptor { close(descriptor) }
  }
}
