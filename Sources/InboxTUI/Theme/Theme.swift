/// The look of everything: the styles of all roles at one depth, the signs, and the brand that is shown.
///
/// It is a value that a recording stores, so that a replay needs no theme file.
package struct Theme: Hashable, Sendable {
  /// Its name in settings and recordings.
  package let name: String
  package var title: String
  /// The brand whose name and logo are shown; nil for none.
  package var brand: ThemeBrand?
  /// The signs that it chooses.
  package var glyphs: ThemeGlyphs
  /// The colours of everything without colours of its own.
  package var page: Style
  private(set) var styles: [ThemeRole: Style]

  package init(
    _ name: String, _ styles: [ThemeRole: Style], title: String? = nil, brand: ThemeBrand? = nil,
    glyphs: ThemeGlyphs = ThemeGlyphs(), page: Style = .plain
  ) {
    self.name = name
    self.title = title ?? name
    self.brand = brand
    self.glyphs = glyphs
    self.page = page
    self.styles = styles.filter { $0.value != .plain }
  }

  /// The built-in theme of a name; the standard one where there is none.
  package static func named(_ name: String) -> Theme { name == "mono" ? mono : standard }

  /// The style of a role; plain when the theme says nothing of it.
  package func callAsFunction(_ role: ThemeRole) -> Style { styles[role] ?? .plain }

  /// The theme on a layer: a style without a background gets the layer's.
  package var onLayer: Theme {
    let layer = self(.layer)
    guard layer != .plain else { return self }
    var theme = self
    for role in ThemeRole.allCases { theme.styles[role] = self(role).over(layer) }
    return theme
  }

  /// Lays the theme's page under a finished frame; it shows wherever no other colour was set.
  package func lay(under frame: inout Frame) {
    guard page != .plain else { return }
    frame.restyle(frame.bounds) { $0.over(page) }
    for index in frame.pictures.indices where frame.pictures[index].ground == .standard {
      frame.pictures[index].ground = page.background
    }
  }

  /// For terminals with colours, light or dark: the person's own sixteen colours, on the terminal's background.
  package static let standard = ThemeDefinition().theme(at: .palette16)

  /// For terminals without colours: every state shows by an attribute or a sign alone.
  package static let mono = ThemeDefinition(name: "mono").theme(at: .mono)
}
