/// Choosing a theme: tried while the selection moves, saved with Enter.
extension AppState {
  mutating func take(_ event: ThemeEvent) -> [AppEffect] {
    switch event {
    case .themesListed(let choices):
      presenting?.take(choices)
      return listed(choices) + themesLoaded(choices)
    case .themeChanged(let theme, let notice): changed(theme, notice: notice)
    case .themeSaved(_, let problem):
      notify(problem ?? "Theme: \(theme.title)", problem == nil ? .info : .warning)
    }
    return []
  }

  /// The theme that the screen is drawn with: the one being tried, while presenting the one of the selected message's
  /// brand, else the chosen one.
  package var shownTheme: Theme {
    if case .themes(let picker)? = layer, let choice = picker.choice { return choice.theme }
    return presenting?.brandTheme ?? theme
  }

  mutating func showThemes() -> [AppEffect] {
    layer = .themes(ThemePicker())
    return [.loadThemes]
  }

  /// The selection begins at the theme in use, which is listed even if its file is gone.
  mutating func listed(_ choices: [ThemeChoice]) -> [AppEffect] {
    guard case .themes(var picker)? = pageLayer else { return [] }
    let before = picker.choice?.theme.name ?? theme.name
    var choices = choices
    if !choices.contains(where: { $0.theme.name == theme.name }) { choices.insert(ThemeChoice(theme), at: 0) }
    picker.themes = choices
    picker.selected = choices.firstIndex { $0.theme.name == before } ?? 0
    let keys = picker.waiting
    picker.waiting = []
    pageLayer = .themes(picker)
    // Under the help these keys would mean something else.
    guard case .themes? = layer else { return [] }
    return keys.flatMap { pressed($0) }
  }

  /// Queues a key that is about themes that are still being read.
  mutating func waitsForThemes(_ key: Key, _ action: ActionID) -> Bool {
    guard case .themes(var picker)? = layer, picker.themes == nil,
      ActionRegistry[action].moves || [.top, .bottom, .rowNumber, .saveTheme].contains(action)
    else { return false }
    if picker.waiting.count < 64 { picker.waiting.append(key) }
    layer = .themes(picker)
    return true
  }

  mutating func saveTheme() -> [AppEffect] {
    guard case .themes(let picker)? = layer, let choice = picker.choice else { return [] }
    theme = choice.theme
    layer = nil
    return [.saveTheme(choice.theme.name)]
  }

  /// The file of the theme in use has changed, or something is wrong with it.
  mutating func changed(_ theme: Theme, notice: String?) {
    self.theme = theme
    if case .themes(var picker)? = pageLayer {
      for (index, choice) in (picker.themes ?? []).enumerated() where choice.theme.name == theme.name {
        picker.themes?[index].theme = theme
      }
      pageLayer = .themes(picker)
    }
    if let notice { notify(notice, .warning) }
  }
}
