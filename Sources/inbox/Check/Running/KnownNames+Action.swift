extension KnownNames {
  /// What a step names that does not exist, as a sentence; nil where everything exists.
  nonisolated func problem(with action: ScenarioAction) -> String? {
    switch action {
    case .expect(let wanted, _): wanted.problem(in: self)
    case .gesture(let gesture): message(gesture.message) ?? gesture.center.flatMap(center)
    case .launch(let id), .withdraw(let id): campaign(id)
    case .refresh(let list): list.flatMap(center)
    default: nil
    }
  }
}
