import Glibc
package import InboxTUI
import Testing

/// Both ends of a terminal that no window shows.
package final class PseudoTerminal {
  /// The user's end; -1 once it is closed.
  package private(set) var master: Int32 = -1
  /// The program's end.
  package private(set) var slave: Int32 = -1

  package init(size: Size) throws {
    var window = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&master, &slave, nil, nil, &window) == 0)
  }

  deinit {
    hangUp()
    closeSlave()
  }

  /// Closes the program's end, as the last program on it does by ending.
  package func closeSlave() {
    if slave >= 0 { close(slave) }
    slave = -1
  }

  /// Types text or sends any other bytes.
  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(write(master, bytes, bytes.count) == bytes.count)
  }

  package func resize(to size: Size) {
    var window = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(master, UInt(TIOCSWINSZ), &window) == 0)
  }

  /// Closes the window.
  package func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  /// Whether the program has read all that was typed.
  package var isDrained: Bool {
    var waiting: Int32 = 0
    return ioctl(slave, UInt(FIONREAD), &waiting) == 0 && waiting == 0
  }

  /// Whether lines are put together and echoed, as a shell wants it.
  package var isCooked: Bool {
    var modes = termios()
    tcgetattr(slave, &modes)
    return modes.c_lflag & tcflag_t(ICANON) != 0 && modes.c_lflag & tcflag_t(ECHO) != 0
  }
}
