/// What went wrong at a step.
nonisolated struct ScenarioFailure: Equatable, Sendable {
  var place: Scenario.Place
  var problem: String

  init(_ step: Scenario.Step, _ problem: String) {
    place = step.place
    self.problem = "\(step.words): \(problem)"
  }
}
