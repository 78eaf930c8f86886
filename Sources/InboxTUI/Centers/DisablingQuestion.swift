import InboxCore

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
