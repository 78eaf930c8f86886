import InboxEvidence
import InboxModel
import InboxTOML

/// What a vendor's published rule counts of what one client has seen and done since its start (QA-1).
nonisolated struct LensExpectation: Expectation {
  static let names = ["lens"]
  static let keys = ["rule", "message"] + CountRule.keys

  private let lensRule: LensRule
  private let message: String
  private let rule: CountRule

  init(_ name: String, _ fields: TOMLFields) throws {
    let id = try fields.requiredText("rule")
    guard let found = LensRule.all.first(where: { $0.id == id }) else {
      let ids = LensRule.all.map(\.id)
      let near = NearestName.hint(id, among: ids)
      throw fields.error(
        "rule", "“\(id)” is not a rule of the lens. There are: \(ids.joined(separator: ", ")).\(near)")
    }
    lensRule = found
    message = try fields.requiredText("message")
    rule = try CountRule(fields)
  }

  var isLimit: Bool { rule.isLimit }

  func problem(in names: KnownNames) -> String? { names.message(message) }

  /// Where a rule has no count, no number is right: a dash is not a zero.
  func mismatch(in facts: ScenarioFacts) -> String? {
    let rows = facts.lens?.rows ?? []
    let about = "of \(message) by \(lensRule.id)"
    let row = rows.first { $0.message.id.rawValue == message }
    let count = row == nil ? lensRule.unseen : row?.count(by: lensRule)
    if let number = count?.count, rule.allows(number) { return nil }
    guard row != nil || count?.count == nil else {
      let seen = ScenarioFacts.list(rows.map(\.title))
      return "expected \(rule.words) \(about), which was not seen or opened. There are: \(seen)"
    }
    return "expected \(rule.words) \(about), counted \(count?.text ?? "–"). \(count?.reason ?? "")"
  }
}
