import InboxCore
import InboxModel

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
    state.snapshot?.disabled.map(state.sentence)
  }

  static let centers: [Action] = [
    Action(
      .refresh, "Refresh this center", keys: ["r"], in: [.list, .events, .center], hint: "refresh",
      titleNow: {
        let vendor = $0.profile.capabilities
        return "Refresh \($0.listToRefresh == nil ? vendor.everyList : vendor.thisList)"
      }, allowed: .uncaptured(.asksNoBackEnd), unless: needsFeature
    ) { [.refresh($0.listToRefresh)] },
    Action(
      .retryRich, "Retry rich content, or refresh this center", keys: ["r"], in: [.detail], hint: "refresh",
      hintNow: { if case .failed? = $0.detail?.content { "try again" } else { nil } },
      titleNow: { "Retry rich content, or refresh \($0.profile.capabilities.thisList)" },
      allowed: .uncaptured(.asksNoBackEnd)
    ) { $0.retryRich() },
    Action(
      .refreshAll, "Refresh every center", keys: ["R"], in: .panes, needs: .severalLists,
      titleNow: { "Refresh \($0.profile.capabilities.everyList)" }, allowed: .uncaptured(.asksNoBackEnd),
      unless: needsFeature
    ) { _ in [.refresh(nil)] },
    Action(
      .about, "Center details: refresh, and why messages left", keys: ["i"], in: .panes,
      titleNow: {
        "\($0.profile.capabilities.list.capitalizedFirst) details: refresh, and why messages left"
      }, allowed: .withoutAudience
    ) { $0.showCenter() },
  ]

  static let persons: [Action] = [
    Action(
      .user, "Sign in as another person, or sign out", keys: ["U"], in: .panes,
      allowed: .withoutAudience(.hasNoPerson), unless: needsSnapshot
    ) { $0.showLayer(.user(input: "")) },
    Action(
      .logIn, "Sign in", keys: [.enter], in: [.user], hint: "sign in",
      allowed: .withoutAudience(.hasNoPerson), unless: needsFittingText
    ) { $0.logIn() },
    Action(
      .switchFeature, "Disable or enable message centers", keys: ["X"], in: .panes, needs: .offSwitch,
      allowed: .uncaptured(.hasNoPerson),
      unless: { state in
        if let why = needsSnapshot(state) { return why }
        return state.snapshot?.disabled == .disabled(byProfile: true) ? needsFeature(state) : nil
      }
    ) { $0.switchFeature() },
    Action(
      .disable, "Disable message centers", keys: ["y"], in: [.disabling], hint: "disable", needs: .offSwitch,
      allowed: .uncaptured(.hasNoPerson)
    ) { $0.closeLayer() + [.setEnabled(false)] },
    Action(
      .keep, "Keep message centers enabled", keys: ["n"], in: [.disabling], hint: "keep", needs: .offSwitch,
      allowed: .anywhere
    ) { $0.closeLayer() },
  ]
}

/// Asks before message centers are disabled (MC-1).
struct DisablingQuestion: QuestionLayer {
  var scroll = 0

  var layer: Layer { .disabling(scroll: scroll) }
  var context: ActionContext { .disabling }
  func title(_ state: AppState) -> String { "Disable?" }

  func paragraphs(_ state: AppState) -> [String] {
    let keys = state.keys
    return [
      "\(keys.name(of: .disable)) disables message centers · \(keys.name(of: .keep)) keeps them",
      "",
      "All fetched messages leave their lists, for everyone on this device. \(keys.name(of: .switchFeature)) enables "
        + "them again; messages that are still listed come back.",
    ]
  }
}

extension AppState {
  /// The list that is in front of the person; nil where that is every one.
  fileprivate var listToRefresh: CenterName? {
    if case .center(let name, _, _)? = pageLayer { return name }
    return isEverywhere ? nil : center
  }

  mutating func switchFeature() -> [AppEffect] {
    guard snapshot?.isEnabled == true else { return [.setEnabled(true)] }
    return showLayer(.disabling())
  }
}
