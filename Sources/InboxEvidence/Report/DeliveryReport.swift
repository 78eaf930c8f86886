package import struct Foundation.Date
package import struct Foundation.UUID
package import InboxCore
package import InboxModel

/// Whether each display and open reached the server exactly once (EN-2, EN-5, EN-8, EN-9).
///
/// A row is one kind of event of one message in one session of one person. With the server's own receipts it says what
/// is there; without them, what the server acknowledged.
package struct DeliveryReport: Hashable, Sendable, Codable {
  /// What a row comes to, the worst first.
  package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
    /// More than one display of a message in one session: this must never be.
    case repeated
    /// The server acknowledged an event that is not in its receipts.
    case missing
    /// An event was refused or dropped, and is not among the receipts: the server will never have it.
    case lost
    /// The archive could not take an event: it is stored and sent at the next start, if it could be written to the
    /// spill file.
    case notStored = "not-stored"
    /// An event was sent and no response says what became of it: it will be sent again under its id.
    case unknown
    /// An event is held for another account than the profile's, and is never sent to this one.
    case held
    /// An event waits to be sent.
    case waiting
    /// An event was received more than once; where it has an id, the server knows by that.
    case duplicated
    /// Each event is at the server, once.
    case exactlyOnce = "exactly-once"
    /// Nothing was to be reported: every attempt was suppressed.
    case suppressed

    /// Whether everything got there: what a receiver makes of a repeat is another matter (``Row/countsRepeats``).
    package var isProven: Bool { [.duplicated, .exactlyOnce, .suppressed].contains(self) }

    /// Whether it belongs to the problems.
    package var isProblem: Bool { self != .exactlyOnce && self != .suppressed }
  }

  /// The rows in the order of their first events, then those of suppressed attempts alone.
  package private(set) var rows: [Row]
  /// The clicks of tracked links, in the order of the first ones.
  package private(set) var clicks: [ClickRow]
  /// Whether the server's receipts were at hand.
  package let hasReceipts: Bool
  /// How many events are not judged: they belong to an earlier generation of the receipts, or it is not known that they
  /// do not.
  package var earlier: Int { earlierEvents.values.reduce(0, +) }
  /// The same by whose they are.
  package private(set) var earlierEvents: [Identity: Int]
  /// Who has acknowledged events that are not there, and of which two clocks cannot tell whether they came before the
  /// reset: nothing is proven then.
  private var doubtful: Set<Identity> = []
  /// The same of clicks.
  private var doubtfulClicks: Set<Identity> = []
  /// How many acknowledged events are not judged as the server keeps only so many receipts, and theirs may be gone
  /// (TS-6).
  package var expired: Int { expiredEvents.values.reduce(0, +) }
  /// The same by whose they are.
  package private(set) var expiredEvents: [Identity: Int]
  /// What the vendor has no event for, as sentences: none is missing and none was suppressed (VE-2); and that
  /// suppressed attempts are not known, where they are not; and what an app sent that is not judged.
  package let lacks: [String]
  /// Whether it is known which attempts were not reported.
  package let knowsSuppressed: Bool
  /// The requests with events of an app that cannot be read, each as a clause: what they reported is not known (QA-4).
  package let unreadable: [String]
  /// What the vendor refused of the marks, deletions, visits and other events of this device or an app, each as a
  /// clause: they have no rows.
  package let refused: [String]
  /// What is missing in the recording that it is about, as a sentence: that may hold something against it.
  package let damage: String?
  /// What a damaged archive may have lost, as a sentence: that is held by no row (EN-7).
  package let loss: String?

  /// Judges what the device remembers.
  ///
  /// - Parameters:
  ///   - deliveries: Every event of the device, in order.
  ///   - suppressed: What was not reported; nil where that is not known.
  ///   - clicks: Every gesture on a tracked link of a message, in order.
  ///   - receipts: What the server got; nil where that is not known.
  ///   - vendors: What those have whose events they are; empty where everything is.
  ///   - unreadable: The requests with events that cannot be read, each as a clause.
  ///   - refused: What was refused of what has no rows, each as a clause.
  ///   - unjudged: What was sent besides and is not judged, as sentences.
  ///   - damage: What is missing in the recording, as a sentence.
  ///   - lost: When a damaged archive may have lost some of this; nil where none has.
  package init(
    _ deliveries: [Delivery], suppressed: [SuppressedAttempts]? = [], clicks: [LinkClick] = [],
    receipts: DeliveryReceipts?, vendors: [Capabilities] = [], unreadable: [String] = [],
    refused: [String] = [], unjudged: [String] = [], damage: String? = nil, lost: Date? = nil
  ) {
    (self.unreadable, self.refused, self.damage) = (unreadable, refused, damage)
    loss = Self.sentence(lost: lost, in: [receipts?.generation])
    self.clicks = Self.rows(clicks, receipts)
    let judged = receipts?.covered(deliveries)
    let covered = deliveries.filter { judged?.contains($0.id) ?? true }
    let gone = Set(receipts?.mayHaveExpired(covered).map(\.id) ?? [])
    let events = covered.filter { !gone.contains($0.id) }
    // What the vendor has no event for was not to be reported, whatever happened with another one before.
    let attempts = (suppressed ?? []).filter {
      let kind = $0.place.kind
      return (receipts?.generation?.contains($0.last) ?? true)
        && (vendors.isEmpty || vendors.contains { $0.lack(of: kind) == nil })
    }
    var visits = events.grouped(by: \.visited)
    // One that names its session by the number alone is counted with the first of that number.
    let first = Dictionary((visits.map(\.key) + attempts.map(\.visited)).map { ($0.place, $0) }) { first, _ in
      first
    }
    let causes = attempts.grouped { $0.sessionID == nil ? first[$0.place] ?? $0.visited : $0.visited }
    let reported = Set(visits.map(\.key))
    for (visited, _) in causes where !reported.contains(visited) { visits.append((visited, [])) }
    let attemptsOf = Dictionary(uniqueKeysWithValues: causes)
    // An id is displayed once in a session, in whichever center (EN-2, MC-20).
    let displays = Dictionary(grouping: events.filter { $0.kind == .display }, by: \.visited.alone)
    let repeats = receipts?.repeats(of: events)
    let there = receipts?.present(among: events)
    rows = visits.map { visited, events in
      let place = visited.place
      return Row(
        place, events, attemptsOf[visited] ?? [], receipts, repeats: repeats, there: there,
        isRepeated: place.kind == .display && displays[visited.alone, default: []].count > 1)
    }
    hasReceipts = receipts?.isComplete == true
    knowsSuppressed = suppressed != nil
    lacks =
      vendors.flatMap { vendor in [EngagementEvent.Kind.display, .open].compactMap { vendor.lack(of: $0) } }
      + (knowsSuppressed ? [] : ["Suppressed attempts are not known: requests hold only what was reported."])
      + unjudged
    let others = deliveries.filter { judged?.contains($0.id) == false }
    earlierEvents = Dictionary(grouping: others, by: \.identity).mapValues(\.count)
    doubtful = Set(others.filter { receipts?.isDoubtful($0) == true }.map(\.identity))
    // Those that the server's limit alone does not explain are unjudged for the clocks.
    let acknowledged = Dictionary(grouping: self.clicks, by: \.message?.id)
      .mapValues { $0.reduce(0) { $0 + $1.counted } }
    doubtfulClicks = Set(
      self.clicks.filter {
        $0.verdict == .unjudged
          && ($0.received ?? 0) + (receipts?.expiredClicks ?? 0) < acknowledged[$0.message?.id, default: 0]
      }.map(\.identity))
    expiredEvents = Dictionary(grouping: covered.filter { gone.contains($0.id) }, by: \.identity)
      .mapValues(\.count)
  }

  /// The part of one person.
  package func only(_ identity: Identity) -> DeliveryReport {
    var part = self
    part.rows = rows.filter { $0.place.identity == identity }
    part.clicks = clicks.filter { $0.identity == identity }
    part.earlierEvents = earlierEvents.filter { $0.key == identity }
    part.doubtful.formIntersection([identity])
    part.doubtfulClicks.formIntersection([identity])
    part.expiredEvents = expiredEvents.filter { $0.key == identity }
    return part
  }

  /// The rows with the worst first, else in their order.
  package var worstFirst: [Row] {
    Verdict.allCases.flatMap { verdict in rows.filter { $0.verdict == verdict } }
  }

  package func count(_ verdict: Verdict) -> Int { rows.count { $0.verdict == verdict } }

  /// Whether it is about nothing at all, so that it proves nothing either.
  package var isEmpty: Bool {
    rows.isEmpty && clicks.isEmpty && unreadable.isEmpty && refused.isEmpty && earlier == 0 && expired == 0
      && loss == nil
  }

  /// Whether nothing stands against exactly once.
  package var isProven: Bool {
    rows.allSatisfy(\.verdict.isProven) && clicks.allSatisfy(\.verdict.isProven) && unreadable.isEmpty
      && refused.isEmpty && damage == nil && loss == nil && doubtful.isEmpty && doubtfulClicks.isEmpty
  }

  /// Everything in a sentence or two.
  package var summary: String {
    let rest = [
      clickSummary, earlierWords, doubtfulClickWords, expiredWords, Self.sentence(refused: refused),
      Self.sentence(unreadable: unreadable), loss,
    ]
    return (head + lacks + rest.compactMap(\.self)).joined(separator: " ")
  }

  /// What the rows come to, as sentences.
  private var head: [String] {
    guard !rows.isEmpty else {
      if !unreadable.isEmpty { return ["Nothing that was reported can be judged."] }
      return [lacks.isEmpty || !refused.isEmpty ? "No displays or opens." : "Nothing was reported."]
    }
    let verdicts = Verdict.allCases.filter { count($0) > 0 }
    func words(_ verdict: Verdict) -> String { verdict.rawValue.replacing("-", with: " ") }
    let results =
      verdicts.count == 1
      ? "\(rows.count.counted("event")), \(rows.count == 1 ? "" : "each ")\(words(verdicts[0]))."
      : verdicts.map { "\(count($0)) \(words($0))" }.joined(separator: ", ") + "."
    guard knowsSuppressed else { return [results] }
    let suppressed = rows.reduce(0) { $0 + $1.suppressedCount }
    let attempts = rows.reduce(0) { $0 + $1.attempts }.counted("attempt")
    return [
      results,
      suppressed == 0 ? "\(attempts), none suppressed." : "\(suppressed) of \(attempts) suppressed.",
    ]
  }

  private var earlierWords: String? {
    guard earlier > 0 else { return nil }
    let verb = earlier == 1 ? "event was acknowledged or happened" : "events were acknowledged or happened"
    let doubt = doubtful.isEmpty ? "" : ", or so soon after that two clocks cannot tell,"
    return "\(earlier) \(verb) before the receipts were reset\(doubt) and cannot be judged by them."
  }

  private var doubtfulClickWords: String? {
    doubtfulClicks.isEmpty
      ? nil : "Two clocks cannot tell whether clicks came before the receipts were reset or soon after that."
  }

  private var expiredWords: String? {
    guard expired > 0 else { return nil }
    return "\(expired) acknowledged \(expired == 1 ? "event" : "events") cannot be judged: "
      + "the server keeps only its newest receipts, and \(expired == 1 ? "this one's" : "theirs") may be gone."
  }

  /// What the vendor refused and has no row, as a sentence; nil where it refused nothing of it.
  static func sentence(refused: [String]) -> String? {
    guard !refused.isEmpty else { return nil }
    return "The vendor refused \(refused.count) of the app's marks, deletions, visits and other events: "
      + "\(refused.listed(atMost: 1))."
  }

  /// What an app sent and cannot be read, as a sentence; nil where all of it can be.
  static func sentence(unreadable: [String]) -> String? {
    guard !unreadable.isEmpty else { return nil }
    let them = unreadable.count == 1 ? "it" : "them"
    return
      "\(unreadable.count.counted("request")) of the app cannot be read, and the events in \(them) are not judged: "
      + "\(unreadable.listed(atMost: 1))."
  }

  /// What a damaged archive may have lost, as a sentence; nil where it was before these generations of receipts.
  static func sentence(lost time: Date?, in generations: [ReceiptGeneration?]) -> String? {
    guard let time, generations.contains(where: { $0?.began(after: time) != true }) else { return nil }
    return
      "The archive was damaged and set aside at \(WireDate.format(time)), and displays, opens, clicks or "
      + "changes in it may be lost: only what follows a reset of a sandbox's receipts can be proven again."
  }

  /// The report as a JSON object with the members `proven`, `receipts`, `earlier`, `expired`, `unreadable`, `refused`,
  /// `summary`, `rows`, `clicks` and `lacks`; `damage` where there is some.
  ///
  /// - Parameter problemsOnly: Without the rows that nothing is wrong with; the rest is of all of them.
  package func json(problemsOnly: Bool = false) -> JSONValue {
    let damage = damage ?? loss
    let rows = rows.filter { !problemsOnly || $0.verdict.isProblem }
    let clicks = clicks.filter { !problemsOnly || $0.verdict.isProblem }
    return .members([
      "proven": isProven, "receipts": hasReceipts, "earlier": earlier, "expired": expired,
      "unreadable": unreadable.count, "refused": refused.count, "summary": summary, "rows": rows.map(\.json),
      "clicks": clicks.map(\.json), "lacks": lacks, "damage": damage,
    ])
  }
}

extension DeliveryReport {
  /// A recording of an earlier version has no clicks, nothing that expired, is doubtful, was refused, is missing or
  /// cannot be read, and says neither what a vendor lacks nor that anything is not known.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rows = try container.decode([Row].self, forKey: .rows)
    clicks = try container.decodeIfPresent([ClickRow].self, forKey: .clicks) ?? []
    hasReceipts = try container.decode(Bool.self, forKey: .hasReceipts)
    earlierEvents = try container.decode([Identity: Int].self, forKey: .earlierEvents)
    doubtful = try container.decodeIfPresent(Set<Identity>.self, forKey: .doubtful) ?? []
    doubtfulClicks = try container.decodeIfPresent(Set<Identity>.self, forKey: .doubtfulClicks) ?? []
    expiredEvents = try container.decodeIfPresent([Identity: Int].self, forKey: .expiredEvents) ?? [:]
    lacks = try container.decodeIfPresent([String].self, forKey: .lacks) ?? []
    knowsSuppressed = try container.decodeIfPresent(Bool.self, forKey: .knowsSuppressed) ?? true
    unreadable = try container.decodeIfPresent([String].self, forKey: .unreadable) ?? []
    refused = try container.decodeIfPresent([String].self, forKey: .refused) ?? []
    damage = try container.decodeIfPresent(String.self, forKey: .damage)
    loss = try container.decodeIfPresent(String.self, forKey: .loss)
  }
}

/// A place in one session, and not in another that has the same number.
private struct Visited: Hashable {
  var place: EngagementPlace
  var session: UUID?

  /// The same in whichever center.
  var alone: Visited {
    var alone = self
    alone.place.message.center = .primary
    return alone
  }
}

extension Delivery {
  fileprivate var visited: Visited {
    Visited(
      place: EngagementPlace(identity: identity, session: session, message: message, kind: kind),
      session: sessionID)
  }
}

extension SuppressedAttempts {
  fileprivate var visited: Visited { Visited(place: place, session: sessionID) }
}

extension MessageCenter {
  /// Whether each display and open of this device reached the server exactly once, what clicks came to, and which marks,
  /// deletions and visits were refused.
  ///
  /// - Parameters:
  ///   - person: Whose part is reported; nil for everyone's.
  ///   - ask: Asks the server for its receipts; nil where it has none.
  /// - Throws: the archive's errors, and why the receipts could not be read.
  package nonisolated func deliveryReport(
    of person: Identity? = nil,
    receipts ask: (@Sendable () async throws(InboxError) -> DeliveryReceipts)? = nil
  ) async throws(InboxError) -> DeliveryReport {
    let record = try await engagements()
    let (visits, changes) = try await queued()
    // The receipts last: what the server acknowledges meanwhile must not seem to be missing there.
    let receipts: DeliveryReceipts? = if let ask { try await ask() } else { nil }
    let report = DeliveryReport(
      record.deliveries, suppressed: record.suppressed, clicks: record.clicks, receipts: receipts,
      vendors: [capabilities],
      refused: changes.filter { $0.item.identity == person ?? $0.item.identity }.refusals()
        + visits.filter { $0.item.identity == person ?? $0.item.identity }.refusals(),
      lost: record.lost)
    return person.map(report.only) ?? report
  }
}

extension [OutboxRecord<MessageChange>] {
  /// What was refused and was not taken since, each as a clause.
  func refusals() -> [String] {
    refusals { change in
      let name = "\(change.kind.rawValue) of \(change.message.id)"
      return (name, [change.identity, name])
    }
  }
}

extension [OutboxRecord<VendorEvent>] {
  /// What was refused, each as a clause: no two visits are the same.
  func refusals() -> [String] { refusals { ($0.kind, [$0.id]) } }
}

extension Array {
  fileprivate func refusals<Item>(
    _ describe: (Item) -> (name: String, same: [AnyHashable])
  ) -> [String] where Element == OutboxRecord<Item> {
    var taken: Set<[AnyHashable]> = []
    let clauses = reversed().compactMap { record -> String? in
      let (name, same) = describe(record.item)
      if record.state == .sent { taken.insert(same) }
      guard record.state == .refused, !taken.contains(same) else { return nil }
      return name + (record.reason.map { " (\($0))" } ?? "")
    }
    return clauses.reversed()
  }
}
