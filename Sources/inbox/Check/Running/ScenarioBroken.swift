/// A scenario that asks for what cannot be, found while it ran.
nonisolated struct ScenarioBroken: Error, CustomStringConvertible {
  var description: String

  init(_ step: Scenario.Step, _ problem: String) {
    description = "\(step.place.file):\(step.place.line): \(step.words): \(problem)"
  }
}
