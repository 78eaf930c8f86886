extension ActionID {
  package static let faults = ActionID("sandbox.faults")
  package static let switchFault = ActionID("sandbox.switch-fault")
  package static let clearFaults = ActionID("sandbox.clear-faults")
}

extension Action {
  static let faults: [Action] = [
    Action(
      .faults, "Faults of the sandbox: what goes wrong, at which endpoint", keys: [.character("F")],
      in: .panes, allowed: .withoutAudience(.hasNoSandbox),
      unless: { $0.profile.hasSandbox ? nil : SandboxCommand.noSandbox }
    ) { state, _ in
      state.layer = .faults(selected: 0)
      return []
    },
    Action(
      .switchFault, "Switch the fault on or off", keys: [.enter], in: [.faults], hint: "on or off",
      allowed: .withoutAudience(.hasNoSandbox)
    ) { state, _ in state.switchFault() },
    Action(
      .clearFaults, "Switch every fault off", keys: [.character("c")], in: [.faults], hint: "none",
      allowed: .withoutAudience(.hasNoSandbox)
    ) { _, _ in [.askSandbox("fault clear")] },
  ]
}
