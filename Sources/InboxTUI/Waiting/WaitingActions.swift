extension ActionID {
  package static let stopWaiting = ActionID("work.stop")
}

extension Action {
  static let waiting: [Action] = [
    Action(
      .stopWaiting, "Stop waiting for a refresh, a link, pictures or rich content", keys: [.control("g")],
      in: .panes, hint: "stop", allowed: .anywhere,
      unless: { $0.stoppable == nil ? "Nothing is waited for." : nil }
    ) { state, _ in state.stopWaiting() }
  ]
}
