import InboxTOML

/// Looks for mistakes in all shared steps, also in those that nothing uses yet.
///
/// The values of parameters are unknown there, so a value with a parameter in it is not judged, nor what would be read
/// after it. Clients, messages and people are those of the scenario that uses the steps.
nonisolated struct SharedStepsCheck {
  let source: ScenarioSource

  /// - Throws: ``TOMLFileError`` for the first mistake.
  func run() throws {
    for name in source.shared.keys.sorted() {
      guard let shared = source.shared[name] else { continue }
      for fields in try steps(of: shared) { try check(fields) }
      var seen: Set<String> = []
      if let circle = try circle([name], &seen) {
        throw shared.fields.error(nil, SharedStepsUse.circle(circle))
      }
    }
  }

  private func check(_ fields: TOMLFields) throws {
    try fields.checkParameters()
    do {
      if fields.keys.contains("use") {
        _ = try SharedStepsUse(fields, of: source)
      } else {
        _ = try StepReader.read(fields)
      }
    } catch let error as TOMLFileError where fields.isAboutParameter(error) {}
  }

  private func steps(of shared: ScenarioSource.SharedSteps) throws -> [TOMLFields] {
    let names = Set(source.defaults.keys).union(shared.defaults.keys).union(shared.needs)
    // Any text will do.
    let parameters = TOMLParameters(Dictionary(uniqueKeysWithValues: names.map { ($0, .text("…")) }))
    return try shared.fields.list("step").map { $0.with(parameters) }
  }

  /// The path from the first of some shared steps back to it, along the steps that they use; nil where there is none.
  ///
  /// - Parameters:
  ///   - chain: The way so far.
  ///   - seen: From where there is none.
  private func circle(_ chain: [String], _ seen: inout Set<String>) throws -> [String]? {
    guard let last = chain.last, let shared = source.shared[last], seen.insert(last).inserted else {
      return nil
    }
    for fields in try steps(of: shared) where fields.keys.contains("use") {
      guard let next = try fields.text("use") else { continue }
      if next == chain[0] { return chain + [next] }
      if let circle = try circle(chain + [next], &seen) { return circle }
    }
    return nil
  }
}
