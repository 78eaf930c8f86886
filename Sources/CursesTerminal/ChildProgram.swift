import CCurses
import Foundation

/// A program that runs beside ours, in a process group of its own.
///
/// It inherits its streams and nothing else: no file, and no signal that a thread of ours blocks or that we ignore.
package nonisolated struct ChildProgram: Sendable {
  package enum End: Hashable, Sendable {
    /// It ended by itself.
    case exited(status: Int32)
    case killed(signal: Int32)

    /// - Parameter status: As `waitpid` reports it.
    init(_ status: Int32) {
      self =
        status & 0x7F == 0 ? .exited(status: status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
    }
  }

  private let process: pid_t

  /// Starts it; nil where it cannot be started.
  ///
  /// Reap it with one of the methods below, once.
  ///
  /// - Parameters:
  ///   - path: Its file.
  ///   - arguments: What stands behind its name.
  ///   - environment: Its variables; nil for ours.
  ///   - input: Its standard input; -1 for none.
  ///   - output: Its standard output; -1 for none. Its standard error is thrown away.
  ///   - isFree: Whether it goes on when ours ends; otherwise it is killed then, with its group.
  package init?(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil, input: Int32 = -1,
    output: Int32 = -1, isFree: Bool = false
  ) {
    let variables = environment ?? ProcessInfo.processInfo.environment
    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    let envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    let relation = Int32(isFree ? CC_IS_FREE : CC_DEPENDS)
    var process: pid_t = 0
    guard cc_spawn(path, argv, envp, [input, output, -1], relation, &process) == 0 else { return nil }
    self.process = process
  }

  /// How it has ended; nil where it still runs.
  package var end: End? {
    var status: Int32 = 0
    return cc_reap(process, false, &status) ? End(status) : nil
  }

  /// Waits for its end, on the caller's thread.
  @discardableResult
  package func wait() -> End {
    var status: Int32 = 0
    _ = cc_reap(process, true, &status)
    return End(status)
  }

  /// Waits for its end, on a thread of its own.
  package func ended() async -> End {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: wait()) }
    }
  }

  /// Kills it with its group, unless it is free or has been reaped.
  package func kill() { cc_end_group(process) }
}
