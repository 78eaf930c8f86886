import Foundation

/// The faults that the sandbox offers, and those that are on (SB-3).
struct FaultMenu: MenuLayer {
  var selected: Int

  var layer: Layer { .faults(selected: selected) }
  var context: ActionContext { .faults }
  var title: String { "Faults" }
  var action: ActionID? { .switchFault }

  /// Why none can be changed, and the faults that are on but not in the menu.
  func heading(_ state: AppState) -> [DetailLine] {
    let offered = SandboxCommand.faults(of: state.profile.capabilities)
    let others = state.faults.filter { !offered.contains($0) }
    return whyReadOnly(state) + others.map { DetailLine(" ● \($0)", .noticeWarning) }
  }

  func choices(_ state: AppState) -> [DetailLine] {
    let isOn = Set(state.faults)
    let faults = SandboxCommand.faults(of: state.profile.capabilities)
    let columns = (faults.map(\.count).max() ?? 0) + 2
    // A meaning that is cut to a word or two says nothing.
    let hasMeaning = state.size.columns >= columns + 30
    return faults.enumerated().map { index, fault in
      let mark = (index == selected ? "›" : " ") + (isOn.contains(fault) ? "● " : "  ")
      let name = fault.padding(toLength: columns, withPad: " ", startingAt: 0)
      return DetailLine(
        mark + (hasMeaning ? name + SandboxCommand.meaning(fault) : fault),
        index == selected ? .accent : isOn.contains(fault) ? .noticeWarning : .text)
    }
  }
}

extension AppState {
  /// Switches the selected fault on or off.
  mutating func switchFault() -> [AppEffect] {
    guard case .faults(let selected)? = layer else { return [] }
    let fault = SandboxCommand.faults(of: profile.capabilities)[selected]
    guard faults.contains(fault) else { return [.askSandbox("fault \(fault)")] }
    return [.askSandbox("fault clear \(fault.prefix { $0 != " " })")]
  }
}

extension ActionID {
  package static let faults = ActionID("sandbox.faults")
  package static let switchFault = ActionID("sandbox.switch-fault")
  package static let clearFaults = ActionID("sandbox.clear-faults")
}

extension Action {
  static let faults: [Action] = [
    Action(
      .faults, "Faults of the sandbox", keys: ["F"], in: .panes, allowed: .withoutAudience(.hasNoFaults),
      unless: { $0.profile.hasSandbox ? nil : SandboxCommand.noSandbox }
    ) { $0.showLayer(.faults(selected: 0)) },
    Action(
      .switchFault, "Toggle the fault", keys: [.enter], in: [.faults], hint: "toggle",
      allowed: .withoutAudience(.hasNoFaults), unless: needsWriting
    ) { $0.switchFault() },
    Action(
      .clearFaults, "Clear all faults", keys: ["c"], in: [.faults], hint: "clear all",
      allowed: .withoutAudience(.hasNoFaults), unless: needsWriting
    ) { _ in [.askSandbox("fault clear")] },
  ]
}
