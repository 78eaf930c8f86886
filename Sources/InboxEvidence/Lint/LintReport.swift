package import InboxModel

/// What campaign lint found, in a stable order: message by message, then records, link tables and centers.
package struct LintReport: Hashable, Sendable {
  package let findings: [LintFinding]
  /// How many messages were looked at, unreadable ones included.
  package let messageCount: Int

  package func count(_ severity: LintSeverity) -> Int { findings.count { $0.severity == severity } }

  /// Whether nothing was found but notes.
  package var isClean: Bool { findings.allSatisfy { $0.severity == .note } }

  package var summary: String {
    "\(messageCount.counted("message")): \(count(.error).counted("error")), "
      + "\(count(.warning).counted("warning")), \(count(.note).counted("note"))."
  }

  /// The report as a JSON object with the members `messages`, `errors`, `warnings`, `notes` and `findings`.
  package var json: JSONValue {
    .members([
      "messages": messageCount, "errors": count(.error), "warnings": count(.warning), "notes": count(.note),
      "findings": findings.map(\.json),
    ])
  }
}

/// Something in a campaign that will not work as it was meant, where it is and what to do about it.
package struct LintFinding: Hashable, Sendable, CustomStringConvertible {
  package var rule: LintRule
  package var place: LintPlace
  /// What is wrong, in one sentence that is safe to print.
  package var problem: String
  package var remedy: String

  package var severity: LintSeverity { rule.severity }

  /// The finding as a JSON object with the members `rule`, `severity`, `place`, `at`, `problem` and `remedy`; `at` is
  /// the place in its parts.
  package var json: JSONValue {
    .members([
      "rule": rule.rawValue, "severity": severity.rawValue, "place": place.description, "at": place.json,
      "problem": problem, "remedy": remedy,
    ])
  }

  /// One harmless line with everything: “error: spring-sale, expiry: … (expiry-past)”.
  package var description: String {
    "\(severity.rawValue): \(place): \(problem) \(remedy) (\(rule.rawValue))"
  }
}

/// Where a finding is: as much of file, center, message and field as is known.
package struct LintPlace: Hashable, Sendable, CustomStringConvertible {
  /// Where the subject was read from, such as `spring.toml:12`; nil when that is not known.
  package var source: String?
  package var center: CenterName?
  /// The message to jump to; the id is raw.
  package var message: MessageID?
  /// The part of it, in words: a ``LintField``, or “link harvest, ios”.
  package var part: String?

  /// The place as a JSON object with those of the members `source`, `center`, `message` and `part` that are known.
  package var json: JSONValue {
    .members(["source": source, "center": center?.rawValue, "message": message?.rawValue, "part": part])
  }

  /// One harmless line, such as “spring.toml:12, spring-sale, expiry”.
  package var description: String {
    let subject = message.map { LintText.line($0.rawValue, limit: 80) } ?? center.map { "center \($0)" }
    let parts = [source, subject, part].compactMap { $0.map { LintText.line($0, limit: 160) } }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// How much a finding matters.
package enum LintSeverity: String, Hashable, Sendable, Codable, CaseIterable {
  /// The message does not do what it was made for.
  case error
  /// Some people get less than was meant.
  case warning
  /// Worth knowing; nothing has to be done.
  case note
}
