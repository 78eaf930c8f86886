extension ActionID {
  package static let findAction = ActionID("help.find")
  package static let runHelp = ActionID("help.run")
  package static let help = ActionID("help.toggle")
}

extension Action {
  static let help: [Action] = [
    Action(
      .findAction, "Find an action by its key, name or id", keys: [.character("/")], in: [.help],
      hint: "find", allowed: .anywhere
    ) { state, _ in state.beginFindingAction() },
    Action(
      .runHelp, "Run the selected action", keys: [.enter], in: [.help, .helpFind], hint: "run",
      allowed: .anywhere
    ) { state, _ in state.runHelp() },
    Action(
      .help, "This help", keys: [.character("?"), .function(1)], in: .everywhere, hint: "help",
      allowed: .anywhere
    ) { state, _ in
      if case .help? = state.layer { return state.closeLayer() }
      state.layer = .help(HelpState())
      return []
    },
  ]
}
