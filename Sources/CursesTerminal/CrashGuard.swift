import CCurses

package nonisolated enum CrashGuard {
  /// Has a crash give the terminal back, say one line with the signal and the file, and write a backtrace there, behind
  /// a line with this heading, the signal and how long the program ran.
  ///
  /// Every other signal that ends the process gives the terminal back too, where ``TerminalEvents`` does not listen.
  /// Takes the place of Swift's own handlers, which would ask questions in a terminal that cannot respond. Any number
  /// of times; the last file counts, and nil writes none.
  package static func install(log: String?, heading: String = "inbox") {
    cc_guard_install(log, heading)
  }

  /// Ends the process by the signal that asked for it, after everything is put away.
  ///
  /// Returns after SIGINT, SIGTERM, SIGHUP and SIGQUIT, for which it leaves with the status 128 + the signal, and for a
  /// number that is not a signal of the kind.
  package static func die(by signal: Int32) { cc_die_by(signal) }
}
