import InboxModel

/// How one vendor's SDK counts gestures, read in its public code or text at a version (QA-1).
///
/// It is a reading, and says of what: ``source`` and ``version`` stand beside every result.
package struct LensRule: Sendable {
  /// How options, JSON and recordings call it: `iterable`.
  package var id: String
  /// The vendor, and what of it.
  package var name: String
  /// At most six characters, for the head of a column.
  package var head: String
  /// The version that was read.
  package var version: String
  /// The file or page that says so.
  package var source: String
  /// The rule, in a sentence.
  package var rule: String
  /// Whether it counts rows that are in view: a log that does not hold them leaves it without a count.
  package var needsRows = true
  /// Counts each message, in the order of the messages.
  package var count: @Sendable ([LensSubject]) -> [LensCount]

  /// Every rule: a new one is a file and a line.
  package static let all: [LensRule] = [
    .responsys,
    .iterable,
    .airship,
    .cleverTapInbox,
    .cleverTapViewsIOS,
    .cleverTapViewsAndroid,
    .cleverTapClicksIOS,
    .cleverTapClicksAndroid,
    .braze630,
    .braze631,
    .braze650,
    .bloomreach,
  ]
}

extension LensRule {
  /// What it counts of a message that was neither seen nor opened.
  package var unseen: LensCount? {
    count([LensSubject(person: .device(""), message: MessageKey(center: .primary, id: MessageID("")))]).first
  }

  /// A rule that looks at each message by itself.
  init(
    id: String, name: String, head: String, version: String, source: String, rule: String,
    needsRows: Bool = true, each: @escaping @Sendable (LensSubject) -> LensCount
  ) {
    self.init(
      id: id, name: name, head: head, version: version, source: source, rule: rule,
      needsRows: needsRows, count: { subjects in subjects.map(each) })
  }
}
