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

  /// Types text.
  package func type(_ text: String) {
    type(bytes: Array(text.utf8))
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
  package var isDrained: Bool { unread == 0 }

  /// Everything that `stty` could say of it, to be compared.
  package var modes: [UInt32] {
    var modes = termios()
    guard tcgetattr(slave, &modes) == 0 else { return [] }
    let characters = withUnsafeBytes(of: modes.c_cc) { $0.map(UInt32.init) }
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag] + characters
  }

  /// Writes as the program does, until the terminal's driver holds no more of what nobody reads.
  package func fill() {
    let flags = fcntl(slave, F_GETFL)
    _ = fcntl(slave, F_SETFL, flags | O_NONBLOCK)
    defer { _ = fcntl(slave, F_SETFL, flags) }
    let blanks = [UInt8](repeating: 0x20, count: 4_096)
    var held: Int32 = 0
    // What it has taken is at the user's end a moment later.
    while write(slave, blanks, blanks.count) > 0 || held < 4_000 {
      guard ioctl(master, UInt(FIONREAD), &held) == 0 else { return }
    }
  }

  /// How many bytes the program has not read yet.
  package var unread: Int {
    var count: Int32 = 0
    return ioctl(slave, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Sends any bytes.
  package func type(bytes: [UInt8]) {
    #expect(write(master, bytes, bytes.count) == bytes.count)
  }

  /// Whether lines are put together and echoed, as a shell wants it.
  package var isCooked: Bool {
    var modes = termios()
    tcgetattr(slave, &modes)
    return modes.c_lflag & tcflag_t(ICANON) != 0 && modes.c_lflag & tcflag_t(ECHO) != 0
  }
}
