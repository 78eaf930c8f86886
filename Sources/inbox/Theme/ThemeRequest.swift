import InboxTOML
import InboxTUI

/// Which theme is requested: one, or one for dark and one for light terminals.
nonisolated enum ThemeRequest: Hashable, Sendable {
  case one(String)
  case pair(dark: String, light: String)

  /// The theme for a background; a terminal of which nothing is known is taken for dark.
  func name(on background: TerminalBackground?) -> String {
    switch self {
    case .one(let name): name
    case .pair(let dark, let light): background == .light ? light : dark
    }
  }

  /// Every theme that is named.
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
  /// - Parameter place: Makes a name of what stands there.
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
