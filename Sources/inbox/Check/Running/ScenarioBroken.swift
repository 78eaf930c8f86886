/// A scenario that asks for what cannot be, found while it ran.
nonisolated struct ScenarioBroken: Error, CustomStringConvertible {
  var description: String

  init(_ step: Scenario.Step, _ problem: String) {
    let places = step.uses.map(\.words) + [step.place.words]
    description = "\(places.joined(separator: ": ")): \(step.words): \(problem)"
  }
}
