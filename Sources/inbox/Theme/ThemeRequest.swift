import InboxTOML
import InboxTUI

/// The wanted theme: one, or one for dark and one for light terminals.
nonisolated enum ThemeRequest: Hashable, Sendable {
  case one(String)
  case pair(dark: String, light: String)

  /// The theme for a background; an unknown one counts as dark.
  func name(on background: TerminalBackground?) -> String {
    switch self {
    case .one(let name): name
    case .pair(let dark, let light): background == .light ? light : dark
    }
  }

  /// Every named theme.
  var names: [String] {
    switch self {
    case .one(let name): [name]
    case .pair(let dark, let light): [dark, light]
    }
  }

  /// The request as text, to store and to print.
  var text: String {
    switch self {
    case .one(let name): name
    case .pair(let dark, let light): "\(dark) on dark, \(light) on light"
    }
  }

  /// Reads `theme = "…"` or `theme = { dark = "…", light = "…" }`; nil where there is neither.
  ///
  /// - Parameter place: Turns each text into a theme's name.
  static func read(_ fields: TOMLFields, _ place: (String) -> String) throws(TOMLFileError) -> ThemeRequest? {
    guard fields.isTable("theme"), let pair = try fields.inner("theme") else {
      return try fields.filledText("theme").map { .one(place($0)) }
    }
    try pair.allow(only: ["dark", "light"])
    return .pair(
      dark: place(try pair.requiredText("dark")), light: place(try pair.requiredText("light")))
  }
}

/// Whether a terminal has dark or light colours.
nonisolated enum TerminalBackground: String, Hashable, Sendable {
  case dark, light

  /// - Parameter color: The background; nil results for the terminal's own.
  init?(_ color: Color) {
    guard let isDark = color.isDark else { return nil }
    self = isDark ? .dark : .light
  }

  /// - Parameter variable: `COLORFGBG`, such as `15;0`: the last number is the background, among the sixteen.
  init?(variable: String?) {
    guard let last = variable?.split(separator: ";").last, let number = Int(last), (0...15).contains(number)
    else { return nil }
    self = number < 7 || number == 8 ? .dark : .light
  }
}
