package import InboxTUI

/// What the terminal reports about itself: in response to ``TerminalEvents/ask()``, or unasked.
package nonisolated enum TerminalReport: Hashable, Sendable {
  /// The colour of its background (OSC 11).
  case background(Color)
  /// Whether its colours are dark: in response to a query, or unasked when they change (mode 2031).
  case colorScheme(isDark: Bool)
  /// Whether it can show a frame in one piece (mode 2026).
  case synchronizedOutput(Bool)
  /// Whether it understands kitty's graphics.
  case kittyGraphics(Bool)
  /// It shows sixels (DA1).
  case sixel
  /// Its name and version (XTVERSION).
  case program(String)
  /// The size of a cell in pixels (`CSI 16 t`).
  case cell(PictureCellSize)
  /// The last of the reports: what has not arrived before it the terminal does not support (DA1).
  case endOfReports
}

nonisolated extension TerminalReport {
  /// The longest report, in characters.
  static let longest = 64

  /// Reads a control sequence, all that stands behind `ESC [`; nil for what was not requested.
  init?(sequence: String) {
    switch sequence {
    case _ where sequence.hasPrefix("?") && sequence.hasSuffix("c"): self = .endOfReports
    case "?997;1n": self = .colorScheme(isDark: true)
    case "?997;2n": self = .colorScheme(isDark: false)
    case "?2026;1$y", "?2026;2$y", "?2026;3$y": self = .synchronizedOutput(true)
    case "?2026;0$y", "?2026;4$y": self = .synchronizedOutput(false)
    case _ where sequence.hasPrefix("6;") && sequence.hasSuffix("t"):
      let numbers = sequence.dropLast().split(separator: ";").compactMap { Int($0) }
      guard numbers.count == 3, let size = PictureCellSize(width: numbers[2], height: numbers[1]) else {
        return nil
      }
      self = .cell(size)
    default: return nil
    }
  }

  /// Whether a control sequence says that the terminal shows sixels: the attribute 4 of a terminal of level 2 or higher.
  static func hasSixel(sequence: String) -> Bool {
    guard sequence.hasPrefix("?"), sequence.hasSuffix("c") else { return false }
    return sequence.dropFirst().dropLast().split(separator: ";").dropFirst().contains("4")
  }

  /// Reads an application program command, all that stands between `ESC _` and its end; nil for what was not requested.
  init?(application: String) {
    guard application.hasPrefix("Gi=31") else { return nil }
    self = .kittyGraphics(application.hasSuffix(";OK"))
  }

  /// Reads a device control string, all that stands between `ESC P` and its end; nil for what was not requested.
  init?(device: String) {
    guard device.hasPrefix(">|") else { return nil }
    self = .program(
      String(device.dropFirst(2).filter { $0.isASCII && !$0.isNewline && $0 >= " " }.prefix(40)))
  }

  /// Reads an operating system command, all that stands between `ESC ]` and its end; nil for what was not requested.
  init?(command: String) {
    let parts = command.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "11" else { return nil }
    let value = parts[1].split(separator: ":", omittingEmptySubsequences: false)
    guard value.count == 2, value[0] == "rgb" || value[0] == "rgba" else { return nil }
    let colors = value[1].split(separator: "/", omittingEmptySubsequences: false).map(Self.component)
    guard colors.count >= 3, let red = colors[0], let green = colors[1], let blue = colors[2] else {
      return nil
    }
    self = .background(.rgb(red, green, blue))
  }

  /// Reads one to four hexadecimal digits; all digits `F` is full brightness (XParseColor).
  private static func component(_ text: Substring) -> UInt8? {
    guard (1...4).contains(text.count), let value = UInt32(text, radix: 16) else { return nil }
    let most = UInt32(1) << (4 * UInt32(text.count)) - 1
    return UInt8((value * 255 + most / 2) / most)
  }
}
