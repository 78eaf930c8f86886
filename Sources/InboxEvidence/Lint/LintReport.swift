public import InboxCore

/// What campaign lint found, in a stable order: message by message, then records, link tables and centers.
public struct LintReport: Hashable, Sendable {
  /// The findings.
  public let findings: [LintFinding]
  /// How many messages were looked at, unreadable ones included.
  public let messageCount: Int

  /// Makes a report.
  public init(findings: [LintFinding], messageCount: Int) {
    self.findings = findings
    self.messageCount = messageCount
  }

  /// How many findings there are of a severity.
  public func count(_ severity: LintSeverity) -> Int { findings.count { $0.severity == severity } }

  /// Whether nothing was found but notes.
  public var isClean: Bool { findings.allSatisfy { $0.severity == .note } }

  /// Everything in one sentence.
  public var summary: String {
    "\(counted(messageCount, "message")): \(counted(count(.error), "error")), "
      + "\(counted(count(.warning), "warning")), \(counted(count(.note), "note"))."
  }

  /// The report as a JSON object with the members `messages`, `errors`, `warnings`, `notes` and `findings`.
  public var json: JSONValue {
    .object([
      "messages": .integer(Int64(messageCount)), "errors": .integer(Int64(count(.error))),
      "warnings": .integer(Int64(count(.warning))), "notes": .integer(Int64(count(.note))),
      "findings": .array(findings.map(\.json)),
    ])
  }

  private func counted(_ number: Int, _ name: String) -> String { LintText.count(number, name) }
}
