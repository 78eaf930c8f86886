extension ActionID {
  package static let themes = ActionID("theme.choose")
  package static let keepTheme = ActionID("theme.keep")
}

extension Action {
  static let themes: [Action] = [
    Action(
      .themes, "Themes: the selected one is tried, and kept or given back", keys: [.character("T")],
      in: .panes, allowed: .anywhere
    ) { state, _ in state.showThemes() },
    Action(
      .keepTheme, "Keep the theme, also for the next start", keys: [.enter], in: [.themes], hint: "keep",
      allowed: .anywhere
    ) { state, _ in state.keepTheme() },
  ]
}
