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
