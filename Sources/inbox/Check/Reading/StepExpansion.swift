import InboxTOML

/// Turns `[[step]]`s into steps, and replaces those that `use` shared ones.
nonisolated struct StepExpansion {
  let source: ScenarioSource
  /// The names of the clients; empty for a single one.
  let clients: [String]

  /// - Parameter parameters: The values of parameters; nil where texts have none.
  func steps(_ tables: [TOMLFields], _ parameters: [String: TOMLScalar]?) throws -> [Scenario.Step] {
    try steps(tables, Scope(globals: parameters, parameters: parameters))
  }

  /// The surroundings of steps.
  private struct Scope {
    /// The scenario's parameters.
    var globals: [String: TOMLScalar]?
    /// The same, overridden by those of the shared steps.
    var parameters: [String: TOMLScalar]?
    /// The client of steps that name none.
    var client: String?
    /// The steps that led here by using shared ones, outermost first.
    var uses: [Scenario.Use] = []
  }

  /// Shared steps that use one another multiply; this many run for minutes.
  private static let mostSteps = 10_000

  private func steps(_ tables: [TOMLFields], _ scope: Scope) throws -> [Scenario.Step] {
    var steps: [Scenario.Step] = []
    for table in tables {
      let fields = scope.parameters.map { table.with(TOMLParameters($0)) } ?? table
      if fields.keys.contains("use") {
        steps += try used(fields, scope)
      } else {
        steps.append(try client(of: StepReader.read(fields), fields, scope))
      }
      guard steps.count <= Self.mostSteps else {
        throw fields.error(
          nil, "with it the scenario has more than \(Self.mostSteps) steps. Make several scenarios of it.")
      }
    }
    return steps
  }

  private func used(_ fields: TOMLFields, _ scope: Scope) throws -> [Scenario.Step] {
    let used = try SharedStepsUse(fields, of: source)
    if let place = scope.uses.firstIndex(where: { $0.name == used.name }) {
      throw fields.error("use", SharedStepsUse.circle(scope.uses[place...].map(\.name) + [used.name]))
    }
    let parameters = (scope.globals ?? [:]).merging(used.shared.defaults) { _, own in own }
      .merging(used.values) { _, given in given }
    let use = Scenario.Use(place: .init(file: fields.file, line: fields.line), name: used.name)
    let inner = Scope(
      globals: scope.globals, parameters: parameters, client: try client(named: fields) ?? scope.client,
      uses: scope.uses + [use])
    do { return try steps(try used.shared.fields.list("step"), inner) } catch {
      throw BrokenUse(use: use, reason: error)
    }
  }

  // MARK: - Clients

  /// The client that a step names; nil where it names none.
  private func client(named fields: TOMLFields) throws -> String? {
    guard let name = try fields.filledText("client") else { return nil }
    guard clients.contains(name) else {
      let hint = NearestName.hintOrList(
        name, among: clients,
        none: "The scenario has one only. Leave client out, or write [client.\(name)].")
      throw fields.error("client", "there is no client “\(name)”.\(hint)")
    }
    return name
  }

  private func client(
    of step: Scenario.Step, _ fields: TOMLFields, _ scope: Scope
  ) throws -> Scenario.Step {
    var step = step
    step.uses = scope.uses
    let verb = step.text.prefix { $0 != " " }
    // The older form of ‘app’, for a scenario with one client.
    if verb == "client" {
      guard clients.isEmpty else {
        throw fields.error(
          "client",
          "there are several. Write app = \"…\" and the name of one: \(clients.joined(separator: ", ")).")
      }
      return step
    }
    guard !step.action.isSandboxOnly else { return step }
    step.client = try client(named: fields) ?? scope.client
    guard clients.isEmpty || step.client != nil || step.action.isForAnyClient else {
      throw fields.error(
        String(verb),
        "it does not say which client. Write client = \"…\" with one of: \(clients.joined(separator: ", ")).")
    }
    return step
  }
}
