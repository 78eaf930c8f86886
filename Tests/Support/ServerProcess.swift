import Foundation
import Glibc
import Synchronization

/// A server program that lives no longer than the test process, however that ends.
///
/// A shell watches over it: when the pipe on the shell's standard input closes, by ``stop()`` or because the
/// test process is gone, it ends the server.
package final class ServerProcess: Sendable {
  private static let watch = """
    cd "$1" || exit 1
    leftover=$2
    shift 2
    "$@" &
    child=$!
    exec >/dev/null 2>&1
    read -r _
    kill "$child"
    wait "$child"
    cd / && [ -z "$leftover" ] || rm -rf "$leftover"
    """

  private let shell: pid_t
  private let output: ProcessOutput
  /// The end of the pipe that keeps the server alive; nil when it is closed.
  private let lifeline: Mutex<Int32?>

  /// - Parameters:
  ///   - arguments: The program, with its whole path, and its arguments.
  ///   - folder: Where it runs.
  ///   - isLasting: Whether it may live as long as the test process, and its folder goes with it.
  package init(_ arguments: [String], in folder: String, isLasting: Bool = false) throws {
    let life = try ProcessOutput.pair()
    let output = try ProcessOutput()
    defer {
      close(life.reading)
      output.start()
    }
    shell = try Spawn.start(
      ["/bin/sh", "-c", Self.watch, "sh", folder, isLasting ? folder : ""] + arguments,
      ["PATH": "/usr/sbin:/usr/bin:/bin", "LC_ALL": "C"], isLimited: !isLasting
    ) {
      posix_spawn_file_actions_adddup2(&$0, life.reading, 0)
      posix_spawn_file_actions_adddup2(&$0, output.writing, 1)
      posix_spawn_file_actions_adddup2(&$0, output.writing, 2)
    }
    self.output = output
    lifeline = Mutex(life.writing)
  }

  deinit { letGo() }

  /// What it has written so far.
  package var text: String { output.text }

  /// Waits for a line of output that holds a text.
  ///
  /// - Throws: ``ServerTrouble`` with the whole output when the program ends before.
  package func line(containing mark: String) async throws -> String {
    guard let line = await output.line(containing: mark) else {
      throw ServerTrouble("the server ended: \(output.text)")
    }
    return line
  }

  /// Ends the server and waits until it is gone and all that it wrote is here.
  package func stop() async {
    guard letGo() else { return }
    _ = await Spawn.end(of: shell)
    _ = await output.all()
  }

  /// Runs a program to its end and returns what it wrote.
  ///
  /// - Throws: ``ServerTrouble`` with the output when it fails.
  @discardableResult
  package static func run(_ arguments: [String], in folder: String) async throws -> String {
    let output = try ProcessOutput()
    let process: pid_t
    do {
      defer { output.start() }
      process = try Spawn.start(
        ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\" </dev/null", "sh", folder] + arguments,
        ["PATH": "/usr/sbin:/usr/bin:/bin", "LC_ALL": "C"]
      ) {
        posix_spawn_file_actions_addopen(&$0, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&$0, output.writing, 1)
        posix_spawn_file_actions_adddup2(&$0, output.writing, 2)
      }
    }
    let text = await output.all()
    guard await Spawn.end(of: process) == 0 else {
      throw ServerTrouble("\(arguments.joined(separator: " ")) failed: \(text)")
    }
    return text
  }

  /// - Returns: Whether it was still held.
  @discardableResult
  private func letGo() -> Bool {
    let descriptor = lifeline.withLock { held in
      defer { held = nil }
      return held
    }
    guard let descriptor else { return false }
    close(descriptor)
    return true
  }
}
