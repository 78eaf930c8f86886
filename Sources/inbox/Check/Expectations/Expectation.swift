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

  /// What it names that does not exist, as a sentence; nil where there is everything.
  func problem(in names: KnownNames) -> String?

  /// What is wrong, with the nearest misses; nil when it is as expected.
  func mismatch(in facts: ScenarioFacts) -> String?
}

extension Expectation {
  nonisolated static var keys: [String] { [] }
  nonisolated static var scope: ExpectationScope { .client }
  nonisolated var needsNoClient: Bool { Self.scope != .client }
  nonisolated func problem(in names: KnownNames) -> String? { nil }
}
