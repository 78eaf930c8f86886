/// Whether the texts of a theme are readable and distinct, at every depth.
package struct ThemeCheck: Sendable {
  package struct Finding: Equatable, Sendable, CustomStringConvertible {
    package var depth: ColorDepth
    package var problem: String

    package var description: String { "at \(depth.words): \(problem)" }
  }

  private let definition: ThemeDefinition

  package init(_ definition: ThemeDefinition) { self.definition = definition }

  /// What is wrong, from many colours to few; a problem at several depths is reported for the first.
  package var findings: [Finding] {
    var reported: Set<String> = []
    return ColorDepth.allCases.flatMap { depth -> [Finding] in
      let theme = definition.theme(at: depth)
      let problems = depth == .mono ? [] : contrast(theme)
      return (problems + sameness(theme)).filter { reported.insert($0).inserted }.map {
        Finding(depth: depth, problem: $0)
      }
    }
  }

  /// What is drawn over what, besides the page.
  private static let over: [(above: ThemeRole, below: ThemeRole)] =
    [.border, .borderFocus, .layerBorder].map { (.title, $0) }
    + [
      .listRow, .listUnread, .eventSent, .eventQueued, .eventSuppressed, .eventFailed, .eventOther, .muted,
    ].map { (.listSelected, $0) }
    + [(.listSelectedUnfocused, .listUnread)]

  private func contrast(_ theme: Theme) -> [String] {
    let layered = theme.onLayer
    let single = ThemeRole.allCases.flatMap { role -> [(String, Style)] in
      let isOnBar = role.ground != nil || role == .statusLine
      return [(role.rawValue, theme(role))] + (isOnBar ? [] : [("\(role.rawValue) on layer", layered(role))])
    }
    let pairs = Self.over.map {
      ("\($0.above.rawValue) over \($0.below.rawValue)", theme($0.above).over(theme($0.below)))
    }
    var problems: [String] = []
    for (name, style) in single + pairs {
      guard let problem = problem(style.over(theme.page)) else { continue }
      // A problem on the page is not reported again for a layer with the same look.
      let known = problems.contains {
        name.hasPrefix($0.prefix { $0 != ":" } + " on") && $0.hasSuffix(problem)
      }
      if !known { problems.append("\(name): \(problem)") }
    }
    return problems
  }

  /// Why a text in a style cannot be read; nil where it can, or where that is unknown.
  private func problem(_ style: Style) -> String? {
    let (text, ground) = (light(style.foreground, isGround: false), light(style.background, isGround: true))
    switch (text, ground) {
    case (let text?, let ground?):
      if style.attributes.contains(.dim) {
        return "“dim” looks different on each terminal. Use a colour instead."
      }
      let ratio = text.contrast(with: ground)
      guard ratio < Legibility.least else { return nil }
      // Truncated, not rounded: 4.46 is not 4.5.
      let tenths = Int(ratio * 10)
      return
        "\(style.foreground) on \(style.background) has a contrast of \(tenths / 10).\(tenths % 10) to 1, and a text needs 4.5."
    case (nil, nil): return nil
    default:
      let own = text == nil ? style.background : style.foreground
      // The six hues suit the terminal's own ground; black, white, greys and bright ones vanish on a dark or a light
      // one.
      if case .palette(1...6) = own { return nil }
      return
        "\(own) beside the terminal's own colours cannot be read on every terminal. Name both colours, or one of 1 to 6."
    }
  }

  private func light(_ color: Color, isGround: Bool) -> Light? {
    Light(color) ?? definition.variant.light(isGround: isGround)
  }

  /// Styles that must differ, as no sign distinguishes them.
  private func sameness(_ theme: Theme) -> [String] {
    let pairs: [(ThemeRole, ThemeRole)] = [
      (.listSelected, .listRow), (.listSelected, .listUnread), (.tabActive, .tab),
      (.detailLinkSelected, .detailLink), (.borderFocus, .border), (.listSelected, .statusLine),
    ]
    let layered = theme.onLayer
    let isLost = layered(.listSelected) == layered(.text)
    func look(_ role: ThemeRole) -> Style { theme(role).over(theme.page).upright }
    return pairs.filter { look($0) == look($1) }.map {
      "\($0.rawValue) looks like \($1.rawValue). Give one of them another colour or attribute."
    } + (isLost ? ["selected looks like text on layer. Give one of them another colour or attribute."] : [])
  }
}

extension Style {
  /// The style as seen, with the colours of a reversed one exchanged.
  fileprivate var upright: Style {
    guard attributes.contains(.reverse), foreground != .standard, background != .standard else { return self }
    return Style(
      foreground: background, background: foreground, attributes: attributes.subtracting(.reverse))
  }
}

extension ColorDepth {
  /// The depth in words.
  package var words: String {
    switch self {
    case .truecolor: "24 bits"
    case .palette256: "256 colours"
    case .palette16: "16 colours"
    case .mono: "no colours"
    }
  }
}
