import CCurses
import Dispatch
import Glibc
import InboxTUI

/// Everything that the terminal and the signals report, on the main queue; between events nothing runs.
///
/// Call ``stop()`` before letting go of it.
package final class TerminalEvents {
  let screen: CursesScreen
  let handler: @MainActor (TerminalEvent) -> Void
  private var input: InputWatch?
  private let signals: (any DispatchSourceRead)?
  var decoder = KeyDecoder()
  /// Callers that wait until the terminal has sent its reports.
  var waiters: [CheckedContinuation<Void, Never>] = []
  /// Which question the next end of waiting is about.
  var questions = 0
  /// Which read the next flush of the decoder is about.
  var reads = 0
  private(set) var isPaused = false
  private(set) var isStopped = false
  var child: cc_child?
  /// Whether no other program has the terminal any more.
  var refusesChildren = false
  private var sizeBeforePause = Size(columns: 0, rows: 0)

  /// The most that one event reads, so that a flood of input cannot keep frames from being shown.
  private static let maximumRead = 16_384

  /// Starts to listen; the handler is first called after this returns.
  package init(screen: CursesScreen, handler: @escaping @MainActor (TerminalEvent) -> Void) {
    self.screen = screen
    self.handler = handler
    let descriptor = cc_signals_open()
    signals = descriptor < 0 ? nil : DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    signals?.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.readSignals() }
    }
    signals?.activate()
    input = InputWatch(screen.input) { [weak self] in self?.read() }
  }

  /// Stops reading keys and hearing of sizes and stops, while a child has the terminal.
  package func pause() {
    guard !isPaused, !isStopped else { return }
    isPaused = true
    sizeBeforePause = screen.size
    input?.pause()
  }

  /// Leaves what is typed from now on to the program that has the terminal next, until ``suspendProcess()`` returns.
  package func leaveKeys() { input?.pause() }

  /// Reads keys again, after ``CursesScreen/resume()``; reports a size that changed meanwhile.
  package func resume() {
    guard isPaused, !isStopped else { return }
    isPaused = false
    input?.resume()
    if screen.size != sizeBeforePause { handler(.resized(screen.size)) }
  }

  /// Does something later, if this is still there by then.
  func after(_ delay: DispatchTimeInterval, _ act: @escaping @MainActor (TerminalEvents) -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + delay) { [weak self] in
      MainActor.assumeIsolated { if let self { act(self) } }
    }
  }

  /// Stops for good; the signals do again what they did before.
  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    resumeWaiters()
    input?.stop()
    signals?.cancel()
    cc_signals_close()
  }

  /// Stops the process as Ctrl-Z would, with the terminal given back; returns when it has the terminal again.
  ///
  /// Continued in the background it stops again. The frame that was shown is back then; a changed size has been
  /// reported to the handler.
  ///
  /// - Returns: Whether it goes on; otherwise its end has been reported to the handler, and the terminal stays given
  ///   back.
  @discardableResult
  package func suspendProcess() -> Bool {
    guard !isPaused, !isStopped else { return false }
    pause()
    screen.suspend()
    guard stopUntilForeground() else { return false }
    screen.resume()
    resume()
    return true
  }

  /// Stops the process until it has the terminal.
  ///
  /// - Returns: Whether it has; otherwise its end has been reported to the handler.
  func stopUntilForeground() -> Bool {
    while true {
      cc_stop_self()
      let isInBackground = screen.isInBackground
      // The signal that continued it, or ends it, may reach another thread a little later.
      let wasStopped = cc_signals_wait(isInBackground ? 1_000 : 50)
      while case let number = cc_signals_next(), number > 0 {
        guard Self.ends(number) else { continue }
        handler(.terminated(signal: number))
        return false
      }
      if !isInBackground { return true }
      guard wasStopped else {
        // Nothing is left that could call the handler.
        handler(.lost)
        return false
      }
    }
  }

  /// Whether a signal that is watched asks the process to end.
  private static func ends(_ number: Int32) -> Bool { ![SIGWINCH, SIGCONT, SIGTSTP].contains(number) }

  /// - Returns: false where the input is not ours at the moment.
  private func read() -> Bool {
    guard !isPaused, !isStopped, !screen.isInBackground else { return false }
    if cc_input_ended(screen.input) {
      input?.stop()
      handler(.lost)
      return false
    }
    var arrived: [RawInput] = []
    while arrived.count < Self.maximumRead, let item = RawInput.next() { arrived.append(item) }
    reads += 1
    take(decoder.decode(arrived))
    handleReports()
    return true
  }

  /// Hands keys over, up to one that stops.
  ///
  /// What came behind it was typed for the next program, to which it cannot be given any more.
  func take(_ decoded: [Key]) {
    let keys = decoded.prefix { $0 != .control("z") }
    if !keys.isEmpty { handler(.keys(Array(keys))) }
    if keys.count < decoded.count { handler(.suspendRequested) }
  }

  private func readSignals() {
    while !isStopped {
      let number = cc_signals_next()
      guard number > 0 else { return }
      received(number)
    }
  }

  private func received(_ number: Int32) {
    switch number {
    case _ where Self.ends(number): handler(.terminated(signal: number))
    case _ where isPaused: return
    case SIGWINCH:
      let before = screen.size
      if screen.resizeToTerminal() != before { handler(.resized(screen.size)) }
    case SIGTSTP: handler(.suspendRequested)
    case SIGCONT:
      // A program that ran while the process was stopped may have left any mode behind.
      pause()
      if screen.isInBackground, !stopUntilForeground() { return }
      screen.suspend()
      screen.resume()
      resume()
      handler(.resumed)
    default: break
    }
  }
}
