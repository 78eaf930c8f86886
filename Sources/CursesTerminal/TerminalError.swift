/// Why the terminal cannot be used, and what to do about it.
package nonisolated enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is a file or a pipe.
  case notATerminal
  /// Nothing is known about a terminal of this name.
  case unknownTerminal(name: String)
  /// It prints lines only.
  case noCursorAddressing(name: String)
  /// Another job of the shell has the terminal, and this program cannot be stopped until it is called.
  case inBackground
  case alreadyOpen
  /// The system refused, with the error's number.
  case system(code: Int32)

  /// The sentence for the user.
  package var description: String {
    switch self {
    case .notATerminal:
      "Input or output is not a terminal; run inbox in one, or use its commands that print, such as inbox list."
    case .unknownTerminal(let name) where name.isEmpty:
      "TERM is not set; set it to what your terminal is, for example with: export TERM=xterm-256color"
    case .unknownTerminal(let name):
      "Nothing is known here about the terminal \"\(name)\"; install ncurses-term, or set another TERM, for "
        + "example with: export TERM=xterm-256color"
    case .noCursorAddressing(let name):
      "The terminal \"\(name)\" cannot move its cursor; use one that can, or inbox's commands that print, such "
        + "as inbox list."
    case .inBackground:
      "Another program has this terminal; start inbox in the foreground."
    case .alreadyOpen:
      "The terminal is open already; close the other screen first."
    case .system(let code):
      "The terminal could not be opened (error \(code)); check that this program may read and write it."
    }
  }
}
