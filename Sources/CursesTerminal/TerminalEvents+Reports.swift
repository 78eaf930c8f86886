import CCurses
package import Dispatch
import Foundation

/// Queries the terminal, and separates its reports from what is typed.
extension TerminalEvents {
  /// How long an Escape that may begin a report waits for the remainder, while reports are expected.
  private static let timeout = DispatchTimeInterval.milliseconds(300)
  /// After this nothing is waited for: a terminal that has sent no report by then will send none.
  private static let latest = DispatchTimeInterval.seconds(2)

  /// Asks the terminal for its background and what it can do.
  ///
  /// The reports reach the handler as ``TerminalEvent/reported(_:)``, whenever they arrive; no byte of them becomes a
  /// key. Later the terminal also reports when its colours become dark or light.
  package func ask() {
    guard !isPaused, !isStopped, screen.ask() else { return }
    awaitReports()
  }

  /// Asks the terminal what it does with pictures, where that is of use.
  package func askAboutPictures() {
    guard !isPaused, !isStopped, screen.askAboutPictures() else { return }
    awaitReports()
  }

  /// Takes what arrives for reports, until the last of them or until it is too late.
  private func awaitReports() {
    decoder.awaitsReports = true
    questions += 1
    let question = questions
    after(Self.latest) { events in
      guard events.questions == question, events.decoder.awaitsReports else { return }
      events.decoder.awaitsReports = false
      events.take(events.decoder.flush())
      events.resumeWaiters()
    }
  }

  /// Returns when the terminal has sent all its reports, or when the time is up.
  ///
  /// Call it before the terminal is given to another program, which would read the reports as its input.
  package func awaitReports(within limit: DispatchTimeInterval) async {
    guard decoder.awaitsReports, !isStopped else { return }
    after(limit) { $0.resumeWaiters() }
    await withCheckedContinuation { waiters.append($0) }
  }

  /// Hands over the reports of the last read, and holds back what may be a key as long as it may be part of something
  /// longer.
  func handleReports() {
    for report in decoder.takeReports() {
      let asksMore = screen.take(report)
      if asksMore { awaitReports() }
      handler(.reported(report))
    }
    if !decoder.awaitsReports { resumeWaiters() }
    guard decoder.isHolding else { return }
    let read = reads
    let timeout = decoder.awaitsReports ? Self.timeout : .milliseconds(Int(cc_escape_delay()))
    after(timeout) { events in
      guard events.reads == read, !events.isStopped else { return }
      events.take(events.decoder.flush())
    }
  }

  /// Resumes everything that waits for reports.
  func resumeWaiters() {
    let callers = waiters
    waiters = []
    for caller in callers { caller.resume() }
  }
}
