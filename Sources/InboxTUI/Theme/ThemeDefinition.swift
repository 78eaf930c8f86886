/// The content of a theme file, before the terminal's number of colours is known.
///
/// Everything is optional: missing seeds are the terminal's own colours, missing roles follow from the seeds.
package struct ThemeDefinition: Equatable, Sendable {
  /// The colours from which all roles follow that the file does not name.
  package enum Seed: String, CaseIterable, Sendable {
    case background, foreground, muted, accent, info, success, warning, error
    case selectionBackground = "selection-bg"
    case selectionForeground = "selection-fg"
  }

  /// A colour as the file writes it.
  package enum Hue: Hashable, Sendable {
    /// The colour itself.
    case fixed(Color)
    /// The name of a palette's entry or of a seed.
    case named(String)
  }

  package struct RoleStyle: Equatable, Sendable {
    package var foreground: Hue?
    package var background: Hue?
    package var attributes: Attributes
    /// The attributes on terminals without colours; nil takes the built-in ones of the role.
    package var mono: Attributes?

    package init(
      _ foreground: Hue? = nil, on background: Hue? = nil, _ attributes: Attributes = [],
      mono: Attributes? = nil
    ) {
      self.foreground = foreground
      self.background = background
      self.attributes = attributes
      self.mono = mono
    }
  }

  /// The file's entry for a role.
  package enum Entry: Equatable, Sendable {
    case style(RoleStyle)
    case same(ThemeRole)
  }

  /// The kind of terminal that it is made for.
  package enum Variant: String, CaseIterable, Sendable, Codable { case dark, light, any }

  package var name: String
  package var title: String
  package var variant = Variant.any
  /// The most colours that it uses, whatever the terminal has.
  package var depth = ColorDepth.truecolor
  package var author: String?
  package var palette: [String: Color] = [:]
  /// The colours of names and seeds at lower depths.
  package var overrides: [ColorDepth: [String: Color]] = [:]
  package var base: [Seed: Hue] = [:]
  package var roles: [ThemeRole: Entry] = [:]
  package var glyphs = ThemeGlyphs()
  package var brand: ThemeBrand?

  /// The default: the terminal's own sixteen colours.
  package init(name: String = "terminal", title: String? = nil) {
    self.name = name
    self.title = title ?? (name == "terminal" ? "Terminal" : name)
  }

  /// The theme on a terminal with this many colours.
  package func theme(at depth: ColorDepth) -> Theme { ThemeResolver(self, at: depth).theme() }
}
