import ArgumentParser
import Foundation

/// How a person at the terminal is asked.
nonisolated struct Questions {
  /// Prints lines.
  var say: ([String]) -> Void
  /// Asks, and returns the line that was typed, without blanks around it; nil at the end of the input.
  var line: (String) -> String?
  /// The same for a text that must not be seen.
  ///
  /// Throws an exit status after Ctrl-C.
  var secret: (String) throws -> String?

  static var terminal: Questions {
    Questions(
      say: { lines in Output.complain(lines: lines.flatMap { Output.folded($0) }.joined(separator: "\n")) },
      line: { question in
        Output.ask(question)
        return readLine()?.trimmingCharacters(in: .whitespaces)
      },
      secret: { question in
        // The line break is not shown either.
        defer { Output.complain(lines: "") }
        return try HiddenLine.read { Output.ask(question) }?.trimmingCharacters(in: .whitespaces)
      })
  }
}

/// A line that the terminal does not show while it is typed.
nonisolated enum HiddenLine {
  private static let enter: [UInt8] = [10, 13]
  private static let (interrupt, end): (UInt8, UInt8) = (3, 4)
  /// `^U` and `^W`.
  private static let clears: [UInt8] = [21, 23]
  private static let backspaces: [UInt8] = [8, 127]

  /// Reads it from standard input, a terminal, whose settings are restored afterwards, however it ends.
  ///
  /// - Parameter ask: Shows the question; nothing typed after it is shown.
  ///
  /// - Returns: nil at the end of the input, such as Ctrl-D.
  ///
  /// - Throws: The exit status of Ctrl-C.
  static func read(ask: () -> Void) throws -> String? {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else {
      ask()
      return readLine()
    }
    var hidden = usual
    // Ctrl-C is a key here: the terminal must show typed text again before the program ends.
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    let signals = [SIGTERM, SIGHUP].filter(Signals.ending.contains)
    let watches = signals.map { watch($0, usual) }
    // Text typed ahead is retained.
    tcsetattr(STDIN_FILENO, TCSANOW, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSANOW, &usual)
      for (number, watch) in zip(signals, watches) {
        watch.cancel()
        signal(number, SIG_DFL)
      }
    }
    ask()
    return try line()
  }

  private static func line() throws -> String? {
    var text: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      switch byte {
      case interrupt: throw ExitCode(128 + SIGINT)
      case end where text.isEmpty: return nil
      case end: continue
      case _ where clears.contains(byte): text = []
      case _ where enter.contains(byte): return String(decoding: text, as: UTF8.self)
      case _ where backspaces.contains(byte):
        text = Array(String(decoding: text, as: UTF8.self).dropLast().utf8)
      // An arrow begins with Escape, and is refused as a whole.
      case 0..<32 where byte != 27: continue
      default: text.append(byte)
      }
    }
  }

  /// Restores the terminal before a signal ends the program.
  private static func watch(_ number: Int32, _ usual: termios) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      var usual = usual
      tcsetattr(STDIN_FILENO, TCSANOW, &usual)
      signal(number, SIG_DFL)
      kill(getpid(), number)
    }
    source.resume()
    return source
  }
}
