extension ActionID {
  package static let command = ActionID("command.line")
  package static let runCommand = ActionID("command.run")
}

extension Action {
  static let palette: [Action] = [
    Action(
      .command, "Every action and command by name: clock +5m, fault messages 500, launch ID …",
      keys: [.character(":")], in: .panes, allowed: .anywhere
    ) { state, _ in
      state.layer = .command(PaletteState())
      return []
    },
    Action(
      .runCommand, "Run the command", keys: [.enter], in: [.command], hint: "run", allowed: .anywhere
    ) { state, _ in state.runCommand() },
  ]
}
