/// What went wrong at a step.
nonisolated struct ScenarioFailure: Equatable, Sendable {
  var place: Scenario.Place
  /// The steps that led there where it is among shared ones, outermost first.
  var uses: [Scenario.Use]
  var problem: String

  init(_ step: Scenario.Step, _ problem: String) {
    (place, uses) = (step.place, step.uses)
    self.problem = "\(step.words): \(problem)"
  }
}
