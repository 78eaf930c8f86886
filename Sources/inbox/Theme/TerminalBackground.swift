import InboxTUI

/// Whether a terminal has dark or light colours.
nonisolated enum TerminalBackground: String, Hashable, Sendable {
  case dark, light

  /// - Parameter color: The background; the terminal's own says nothing.
  init?(_ color: Color) {
    guard let isDark = color.isDark else { return nil }
    self = isDark ? .dark : .light
  }

  /// - Parameter variable: `COLORFGBG`, such as `15;0`: the last is the background, among the sixteen.
  init?(variable: String?) {
    guard let last = variable?.split(separator: ";").last, let number = Int(last), (0...15).contains(number)
    else { return nil }
    self = number < 7 || number == 8 ? .dark : .light
  }
}
