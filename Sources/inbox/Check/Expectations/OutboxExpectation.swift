import InboxCore
import InboxTOML
import InboxTUI

/// Events that wait to be sent.
nonisolated struct OutboxExpectation: Expectation {
  static let names = ["outbox"]
  static let keys = ["exactly"]

  private let count: Int

  init(_ name: String, _ fields: TOMLFields) throws {
    count = try fields.whole("exactly", CountRule.counts) ?? 0
  }

  func mismatch(in facts: ScenarioFacts) -> String? {
    let waiting = facts.state.snapshot?.outbox.waiting ?? 0
    return waiting == count ? nil : "\(waiting) are waiting, expected \(count)"
  }
}
