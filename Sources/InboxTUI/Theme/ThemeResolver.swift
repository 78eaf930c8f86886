/// Adapts a theme to the colours of a terminal, so that readable text stays readable.
///
/// What a file sets is shown as written where there are 24 bits. With fewer colours, and for whatever the file leaves
/// open, a text gets the nearest colour that can be read on its ground.
struct ThemeResolver {
  private let definition: ThemeDefinition
  private let depth: ColorDepth
  private var page = Style.plain
  private var layer = Color.standard

  init(_ definition: ThemeDefinition, at depth: ColorDepth) {
    self.definition = definition
    let ladder = ColorDepth.allCases
    let steps = [depth, definition.depth].compactMap { ladder.firstIndex(of: $0) }
    self.depth = ladder[steps.max() ?? 0]
    guard self.depth != .mono else { return }
    page.background = pageBackground()
    page.foreground = pageForeground()
    layer = style(.layer).background
  }

  func theme() -> Theme {
    let roles = ThemeRole.allCases.map { ($0, depth == .mono ? monochrome($0) : style($0)) }
    return Theme(
      definition.name, Dictionary(uniqueKeysWithValues: roles), title: definition.title,
      brand: definition.brand, glyphs: definition.glyphs, page: page)
  }

  // MARK: - Entries

  /// The file's entry for a role, with links followed; nil where it has none.
  private func written(_ role: ThemeRole) -> ThemeDefinition.RoleStyle? {
    if case .style(let declared)? = definition.roles[linked(role)] { declared } else { nil }
  }

  private func monochrome(_ role: ThemeRole) -> Style {
    Style(attributes: written(role)?.mono ?? ThemeDefinition.monochrome(linked(role)))
  }

  /// The role that decides the look of another one; itself where links form a circle.
  private func linked(_ role: ThemeRole) -> ThemeRole {
    var last = role
    for _ in ThemeRole.allCases {
      guard case .same(let other)? = definition.roles[last] else { return last }
      last = other
    }
    return role
  }

  // MARK: - Colours

  /// A colour, and whether the file chose it for this very depth.
  private typealias Found = (color: Color, isChosen: Bool)

  private func color(_ hue: ThemeDefinition.Hue) -> Found? {
    switch hue {
    case .fixed(let color): (color, false)
    case .named(let name): ThemeDefinition.Seed(rawValue: name).map { seed($0) } ?? entry(name)
    }
  }

  private func seed(_ seed: ThemeDefinition.Seed) -> Found? {
    if let chosen = definition.overrides[depth]?[seed.rawValue] { return (chosen, true) }
    switch definition.base[seed] {
    case .fixed(let color)?: return (color, false)
    case .named(let name)?: return entry(name)
    case nil: break
    }
    if let entry = entry(seed.rawValue) { return entry }
    if seed == .muted, let color = derivedMuted() { return (color, false) }
    return ThemeDefinition.standard(seed).map { ($0, false) }
  }

  private func entry(_ name: String) -> Found? {
    if let chosen = definition.overrides[depth]?[name] { return (chosen, true) }
    return definition.palette[name].map { ($0, false) }
  }

  /// Two thirds of the way from the page to its text.
  private func derivedMuted() -> Color? {
    guard let ground = seed(.background).flatMap({ Light($0.color) }),
      let text = seed(.foreground).flatMap({ Light($0.color) })
    else { return nil }
    return text.mixed(with: ground, 0.35).color
  }

  private func pageBackground() -> Color {
    guard let (color, isChosen) = seed(.background) else { return .standard }
    guard !isChosen, let light = Light(color), depth == .palette16 else { return reduced(color, isChosen) }
    // Black or white: however the sixteen are set, these two differ clearly.
    return .palette(light.contrast(with: .black) > light.contrast(with: .white) ? 15 : 0)
  }

  private func pageForeground() -> Color {
    guard let (color, isChosen) = seed(.foreground) else { return .standard }
    return text(color, isChosen, on: grounds([page.background]), isDerived: false)
  }

  /// The known grounds; the terminal's own is taken for the kind of terminal that the theme is made for.
  private func grounds(_ colors: [Color]) -> [Light] {
    colors.compactMap { Light($0) ?? definition.variant.light(isGround: true) }
  }

  /// The colour of a ground or a sign at this depth.
  private func reduced(_ color: Color, _ isChosen: Bool) -> Color {
    switch (depth, color) {
    // With direct colours, the palette has only the first eight entries.
    case (.truecolor, _): return depth.color(color)
    case (_, .rgb): break
    case (.palette16, .palette(16...)): break
    default: return color
    }
    guard !isChosen, let light = Light(color) else { return depth.color(color) }
    return Legibility.color(light, on: [], at: depth)
  }

  private func text(_ color: Color, _ isChosen: Bool, on grounds: [Light], isDerived: Bool) -> Color {
    guard !isChosen, depth != .truecolor || isDerived, let light = Light(color), !grounds.isEmpty else {
      return reduced(color, isChosen)
    }
    if case .palette = color {
      let retained = reduced(color, isChosen)
      if Light(retained).map({ Legibility.isReadable($0, on: grounds) }) == true { return retained }
    }
    return Legibility.color(light, on: grounds, at: depth)
  }

  // MARK: - Styles

  private func style(_ role: ThemeRole) -> Style {
    let own = written(role)
    let declared = own ?? definition.derived(linked(role))
    var style = Style(attributes: declared.attributes)
    var ground: Found?
    if let hue = declared.background, let found = color(hue) {
      ground = found
      style.background = reduced(found.color, found.isChosen)
      if depth == .palette16, !found.isChosen, isShade(found.color, style.background) {
        // The sixteen have no shade of the page: a bar is the page reversed, and a layer has its border.
        if role == .layer { return .plain }
        return Style(attributes: declared.attributes.union(.reverse))
      }
    }
    if let below = role.ground { return laid(style, declared, own != nil, over: self.style(below)) }
    let lights = ground == nil ? grounds([page.background, layer]) : grounds([style.background])
    let isDerived = own == nil
    if let hue = declared.foreground, let (color, isChosen) = color(hue) {
      style.foreground = text(color, isChosen, on: lights, isDerived: isDerived)
    } else if ground != nil, let light = Light(page.foreground), depth != .truecolor || isDerived,
      !Legibility.isReadable(light, on: lights)
    {
      style.foreground = Legibility.color(light, on: lights, at: depth)
    }
    return style
  }

  /// A style on the status line: in its colours, and reversed where the line is.
  private func laid(
    _ above: Style, _ declared: ThemeDefinition.RoleStyle, _ isWritten: Bool, over below: Style
  ) -> Style {
    var style = above
    let isReversed = below.attributes.contains(.reverse)
    let under = isReversed || below.background == .standard ? page.background : below.background
    let ground = above.background == .standard ? under : above.background
    if let hue = declared.foreground, let (color, isChosen) = color(hue) {
      style.foreground = text(color, isChosen, on: grounds([ground]), isDerived: !isWritten)
    }
    return style.over(below)
  }

  /// Whether a ground is a shade of the page or of grey, rather than a colour of its own.
  private func isShade(_ color: Color, _ reduced: Color) -> Bool {
    if [.palette(0), .palette(7), .palette(8), .palette(15)].contains(reduced) { return true }
    guard let light = Light(color), let page = seed(.background).flatMap({ Light($0.color) }) else {
      return false
    }
    return light.contrast(with: page) < 3
  }
}

extension ThemeDefinition.Variant {
  /// The assumed values of the terminal's own colours; nil where they are unknown.
  func light(isGround: Bool) -> Light? {
    switch self {
    case .any: nil
    case .dark: isGround ? .black : .white
    case .light: isGround ? .white : .black
    }
  }
}
