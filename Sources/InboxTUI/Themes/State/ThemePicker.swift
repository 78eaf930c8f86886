/// The layer in which a theme is chosen: the whole screen is drawn in the selected one.
package struct ThemePicker: Equatable, Sendable {
  /// The themes; nil until they are read.
  package var themes: [ThemeChoice]?
  package var selected = 0
  /// Keys pressed before the themes were there: they act as they would have then.
  package var waiting: [Key] = []

  package var choice: ThemeChoice? {
    guard let themes, themes.indices.contains(selected) else { return nil }
    return themes[selected]
  }
}

package enum ThemeEvent: FeatureEvent {
  case themesListed([ThemeChoice])
  /// The theme in use has changed; the notice says what is wrong with it.
  case themeChanged(Theme, notice: String?)
  case themeSaved(String, problem: String?)

  // A recording has a case, and its values, by their keys.
  private enum CodingKeys: String, CodingKey {
    case themesListed, themeChanged
    case themeSaved = "themeKept"
  }
  private enum ThemeChangedCodingKeys: String, CodingKey {
    case _0
    case notice = "told"
  }
}
