import CCurses
@testable import CursesTerminal
import Glibc
import InboxTUI

/// The bytes that a terminal sends, through a pseudo terminal, ncurses and the decoder; and the same bytes as words that are
/// drawn on it.
enum TerminalFuzzer {
  /// More would not fit into the line of a terminal that no one reads meanwhile.
  private static let most = 1_024
  /// So many inputs in a row of which nothing arrived.
  private static var silent = 0
  private static var terminal: (screen: CursesScreen, keyboard: Int32)?

  static func run(_ input: FuzzInput) {
    guard let (screen, keyboard) = terminal ?? open() else { fatalError("no pseudo terminal") }
    let bytes = Array(input.bytes.prefix(most))
    guard !bytes.isEmpty else { return }
    type(bytes, on: keyboard)
    var decoder = KeyDecoder()
    var arrived: [RawInput] = []
    while let item = RawInput.next() { arrived.append(item) }
    require(arrived.count <= bytes.count, "more keys than bytes")
    silent = arrived.isEmpty ? silent + 1 : 0
    require(silent < 500, "nothing that is typed arrives any more")
    for key in decoder.decode(arrived) { KeysFuzzer.named(key) }
    draw(input.text, on: screen)
  }

  private static func type(_ bytes: [UInt8], on keyboard: Int32) {
    while true {
      let count = write(keyboard, bytes, bytes.count)
      if count == bytes.count { return }
      // libFuzzer looks at the time by a signal.
      guard count < 0, errno == EINTR else {
        fatalError("the terminal takes \(count) of \(bytes.count) bytes: \(errno)")
      }
    }
  }

  /// Draws words in colours of their own.
  private static func draw(_ text: String, on screen: CursesScreen) {
    var frame = Frame(size: screen.size)
    frame.title = String(text.prefix(40))
    for (y, line) in text.split(separator: "\n").prefix(screen.size.rows).enumerated() {
      var style = Style.plain
      style.foreground = .palette(line.utf8.first ?? 0)
      style.background = line.count > 3 ? .rgb(UInt8(y), line.utf8.last ?? 0, 128) : .standard
      frame.write(String(line), x: y % 3, y: y, width: screen.size.columns - y, style: style)
    }
    screen.present(frame)
  }

  private static func open() -> (screen: CursesScreen, keyboard: Int32)? {
    var (keyboard, side): (Int32, Int32) = (-1, -1)
    guard openpty(&keyboard, &side, nil, nil, nil) == 0 else { return nil }
    // What is drawn is for no one, so the modes of what is typed have to be set here.
    let output = Glibc.open("/dev/null", O_WRONLY)
    var modes = termios()
    tcgetattr(side, &modes)
    cfmakeraw(&modes)
    tcsetattr(side, TCSANOW, &modes)
    do {
      let screen = try CursesScreen(
        terminal: "xterm-256color", input: side, output: output, size: Size(columns: 80, rows: 24),
        options: TerminalOptions())
      terminal = (screen, keyboard)
    } catch { fatalError("\(error)") }
    return terminal
  }
}
