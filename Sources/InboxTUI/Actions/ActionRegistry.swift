/// All actions, in the order of the help: the lists of the features, one after the other.
package enum ActionRegistry {
  package static let actions: [Action] = [
    Action.opening, Action.unread, Action.waiting, Action.leaving, Action.widening, Action.messages,
    Action.pictures,
    Action.marking, Action.finding, Action.links, Action.domains, Action.proof, Action.comparing, Action.lens,
    Action.stale,
    Action.centers, Action.badge,
    Action.persons, Action.events, Action.palette, Action.faults, Action.presenting, Action.moving,
    Action.panes, Action.themes, Action.notices, Action.program, Action.help,
  ].flatMap { $0 }

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

extension AppState {
  /// The context that the next key belongs to.
  package var context: ActionContext {
    layer?.content.context ?? contextBelow
  }

  /// Whether an action is for where the keys go below what lies on top, or for what is shown there.
  func isHere(_ action: Action) -> Bool {
    action.contexts.contains(contextBelow) || action.contexts.contains(.looks) && showsLooks
  }

  /// The context without what lies on top.
  var contextBelow: ActionContext {
    switch focus {
    case .list: find.isTyping ? .find : .list
    case .detail: .detail
    case .events: .events
    }
  }
}
