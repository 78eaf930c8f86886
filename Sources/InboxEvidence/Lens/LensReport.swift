package import struct Foundation.Date
package import InboxCore
package import InboxModel

/// The gestures of a run, counted by each vendor's published rule side by side (QA-1).
package struct LensReport: Hashable, Sendable, Codable {
  /// A message of a person.
  package struct Row: Hashable, Sendable, Codable {
    package var person: Identity
    package var message: MessageKey
    /// What the rules count, by their ids.
    package var counts: [String: LensCount]

    package func count(by rule: LensRule) -> LensCount? { counts[rule.id] }

    /// Whether the rules disagree, those left out that have no such event.
    package var differs: Bool { Set(counts.values.compactMap(\.count)).count > 1 }

    /// `spring`, or `spring in Offers`.
    package var title: String { message.words }
  }

  /// The messages in the order in which the log has them.
  package private(set) var rows: [Row]
  /// How many gestures were counted.
  package let gestures: Int
  /// What the log does not hold, as sentences.
  package private(set) var notes: [String]

  /// Counts a log.
  ///
  /// - Parameters:
  ///   - until: When it ends, for rows that are still in view then; nil for its last gesture.
  ///   - knowsDurations: Whether it says when rows leave the view.
  ///   - knowsRows: Whether it says which rows were in view at all.
  ///   - notes: What is to be said of where it comes from.
  package init(
    _ log: GestureLog, until: Date? = nil, knowsDurations: Bool = true, knowsRows: Bool = true,
    notes: [String] = []
  ) {
    let subjects = LensSubjects.read(log, until: until, knowsDurations: knowsDurations)
    var counts: [[String: LensCount]] = Array(repeating: [:], count: subjects.count)
    let unknown = LensCount(nil, "The traffic does not say which rows were in view.")
    for rule in LensRule.all {
      let isKnown = knowsRows || !rule.needsRows
      let all = isKnown ? rule.count(subjects) : subjects.map { _ in unknown }
      for (index, count) in all.enumerated() { counts[index][rule.id] = count }
    }
    rows = zip(subjects, counts).map { Row(person: $0.person, message: $0.message, counts: $1) }
    gestures = log.gestures.count
    self.notes = notes
    guard log.dropped > 0 else { return }
    let older = log.dropped == 1 ? "one is" : "ones are"
    self.notes.append("The log keeps the newest gestures; \(log.dropped) older \(older) not counted.")
  }

  /// The part of one person.
  package func only(_ person: Identity) -> LensReport {
    var part = self
    part.rows = rows.filter { $0.person == person }
    return part
  }

  /// Everything in a sentence.
  package var summary: String {
    guard !rows.isEmpty else { return "Nothing was seen or opened." }
    let differing = rows.count(where: \.differs)
    let isUniform = [0, rows.count].contains(differing)
    let them = !isUniform ? "\(differing) of them" : rows.count == 1 ? "it" : "all of them"
    return "\(rows.count.counted("message")): the rules \(differing == 0 ? "agree" : "disagree") on \(them)."
  }

  /// The members `rules`, `messages`, `summary` and `notes`.
  ///
  /// - Parameter differingOnly: Without the messages on which the rules agree; the rest is of all of them.
  package func json(differingOnly: Bool = false) -> JSONValue {
    let rules = LensRule.all.map { rule in
      JSONValue.members([
        "id": rule.id, "name": rule.name, "version": rule.version, "source": rule.source, "rule": rule.rule,
      ])
    }
    let messages = rows.filter { !differingOnly || $0.differs }.map { row in
      JSONValue.members([
        "identity": row.person.storageKey, "message_id": row.message.id.rawValue,
        "message_center_name": row.message.center.rawValue, "counts": row.counts.mapValues(\.json),
      ])
    }
    return .members(["rules": rules, "messages": messages, "summary": summary, "notes": notes])
  }
}

extension MessageCenter {
  /// What happened in this run, counted by each vendor's rule as if it ended now.
  @concurrent
  package nonisolated func lensReport(at now: Date) async -> LensReport {
    LensReport(await gestureLog, until: now)
  }
}
