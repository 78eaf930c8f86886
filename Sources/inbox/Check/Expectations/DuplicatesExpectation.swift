import InboxSandbox
import InboxTOML

/// Displays and opens that were received more than once.
nonisolated struct DuplicatesExpectation: Expectation {
  static let names = ["duplicates"]
  static let keys = ["exactly"]
  static let scope = ExpectationScope.server

  private let count: Int

  init(_ name: String, _ fields: TOMLFields) throws {
    count = try fields.whole("exactly", CountRule.counts) ?? 0
  }

  var isLimit: Bool { count == 0 }

  func problem(in names: KnownNames) -> String? { names.responsys("display or open", else: "events") }

  func mismatch(in facts: ScenarioFacts) -> String? {
    let came = facts.receipts.duplicates
    return came == count ? nil : "expected \(count), got \(came)"
  }
}
