import InboxCore

extension ActionID {
  package static let badge = ActionID("badge.dialog")
  package static let setBadge = ActionID("badge.set")
  package static let resetBadge = ActionID("badge.reset")
}

extension Action {
  static let badge: [Action] = [
    Action(
      .badge, "The badge: set it to a number or reset it", keys: [.character("b")], in: .panes, hint: "badge",
      needs: .badge, allowed: .uncaptured(.hasNoBadge)
    ) { state, _ in
      state.layer = .badge(input: "", answer: nil)
      return [.rereadBadge]
    },
    Action(
      .setBadge, "Set the badge to the number typed", keys: [.enter], in: [.badge], hint: "set",
      needs: .badge, allowed: .uncaptured(.hasNoBadge)
    ) { state, _ in state.setBadge() },
    Action(
      .resetBadge, "Reset the badge to 0", keys: [.character("r")], in: [.badge], hint: "reset",
      needs: .badge, allowed: .uncaptured(.hasNoBadge),
      unless: {
        if case .badge(let input, _)? = $0.layer, !input.isEmpty { "A number is being typed." } else { nil }
      }
    ) { state, _ in state.sendBadge(0) },
  ]
}
