import CCurses
package import Dispatch
import Foundation

/// Asking the terminal, and telling its answers from what is typed.
extension TerminalEvents {
  /// How long an Escape that may begin an answer waits for the rest, while answers are waited for.
  private static let timeout = DispatchTimeInterval.milliseconds(300)
  /// After this nothing is waited for: a terminal that has said nothing will not.
  private static let latest = DispatchTimeInterval.seconds(2)

  /// Asks the terminal for its background and what it can do.
  ///
  /// The answers are told to the handler as ``TerminalEvent/reported(_:)``, whenever they come; no byte of them becomes
  /// a key. Later it tells of itself when its colours become dark or light.
  package func ask() {
    guard !isPaused, !isStopped, screen.ask() else { return }
    decoder.awaitsReports = true
    questions += 1
    let question = questions
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.latest) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.questions == question, self.decoder.awaitsReports else { return }
        self.decoder.awaitsReports = false
        self.take(self.decoder.flush())
        self.resumeWaiters()
      }
    }
  }

  /// Returns when the terminal has answered what it was asked, or that has taken too long.
  ///
  /// Before the terminal is given to another program: answers would be that one's input.
  package func awaitReports(within limit: DispatchTimeInterval) async {
    guard decoder.awaitsReports, !isStopped else { return }
    DispatchQueue.main.asyncAfter(deadline: .now() + limit) { [weak self] in
      MainActor.assumeIsolated { self?.resumeWaiters() }
    }
    await withCheckedContinuation { waiters.append($0) }
  }

  /// Hands over what the terminal told in the last read, and has what may be a key wait where it may be more.
  func handleReports() {
    for report in decoder.takeReports() {
      screen.take(report)
      handler(.reported(report))
    }
    if !decoder.awaitsReports { resumeWaiters() }
    guard decoder.isHolding else { return }
    let read = reads
    let timeout = decoder.awaitsReports ? Self.timeout : .milliseconds(Int(cc_escape_delay()))
    DispatchQueue.main.asyncAfter(deadline: .now() + timeout) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.reads == read, !self.isStopped else { return }
        self.take(self.decoder.flush())
      }
    }
  }

  /// Nobody waits for answers any longer.
  func resumeWaiters() {
    let callers = waiters
    waiters = []
    for caller in callers { caller.resume() }
  }
}
