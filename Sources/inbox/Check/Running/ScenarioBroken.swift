/// A scenario that turned out, while it ran, to ask for the impossible.
nonisolated struct ScenarioBroken: Error, CustomStringConvertible {
  var description: String

  init(_ step: Scenario.Step, _ problem: String) {
    let places = step.uses.map(\.words) + [step.place.words]
    description = "\(places.joined(separator: ": ")): \(step.words): \(problem)"
  }
}
