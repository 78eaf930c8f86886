public import InboxCore

/// Something in a campaign that will not work as it was meant, where it is and what to do about it.
public struct LintFinding: Hashable, Sendable {
  /// What was broken.
  public var rule: LintRule
  /// Where.
  public var place: LintPlace
  /// What is wrong, in one sentence that is safe to print.
  public var problem: String
  /// What to do, in one sentence.
  public var remedy: String

  /// Makes a finding.
  public init(rule: LintRule, place: LintPlace, problem: String, remedy: String) {
    self.rule = rule
    self.place = place
    self.problem = problem
    self.remedy = remedy
  }

  /// How much it matters.
  public var severity: LintSeverity { rule.severity }

  /// The finding as a JSON object with the members `rule`, `severity`, `place`, `at`, `problem` and `remedy`; `at` is
  /// the place in its parts.
  public var json: JSONValue {
    .object([
      "rule": .string(rule.rawValue), "severity": .string(severity.rawValue),
      "place": .string(place.description), "at": place.json, "problem": .string(problem),
      "remedy": .string(remedy),
    ])
  }
}

extension LintFinding: CustomStringConvertible {
  /// One harmless line with everything: “error: spring-sale, expiry: … (expiry-past)”.
  public var description: String {
    "\(severity.rawValue): \(place): \(problem) \(remedy) (\(rule.rawValue))"
  }
}
