import InboxCore
import InboxModel
import InboxTOML

/// A why line of the journal (EN-9).
nonisolated struct WhyExpectation: Expectation {
  static let names = ["why"]
  static let keys = ["contains", "label", "message"] + CountRule.keys
  static let scope = ExpectationScope.anyClient

  private let text: String
  private let label: String?
  private let message: String?
  private let rule: CountRule

  init(_ name: String, _ fields: TOMLFields) throws {
    text = try fields.requiredText("contains")
    label = try fields.filledText("label")
    // A wrong one would never come, and “none of them” would always be met.
    if let label, !JournalEntry.labels.contains(label) {
      throw fields.error(
        "label",
        "“\(label)” is not a kind of why line. There are: \(JournalEntry.labels.joined(separator: ", ")).")
    }
    message = try fields.filledText("message")
    rule = try CountRule(fields)
  }

  var isLimit: Bool { rule.isLimit }

  func problem(in names: KnownNames) -> String? { message.flatMap(names.message) }

  func mismatch(in facts: ScenarioFacts) -> String? {
    let candidates = facts.journal.filter {
      (label == nil || $0.label == label) && (message == nil || $0.message?.id.rawValue == message)
    }
    let count = candidates.count { $0.why.contains(text) }
    guard !rule.allows(count) else { return nil }
    return "expected \(rule.words), got \(count). Nearest: \(ScenarioFacts.list(nearest(candidates)))"
  }

  /// The entries with most of the words; things that happen side by side are logged in any order, which must not
  /// matter.
  private func nearest(_ entries: [JournalEntry]) -> [String] {
    let wanted = Set(text.split(separator: " "))
    let lines = entries.map { entry in
      (
        words: Set(entry.why.split(separator: " ")).intersection(wanted).count,
        text: "\(entry.label) \(entry.message?.id.rawValue ?? "") \(entry.why)"
      )
    }
    return lines.sorted { ($1.words, $0.text) < ($0.words, $1.text) }.prefix(5).map(\.text)
  }
}
