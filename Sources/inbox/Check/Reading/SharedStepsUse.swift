import InboxTOML

/// A step that uses shared ones, as written.
nonisolated struct SharedStepsUse {
  let name: String
  let shared: ScenarioSource.SharedSteps
  /// The parameters that it sets, all of which the shared steps know.
  let values: [String: TOMLScalar]

  /// - Throws: ``TOMLFileError`` where there are no such steps, or their parameters do not match.
  init(_ fields: TOMLFields, of source: ScenarioSource) throws {
    try fields.allow(only: ["use", "with", "client"])
    let name = try fields.requiredText("use")
    guard let shared = source.shared[name] else {
      let hint = NearestName.hintOrList(
        name, among: source.shared.keys.sorted(), none: "Write them under [steps.\(name)].")
      throw fields.error("use", "there are no shared steps “\(name)”.\(hint)")
    }
    let given = try fields.inner("with")
    try given?.allow(only: (shared.needs + shared.defaults.keys).sorted())
    let values = try given?.scalars() ?? [:]
    if let missing = shared.needs.first(where: { values[$0] == nil }) {
      throw fields.error("use", "it needs “\(missing)”. Write with = { \(missing) = \"…\" }.")
    }
    (self.name, self.shared, self.values) = (name, shared, values)
  }

  /// The error of steps that use one another, as a sentence.
  ///
  /// - Parameter names: The steps in order of use; the last is the first again.
  static func circle(_ names: [String]) -> String {
    "these steps use one another: \(names.joined(separator: " → "))."
  }
}
