/// All actions, in the order of the help: the lists of the features, one after the other.
package enum ActionRegistry {
  package static let actions: [Action] = sections.flatMap(\.actions)

  /// Those that may be listed before the audience that there is.
  static func actions(for state: AppState) -> [Action] {
    state.presenting == nil ? actions : actions.filter { $0.whyHidden(state) == nil }
  }

  /// The actions by what they are about, as the help divides them.
  static let sections: [(title: String, actions: [Action])] = [
    (
      "Messages",
      [
        Action.opening, Action.unread, Action.waiting, Action.leaving, Action.widening, Action.messages,
        Action.pictures,
      ]
    ),
    ("Marking", [Action.marking]), ("Finding", [Action.finding, Action.narrowing]), ("Links", [Action.links]),
    ("Checks", [Action.domains, Action.proof, Action.comparing, Action.lens, Action.stale]),
    ("Events", [Action.events]), ("Commands", [Action.palette, Action.faults]),
    ("Presenting", [Action.presenting]),
    ("Centers and badge", [Action.centers, Action.badge, Action.persons]),
    ("Moving", [Action.moving]), ("Screen", [Action.panes, Action.themes, Action.notices]),
    ("Program", [Action.program, Action.help]),
  ].map { ($0.0, $0.1.flatMap { $0 }) }

  static func section(of id: ActionID) -> String { sectionByID[id] ?? "" }

  private static let sectionByID = Dictionary(
    uniqueKeysWithValues: sections.flatMap { section in section.actions.map { ($0.id, section.title) } })

  package static subscript(id: ActionID) -> Action {
    guard let place = places[id] else { preconditionFailure("The registry lacks \(id.rawValue).") }
    return actions[place]
  }

  /// The action of a name in a file or a recording; nil where there is none.
  package static func action(named name: String) -> Action? {
    places[ActionID(rawValue: name)].map { actions[$0] }
  }

  /// The actions that the hint line may name in a context; what an audience looks at changes in every one.
  static func hinted(in context: ActionContext) -> some Sequence<Action> {
    (hinted[context] ?? []).lazy.map { actions[$0] }
  }

  private static let hinted = Dictionary(
    uniqueKeysWithValues: ActionContext.allCases.map { context in
      let isHinted = { (action: Action) in
        action.hint != nil && (action.applies(in: context) || action.isAboutLooks)
      }
      return (context, actions.indices.filter { isHinted(actions[$0]) })
    })

  private static let places = Dictionary(uniqueKeysWithValues: zip(actions.map(\.id), actions.indices))
}

extension AppState {
  /// The context that the next key belongs to.
  package var context: ActionContext {
    if narrowing?.isTyping == true { return .narrow }
    return layer?.content.context ?? contextBelow
  }

  /// Whether a line of the list, the message, a page or the event pane is being typed into (FE-14).
  var isTyping: Bool { find.isTyping && focus == .list || narrowing?.isTyping == true }

  /// Whether an action belongs to the pane with the keys below any layer, or to what is shown there.
  func isHere(_ action: Action) -> Bool {
    action.applies(in: contextBelow) || action.contexts.contains(.looks) && showsLooks
  }

  /// The context below any layer.
  var contextBelow: ActionContext {
    switch focus {
    case .list: find.isTyping ? .find : .list
    case .detail: detail?.narrowing.isEmpty == false ? .found : .detail
    case .events: .events
    }
  }
}
