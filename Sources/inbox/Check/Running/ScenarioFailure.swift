/// What went wrong at a step.
nonisolated struct ScenarioFailure: Equatable, Sendable {
  var place: Scenario.Place
  /// For a shared step, the steps that led there, outermost first.
  var uses: [Scenario.Use]
  var problem: String

  init(_ step: Scenario.Step, _ problem: String) {
    (place, uses) = (step.place, step.uses)
    self.problem = "\(step.words): \(problem)"
  }
}
