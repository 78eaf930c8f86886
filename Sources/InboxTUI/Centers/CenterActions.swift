import InboxCore

extension ActionID {
  package static let refresh = ActionID("center.refresh")
  package static let retryRich = ActionID("message.retry-content")
  package static let refreshAll = ActionID("center.refresh-all")
  package static let about = ActionID("center.about")
  package static let user = ActionID("user.dialog")
  package static let logIn = ActionID("user.log-in")
  package static let switchFeature = ActionID("centers.switch")
  package static let disable = ActionID("centers.disable")
  package static let keep = ActionID("centers.keep")
}

extension Action {
  private static func needsFeature(_ state: AppState) -> String? {
    state.snapshot?.disabled?.sentence(state.keys)
  }

  static let centers: [Action] = [
    Action(
      .refresh, "Refresh this center", keys: [.character("r")], in: [.list, .events, .center],
      hint: "refresh", titleNow: { "Refresh \($0.profile.capabilities.thisList)" },
      allowed: .uncaptured(.asksNoBackEnd), unless: needsFeature
    ) { state, _ in [.refresh(state.isEverywhere ? nil : state.center)] },
    Action(
      .retryRich, "Ask again for rich content that could not be had, else refresh this center",
      keys: [.character("r")], in: [.detail], hint: "refresh",
      titleNow: {
        "Ask again for rich content that could not be had, else refresh \($0.profile.capabilities.thisList)"
      }, allowed: .uncaptured(.asksNoBackEnd)
    ) { state, _ in state.retryRich() },
    Action(
      .refreshAll, "Refresh every center", keys: [.character("R")], in: .panes,
      needs: .severalLists, titleNow: { "Refresh \($0.profile.capabilities.everyList)" },
      allowed: .uncaptured(.asksNoBackEnd), unless: needsFeature
    ) { _, _ in [.refresh(nil)] },
    Action(
      .about, "About this center: its refresh, and why each message that left is gone",
      keys: [.character("i")], in: .panes,
      titleNow: {
        "About \($0.profile.capabilities.thisList): its refresh, and why each message that left is gone"
      }, allowed: .withoutAudience
    ) { state, _ in state.showCenter() },
  ]

  static let persons: [Action] = [
    Action(
      .user, "Log in as another person, or out", keys: [.character("U")], in: .panes,
      allowed: .withoutAudience(.hasNoPerson),
      unless: { $0.snapshot == nil ? "The inbox is still starting." : nil }
    ) { state, _ in
      state.layer = .user(input: "")
      return []
    },
    Action(
      .logIn, "Log in as the person typed", keys: [.enter], in: [.user], hint: "log in",
      allowed: .withoutAudience(.hasNoPerson)
    ) { state, _ in state.logIn() },
    Action(
      .switchFeature, "Disable message centers, or enable them again", keys: [.character("X")], in: .panes,
      needs: .offSwitch,
      allowed: .uncaptured(.hasNoPerson),
      unless: { state in
        guard let snapshot = state.snapshot else { return "The inbox is still starting." }
        return snapshot.disabled == .disabled(byProfile: true) ? snapshot.disabled?.description : nil
      }
    ) { state, _ in state.switchFeature() },
    Action(
      .disable, "Disable: every fetched message is removed", keys: [.character("y")], in: [.disabling],
      hint: "disable", needs: .offSwitch, allowed: .uncaptured(.hasNoPerson)
    ) { state, _ in state.closeLayer() + [.setEnabled(false)] },
    Action(
      .keep, "Keep message centers as they are", keys: [.character("n")], in: [.disabling], hint: "keep",
      needs: .offSwitch, allowed: .anywhere
    ) { state, _ in state.closeLayer() },
  ]
}

/// Asks before message centers are disabled (MC-1).
struct DisablingQuestion: QuestionLayer {
  var layer: Layer { .disabling }
  var context: ActionContext { .disabling }
  func title(_ state: AppState) -> String { "Disable?" }

  func paragraphs(_ state: AppState) -> [String] {
    let keys = state.keys
    return [
      "\(keys.name(of: .disable)) disables message centers · \(keys.name(of: .keep)) keeps them",
      "",
      "Every fetched message leaves its list, for everybody on this device. \(keys.name(of: .switchFeature)) enables "
        + "again: what is still listed comes back.",
    ]
  }
}

extension AppState {
  mutating func switchFeature() -> [AppEffect] {
    guard snapshot?.isEnabled == true else { return [.setEnabled(true)] }
    layer = .disabling
    return []
  }
}
