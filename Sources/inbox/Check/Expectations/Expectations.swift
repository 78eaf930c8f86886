import InboxTOML

/// All kinds of expectations.
nonisolated enum Expectations {
  static let kinds: [any Expectation.Type] = [
    ReceiptsExpectation.self, EventsExpectation.self, OrderExpectation.self, DuplicatesExpectation.self,
    BadgeExpectation.self, ListExpectation.self, ScreenExpectation.self, WhyExpectation.self,
    LinkExpectation.self, OutboxExpectation.self, LensExpectation.self,
  ]

  /// All words that can stand after `expect =`.
  static var names: [String] { kinds.flatMap { $0.names } }

  static func read(_ name: String, _ fields: TOMLFields) throws -> any Expectation {
    guard let kind = kinds.first(where: { $0.names.contains(name) }) else {
      throw fields.unknown(name, of: "expect", among: names)
    }
    try fields.allow(only: ["expect", "within", "client"] + kind.keys)
    return try kind.init(name, fields)
  }
}
