package import InboxTUI

/// What the terminal or a signal reports.
package nonisolated enum TerminalEvent: Hashable, Sendable {
  /// All keys of one read, in order; never empty.
  case keys([Key])
  /// The terminal has another size now; the screen knows it already.
  case resized(Size)
  /// Ctrl-Z, or SIGTSTP: call ``TerminalEvents/suspendProcess()`` when it suits.
  case suspendRequested
  /// The process goes on after a stop; the screen is repainted.
  case resumed
  /// A signal that ends a process: close the screen and leave with 128 + the signal, by ``CrashGuard/die(by:)``.
  case terminated(signal: Int32)
  /// The terminal reports something about itself; see ``TerminalEvents/ask()``.
  case reported(TerminalReport)
  /// The terminal is gone; nothing more will come.
  case lost
}
