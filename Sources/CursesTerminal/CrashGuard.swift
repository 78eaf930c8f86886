import CCurses

/// What happens to the terminal when the program crashes.
public nonisolated enum CrashGuard {
  /// Has a crash give the terminal back, say one line with the signal and the file, and write a backtrace there, behind
  /// a line with this heading, the signal and how long the program ran.
  ///
  /// Takes the place of Swift's own handlers, which would ask questions in a terminal that cannot answer. Any
  /// number of times; the last file counts, and nil writes none.
  public static func install(log: String?, heading: String = "inbox") {
    heading.withCString { heading in
      guard let log else { return cc_guard_install(nil, heading) }
      log.withCString { cc_guard_install($0, heading) }
    }
  }
}
