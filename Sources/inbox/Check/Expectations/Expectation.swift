import InboxTOML

/// One kind of expected result at a step of a scenario.
///
/// A new kind is a type in its own file, and a line in ``Expectations/kinds``.
nonisolated protocol Expectation: Sendable {
  /// The words for it after `expect =`.
  static var names: [String] { get }
  /// The keys that it accepts, besides `within` and `client`.
  static var keys: [String] { get }
  /// Whether it is about what one client shows, or about what the server received from all of them.
  static var scope: ExpectationScope { get }

  /// Reads what a step expects; unknown keys were refused before.
  ///
  /// - Throws: ``TOMLFileError`` for what could never be met, or always is.
  init(_ name: String, _ fields: TOMLFields) throws

  /// Whether it can be checked when no client runs: receipts, the server's state, and what was logged by then.
  var needsNoClient: Bool { get }

  /// Whether it only limits a number that never falls: it must hold for as long as it is checked, as waiting changes
  /// nothing.
  var isLimit: Bool { get }

  /// What it names that does not exist, as a sentence; nil where everything exists.
  func problem(in names: KnownNames) -> String?

  /// What is wrong, with the nearest misses; nil when it is met.
  func mismatch(in facts: ScenarioFacts) -> String?
}

extension Expectation {
  nonisolated static var scope: ExpectationScope { .client }
  nonisolated var needsNoClient: Bool { Self.scope != .client }
  nonisolated var isLimit: Bool { false }
  nonisolated func problem(in names: KnownNames) -> String? { nil }
}
