import InboxTOML

/// Which theme is wished: one, or one for dark and one for light terminals.
nonisolated enum ThemeWish: Hashable, Sendable {
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

  /// The wish as text, to remember and to tell.
  var text: String {
    switch self {
    case .one(let name): name
    case .pair(let dark, let light): "\(dark) on dark, \(light) on light"
    }
  }

  /// Reads `theme = "…"` or `theme = { dark = "…", light = "…" }`; nil where there is neither.
  ///
  /// - Parameter place: Makes a name of what stands there.
  static func read(_ fields: TOMLFields, _ place: (String) -> String) throws(TOMLFileError) -> ThemeWish? {
    guard fields.isTable("theme"), let pair = try fields.inner("theme") else {
      return try fields.filledText("theme").map { .one(place($0)) }
    }
    try pair.allow(only: ["dark", "light"])
    return .pair(
      dark: place(try pair.requiredText("dark")), light: place(try pair.requiredText("light")))
  }
}
