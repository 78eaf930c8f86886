import InboxTOML

/// Turns `[[step]]`s into steps, and those that `use` shared ones into what these do.
nonisolated struct StepExpansion {
  let source: ScenarioSource
  /// The names of the clients; empty where there is one only.
  let clients: [String]

  /// - Parameter parameters: What parameters stand for; nil where texts are texts.
  func steps(_ tables: [TOMLFields], _ parameters: [String: TOMLScalar]?) throws -> [Scenario.Step] {
    try steps(tables, Scope(globals: parameters, parameters: parameters))
  }

  /// Where steps stand.
  private struct Scope {
    /// What the scenario says.
    var globals: [String: TOMLScalar]?
    /// With what the shared steps have of their own.
    var parameters: [String: TOMLScalar]?
    /// The client of steps that name none.
    var client: String?
    /// The shared steps that led here.
    var chain: [String] = []
  }

  private func steps(_ tables: [TOMLFields], _ scope: Scope) throws -> [Scenario.Step] {
    try tables.flatMap { table -> [Scenario.Step] in
      let fields = scope.parameters.map { table.with(TOMLParameters($0)) } ?? table
      guard !fields.keys.contains("use") else { return try used(fields, scope) }
      return [try client(of: StepReader.read(fields), fields, scope)]
    }
  }

  private func used(_ fields: TOMLFields, _ scope: Scope) throws -> [Scenario.Step] {
    try fields.allow(only: ["use", "with", "client"])
    let name = try fields.requiredText("use")
    guard let shared = source.shared[name] else {
      let known = source.shared.keys.sorted()
      let near = NearestName.of(name, among: known).map { "Did you mean “\($0)”?" }
      let all =
        known.isEmpty ? "Write them under [steps.\(name)]." : "There are: \(known.joined(separator: ", "))."
      throw fields.error("use", "there are no shared steps “\(name)”. \(near ?? all)")
    }
    if let place = scope.chain.firstIndex(of: name) {
      let names = scope.chain[place...] + [name]
      throw fields.error("use", "these steps use one another: \(names.joined(separator: " → ")).")
    }
    let values = try self.values(for: shared, fields)
    let parameters = (scope.globals ?? [:]).merging(shared.defaults) { _, own in own }
      .merging(values) { _, given in given }
    let inner = Scope(
      globals: scope.globals, parameters: parameters, client: try client(named: fields) ?? scope.client,
      chain: scope.chain + [name])
    return try steps(try shared.fields.list("step"), inner)
  }

  /// What a step gives the shared ones, all of which they know.
  private func values(for shared: ScenarioSource.SharedSteps, _ fields: TOMLFields) throws -> [String:
    TOMLScalar]
  {
    let given = try fields.inner("with")
    try given?.allow(only: (shared.needs + shared.defaults.keys).sorted())
    let values = try given?.scalars() ?? [:]
    if let missing = shared.needs.first(where: { values[$0] == nil }) {
      throw fields.error("use", "it needs “\(missing)”. Write with = { \(missing) = \"…\" }.")
    }
    return values
  }

  // MARK: - Clients

  /// The client that a step names; nil where it names none.
  private func client(named fields: TOMLFields) throws -> String? {
    guard let name = try fields.filledText("client") else { return nil }
    guard clients.contains(name) else {
      let near = NearestName.of(name, among: clients).map { " Did you mean “\($0)”?" }
      let all =
        clients.isEmpty
        ? " The scenario has one only. Leave client out, or write [client.\(name)]."
        : " There are: \(clients.joined(separator: ", "))."
      throw fields.error("client", "there is no client “\(name)”.\(near ?? all)")
    }
    return name
  }

  private func client(
    of step: Scenario.Step, _ fields: TOMLFields, _ scope: Scope
  ) throws -> Scenario.Step {
    var step = step
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
    let own = try client(named: fields)
    if step.action.isSandboxOnly {
      guard own == nil else {
        throw fields.error(
          "client", "the sandbox is one for all clients, so this names none. Leave client out.")
      }
      return step
    }
    step.client = own ?? scope.client
    guard clients.isEmpty || step.client != nil || step.action.isForAnyClient else {
      throw fields.error(
        String(verb),
        "it does not say which client. Write client = \"…\" with one of: \(clients.joined(separator: ", ")).")
    }
    return step
  }
}
