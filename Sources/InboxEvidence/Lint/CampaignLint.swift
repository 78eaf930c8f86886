package import struct Foundation.Date
package import InboxCore
package import InboxModel
package import InboxVendors

/// Looks for what will not work in campaigns before, or after, people get them.
///
/// It sends nothing: every link is judged by its text (UL-5). The same subjects and settings always give the same
/// report.
package struct CampaignLint: Sendable {
  /// Reads the facts of HTML; nil for HTML that it cannot read.
  package typealias HTMLReader = @Sendable (String) -> HTMLFacts?

  /// The bytes of HTML from which on mail clients show only the beginning.
  package static let clippedHTML = 100 << 10
  /// The bytes of HTML that no one should send.
  package static let longestHTML = 1 << 20
  /// The bytes of a custom value that every app can be expected to take.
  package static let longestCustomValue = 1_024

  /// The time at which campaigns are judged.
  package var now: Date
  /// What is known of the app: its branded domains, its routes; without any route none is missed.
  package var settings: LinkSettings
  /// The room for a subject in the list of a phone, where wide characters take two.
  package var subjectWidth = 40
  /// What the back end of the messages has.
  package var vendor: Capabilities
  /// Reads the facts of HTML; without it only the length of HTML is judged.
  package var readHTML: HTMLReader?

  /// Where the messages come from: rich content on it is fetched by whatever scheme; nil where that is not known.
  package var backEnd: String?

  package init(
    now: Date, settings: LinkSettings = LinkSettings(),
    vendor: Capabilities = ResponsysBackEnd.capabilities, readHTML: HTMLReader? = nil
  ) {
    self.now = now
    self.settings = settings
    self.vendor = vendor
    self.readHTML = readHTML
  }

  /// Judges captured messages, by the rules of the vendor whose they are.
  package func report(on response: LintInput) -> LintReport {
    var lint = self
    if let vendor = response.vendor { lint.vendor = vendor }
    return lint.report(
      on: response.subjects, malformed: response.malformed, setAside: response.setAside,
      source: response.source)
  }

  /// Judges messages that lie in inboxes together: those of one file, of one person's inbox or of one response.
  ///
  /// - Parameters:
  ///   - subjects: The messages.
  ///   - malformed: The records beside them that could not be read.
  ///   - setAside: The records beside them that belong in no inbox.
  ///   - source: Where those records came from.
  package func report(
    on subjects: [LintSubject], malformed: [MalformedMessage] = [], setAside: [SetAsideMessage] = [],
    source: String? = nil
  ) -> LintReport {
    var findings = subjects.flatMap(findings)
    findings += malformed.map { Self.finding($0, source: source) }
    findings += setAside.map { Self.finding($0, source: source) }
    findings += linkTableFindings(subjects) + centerFindings(subjects)
    return LintReport(findings: findings, messageCount: subjects.count + malformed.recordCount)
  }

  /// What is to be said of a message by itself.
  private func findings(_ subject: LintSubject) -> [LintFinding] {
    timeFindings(subject) + contentFindings(subject) + urlFindings(subject) + buttonFindings(subject)
      + htmlFindings(subject) + customFindings(subject)
  }

  private static func finding(_ record: MalformedMessage, source: String?) -> LintFinding {
    LintFinding(
      rule: .messageUnreadable,
      place: LintPlace(
        source: source, message: record.id.map { MessageID($0) },
        part: record.unnamed == nil ? "record \(record.index + 1)" : "the records"),
      problem: record.unnamed == nil
        ? "The app leaves the message out: \(LintText.line(record.reason, limit: 200))."
        : "\(record.reason).",
      remedy: "Correct the record at the sender; the other messages are shown all the same.")
  }

  private static func finding(_ record: SetAsideMessage, source: String?) -> LintFinding {
    LintFinding(
      rule: .messageSetAside,
      place: LintPlace(source: source, message: record.id.isEmpty ? nil : MessageID(record.id)),
      problem: "No inbox shows it, as its kind is “\(LintText.line(record.kind, limit: 80))”.",
      remedy: "Correct its kind if it is meant for the inbox.")
  }
}
