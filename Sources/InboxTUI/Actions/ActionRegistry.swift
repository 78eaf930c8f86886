/// All actions, in the order of the help: the lists of the features, one after the other.
package enum ActionRegistry {
  package static let actions: [Action] = [
    Action.opening, Action.waiting, Action.leaving, Action.widening, Action.messages, Action.pictures,
    Action.marking, Action.finding, Action.links, Action.domains, Action.proof, Action.centers, Action.badge,
    Action.persons, Action.events, Action.palette, Action.faults, Action.presenting, Action.moving,
    Action.panes, Action.themes, Action.program, Action.help,
  ].flatMap { $0 }

  /// An action by its id.
  package static subscript(id: ActionID) -> Action {
    guard let action = byID[id] else { preconditionFailure("The registry lacks \(id.rawValue).") }
    return action
  }

  /// An action by what a file or a recording calls it; nil where there is none.
  package static func action(named name: String) -> Action? { byID[ActionID(rawValue: name)] }

  /// The actions that the hint line may name in a context; what an audience looks at changes in every one.
  static func hinted(in context: ActionContext) -> [Action] { hinted[context] ?? [] }

  private static let hinted = Dictionary(
    uniqueKeysWithValues: ActionContext.allCases.map { context in
      (context, actions.filter { $0.hint != nil && ($0.contexts.contains(context) || $0.id == .nextLook) })
    })

  private static let byID = Dictionary(uniqueKeysWithValues: actions.map { ($0.id, $0) })
}
