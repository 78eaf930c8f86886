import CCurses

/// What happens to the terminal when the program crashes.
public nonisolated enum CrashGuard {
  /// Has a crash give the terminal back, say one line with the signal and the file, and write a backtrace there.
  ///
  /// Takes the place of Swift's own handlers, which would ask questions in a terminal that cannot answer. Any
  /// number of times; the last file counts, and nil writes none.
  public static func install(log: String?) {
    guard let log else { return cc_guard_install(nil) }
    log.withCString { cc_guard_install($0) }
  }
}
