import Foundation

/// The terminal's keyboard, for a program whose standard input was a file or a pipe that has been read.
nonisolated enum Keyboard {
  /// Opens it as standard input, as pagers do; without a terminal nothing changes.
  static func take() {
    guard isatty(STDIN_FILENO) != 1 else { return }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return }
    dup2(terminal, STDIN_FILENO)
    close(terminal)
  }
}
