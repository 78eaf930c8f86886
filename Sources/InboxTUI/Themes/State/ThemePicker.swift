/// The layer in which a theme is chosen: what is selected is what the whole screen looks like.
package struct ThemePicker: Equatable, Sendable {
  /// What can be chosen; nil until it was read.
  package var themes: [ThemeChoice]?
  package var selected = 0
  /// Keys pressed before the themes were loaded: they mean what they would have meant then.
  package var waiting: [Key] = []

  package var choice: ThemeChoice? {
    guard let themes, themes.indices.contains(selected) else { return nil }
    return themes[selected]
  }
}

package enum ThemeEvent: FeatureEvent {
  case themesListed([ThemeChoice])
  /// The theme in use is another now; the notice says what is wrong with it.
  case themeChanged(Theme, notice: String?)
  case themeSaved(String, problem: String?)

  // A recording names a case, and what belongs to it, by its key.
  private enum CodingKeys: String, CodingKey {
    case themesListed, themeChanged
    case themeSaved = "themeKept"
  }
  private enum ThemeChangedCodingKeys: String, CodingKey {
    case _0
    case notice = "told"
  }
}
