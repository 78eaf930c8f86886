extension ActionID {
  package static let pictures = ActionID("message.pictures")
}

extension Action {
  static let pictures: [Action] = [
    Action(
      .pictures,
      "Load the message's pictures, which tells their sender that it is read; hide them, show them",
      keys: [.character("I")], in: [.list, .detail], allowed: .anywhere,
      unless: { $0.whyNothingToShow }
    ) { state, _ in state.showPictures() }
  ]
}
