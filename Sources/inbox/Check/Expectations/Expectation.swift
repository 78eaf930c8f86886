import InboxTOML

/// One kind of thing that must be so at a step of a scenario.
///
/// A new kind is a type in a file of its own, and a line in ``Expectations/kinds``.
nonisolated protocol Expectation: Sendable {
  /// What stands behind `expect =`.
  static var names: [String] { get }
  /// The keys that can stand beside it, without `within` and `client`.
  static var keys: [String] { get }
  /// Whether it is about what one client shows, or about what the server received from all of them.
  static var scope: ExpectationScope { get }

  /// Reads what a step expects; its keys are known ones.
  ///
  /// - Throws: ``TOMLFileError`` for what could never be so, or always is.
  init(_ name: String, _ fields: TOMLFields) throws

  /// Whether it can be checked when no client runs: receipts, what the server holds, and what was logged until then.
  var needsNoClient: Bool { get }

  /// What it names that there is not, as a sentence; nil where there is everything.
  func problem(in names: KnownNames) -> String?

  /// What is wrong, with the nearest misses; nil when it is as expected.
  func mismatch(in facts: ScenarioFacts) -> String?
}

/// Whose doing an expectation is about.
nonisolated enum ExpectationScope: Sendable {
  /// What one client shows or holds: where there are several, the step names one.
  case client
  /// What a client logged: one that the step names, or all of them.
  case anyClient
  /// What the server received, which does not know the clients of a person apart.
  case server
}

extension Expectation {
  nonisolated static var keys: [String] { [] }
  nonisolated static var scope: ExpectationScope { .client }
  nonisolated var needsNoClient: Bool { Self.scope != .client }
  nonisolated func problem(in names: KnownNames) -> String? { nil }
}

/// All kinds of expectations.
nonisolated enum Expectations {
  static let kinds: [any Expectation.Type] = [
    ReceiptsExpectation.self, EventsExpectation.self, OrderExpectation.self, DuplicatesExpectation.self,
    BadgeExpectation.self, ListExpectation.self, ScreenExpectation.self, WhyExpectation.self,
    LinkExpectation.self, OutboxExpectation.self,
  ]

  /// Everything that can stand behind `expect =`.
  static var names: [String] { kinds.flatMap { $0.names } }

  /// Reads the expectation of a step.
  static func read(_ name: String, _ fields: TOMLFields) throws -> any Expectation {
    guard let kind = kinds.first(where: { $0.names.contains(name) }) else {
      let near = NearestName.of(name, among: names).map { " Did you mean “\($0)”?" } ?? ""
      throw fields.error(
        "expect", "“\(name)” is unknown. Known are: \(names.joined(separator: ", ")).\(near)")
    }
    try fields.allow(only: ["expect", "within", "client"] + kind.keys)
    return try kind.init(name, fields)
  }
}
