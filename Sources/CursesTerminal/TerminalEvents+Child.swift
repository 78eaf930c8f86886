import CCurses
import Dispatch
import Foundation
import Glibc

/// Lending the terminal to another program, such as a pager.
extension TerminalEvents {
  /// How a program that had the terminal ended.
  package nonisolated enum ChildEnd: Hashable, Sendable {
    case ended(ChildProgram.End)
    /// It did not begin; the error's number.
    case notStarted(code: Int32)
  }

  /// Runs a program on the terminal and returns when it has ended and the terminal is ours again, repainted.
  ///
  /// Frames and keys wait meanwhile; the main actor does not. The terminal's keys for signals mean the program alone. A
  /// changed size is reported to the handler.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: What it gets, its own name first.
  ///   - whenStopped: Called where Ctrl-Z stopped it: has to call the closure that it gets, which stops this
  ///     process as well and returns when it goes on.
  package func lend(
    to path: String, _ arguments: [String], whenStopped: (_ stop: () -> Void) async -> Void
  ) async -> ChildEnd {
    // A report that is under way is ours, not the program's.
    await awaitReports(within: .milliseconds(200))
    guard !isPaused, !isStopped, !refusesChildren else { return .notStarted(code: EBUSY) }
    pause()
    screen.suspend()
    var hasTerminal = true
    defer {
      if hasTerminal {
        screen.resume()
        resume()
      }
    }
    var started = cc_child()
    let argv = arguments.map { strdup($0) } + [nil]
    defer { for text in argv { free(text) } }
    let code = cc_child_start(path, argv, screen.input, screen.output, &started)
    guard code == 0 else { return .notStarted(code: code) }
    child = started
    while true {
      let (status, hasStopped) = await Self.news(of: started)
      guard hasStopped else {
        child = nil
        cc_child_ended(&started)
        return .ended(ChildProgram.End(status))
      }
      cc_child_stopped(&started)
      await whenStopped { hasTerminal = stopUntilForeground() }
      guard hasTerminal else {
        // The end came while another job has the terminal: it stays there.
        kill(started.has_group ? -started.process : started.process, SIGKILL)
        started.has_group = false
        continue
      }
      cc_child_continue(&started)
    }
  }

  /// Has the program that has the terminal end, if one does; ``lend(to:_:whenStopped:)`` returns when it has.
  ///
  /// None is started any more.
  package func endChild() {
    refusesChildren = true
    guard var running = child else { return }
    cc_child_signal(&running, SIGTERM)
    // A program that does not listen must not keep us.
    after(.milliseconds(500)) { events in
      guard var running = events.child else { return }
      cc_child_signal(&running, SIGKILL)
    }
  }

  /// Waits on a thread of its own, as nothing else reports a stop.
  private nonisolated static func news(of child: cc_child) async -> (status: Int32, hasStopped: Bool) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var child = child
        var hasStopped = false
        let status = cc_child_wait(&child, &hasStopped)
        continuation.resume(returning: (status, hasStopped))
      }
    }
  }
}
