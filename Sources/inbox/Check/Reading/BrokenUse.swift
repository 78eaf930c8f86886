/// What is wrong in shared steps, with the step that uses them.
nonisolated struct BrokenUse: Error, CustomStringConvertible {
  var use: Scenario.Use
  var reason: any Error

  var description: String { "\(use.words): \(reason)" }
}
