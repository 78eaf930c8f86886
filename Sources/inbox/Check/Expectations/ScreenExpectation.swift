import InboxTOML

/// Words that are on the screen, or are not.
nonisolated struct ScreenExpectation: Expectation {
  static let names = ["screen"]
  static let keys = ["shows", "hides"]

  private let shows: [String]
  private let hides: [String]

  init(_ name: String, _ fields: TOMLFields) throws {
    try fields.requireAny(of: Self.keys)
    (shows, hides) = try fields.showsAndHides()
  }

  func mismatch(in facts: ScenarioFacts) -> String? {
    let text = facts.screen.joined(separator: "\n")
    if let word = shows.first(where: { !text.contains($0) }) {
      return "“\(word)” is not on the screen:\n" + Self.picture(facts.screen)
    }
    if let word = hides.first(where: text.contains) {
      return "“\(word)” is on the screen:\n" + Self.picture(facts.screen)
    }
    return nil
  }

  /// The screen, as a failure shows it.
  static func picture(_ screen: [String]) -> String {
    screen.map { "      │\($0)" }.joined(separator: "\n")
  }
}
