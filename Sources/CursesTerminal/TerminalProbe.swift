import CCurses
import Glibc
package import InboxTUI

/// What a terminal is like, without opening a screen on it.
package nonisolated enum TerminalProbe {
  /// What drives it: ncurses and its version.
  package static var libraryVersion: String { String(cString: cc_version()) }

  /// The depth that a screen would have, and why, in words.
  package static func depth(environment: (String) -> String?) -> (depth: ColorDepth?, why: String) {
    let support = ColorSupport(option: nil, environment: environment)
    let term = environment("TERM") ?? ""
    let colors = Int(cc_terminal_colors(term, support.triesTruecolor))
    guard colors >= 0 else { return (nil, "nothing is known of TERM “\(term)”") }
    let depth = support.depth(colors: colors)
    if support.noColor { return (depth, "NO_COLOR is set") }
    if depth == .truecolor, support.announcesTruecolor { return (depth, "COLORTERM says so") }
    guard cc_has_entry(term) else {
      return (depth, "no entry for TERM “\(term)” is installed; the program's own stands in")
    }
    return (depth, support.announcesTruecolor ? "TERM knows no more" : "TERM says so")
  }

  /// Whether the terminal understands more than what to print, such as a clipboard.
  package static func understandsCommands(term: String?) -> Bool { cc_understands_modes(term) }

  /// Whether a screen would send UTF-8.
  package static func hasUnicode() -> Bool { cc_prepare_locale() }

  /// Queries the terminal and waits for its reports, 300 milliseconds at most; what is typed meanwhile is lost.
  ///
  /// Nothing where it may not understand, or input and output are not both a terminal, or another job has that: its
  /// reports would be that job's input.
  package static func ask(term: String?, pictures: PictureSupport) -> [TerminalReport] {
    var before = termios()
    guard cc_understands_modes(term), isatty(STDOUT_FILENO) == 1, !cc_in_background(STDIN_FILENO),
      tcgetattr(STDIN_FILENO, &before) == 0
    else { return [] }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    cc_borrow_terminal(STDIN_FILENO, &before)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    defer { cc_return_terminal() }
    cc_write_questions(STDOUT_FILENO, Int32(pictures.questions))
    var support = pictures
    var decoder = KeyDecoder()
    decoder.awaitsReports = true
    var reports: [TerminalReport] = []
    let end = ContinuousClock.now + .milliseconds(300)
    var buffer = [UInt8](repeating: 0, count: 256)
    while decoder.awaitsReports {
      let left = (end - .now) / .milliseconds(1)
      var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&descriptor, 1, Int32(left) + 1) > 0 else { break }
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else { break }
      let scalars = String(decoding: buffer.prefix(count), as: UTF8.self).unicodeScalars
      _ = decoder.decode(scalars.map { .character($0) })
      for report in decoder.takeReports() {
        reports.append(report)
        if support.take(report), support.isWorthAsking(after: report) {
          cc_write_kitty_question(STDOUT_FILENO)
          decoder.awaitsReports = true
        }
      }
    }
    return reports
  }
}
