import InboxTOML
import InboxTUI

/// Texts that are on the screen, or are not.
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
    let screen = facts.screen
    if let text = shows.first(where: { !screen.shows($0) }) {
      return "“\(text)” is not on the screen:\n" + Self.picture(screen)
    }
    if let text = hides.first(where: screen.shows) {
      return "“\(text)” is on the screen:\n" + Self.picture(screen)
    }
    return nil
  }

  /// The screen, as a failure shows it.
  static func picture(_ screen: Frame) -> String {
    screen.lines.map { "      │\($0)" }.joined(separator: "\n")
  }
}
