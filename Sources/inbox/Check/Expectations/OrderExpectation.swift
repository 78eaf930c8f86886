import InboxSandbox
import InboxTOML

/// Displays and opens of one client in the order of their arrival, as “display spring”.
///
/// They leave in the order in which they happened. Only their order is promised: requests run side by side.
nonisolated struct OrderExpectation: Expectation {
  static let names = ["order"]
  static let keys = ["is", "identity"]
  static let scope = ExpectationScope.server

  private let order: [String]
  private let identity: String?

  init(_ name: String, _ fields: TOMLFields) throws {
    guard let order = try fields.texts("is") else {
      throw fields.error("expect", "it expects nothing: write is = […].")
    }
    for item in order {
      let words = item.split(separator: " ", maxSplits: 1)
      guard words.count == 2, ["display", "open"].contains(words[0]) else {
        throw fields.error(
          "is",
          "“\(item)” has no order that is promised: only displays and opens of one client have, written “display ID” or "
            + "“open ID”. Other requests run side by side; expect their numbers.")
      }
    }
    self.order = order
    identity = try fields.identity()
  }

  func problem(in names: KnownNames) -> String? {
    names.responsys("display or open", else: "events") ?? order.lazy.compactMap {
      $0.split(separator: " ", maxSplits: 1).last.map(String.init)
    }
    .compactMap(names.message).first ?? identity.flatMap(names.person)
  }

  func mismatch(in facts: ScenarioFacts) -> String? {
    let arrived = facts.receipts.engagements.filter { identity == nil || $0.identity == identity }
      .map { "\($0.type) \($0.messageID)" }
    guard arrived != order else { return nil }
    return "expected \(ScenarioFacts.list(order)), got \(ScenarioFacts.list(arrived))"
  }
}
