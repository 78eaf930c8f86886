import struct Foundation.UUID
package import InboxCore
package import InboxModel

extension DeliveryReport {
  /// One kind of event of one message in one session of one person.
  package struct Row: Hashable, Sendable, Codable {
    package var place: EngagementPlace
    /// How many events there are in each state.
    package var states: [Delivery.State: Int]
    /// How many attempts were not reported, by the reason.
    package var suppressed: [Suppression: Int]
    /// How many events were handed to the network at least once.
    package var sent: Int
    /// How often events were handed to the network, in all.
    package var tries: Int
    /// How many events were sent and got no response that says what became of them.
    package var unknown: Int
    /// How many of those the server has; nil where its receipts are not known.
    package var unknownReceived: Int?
    /// How many of the events the server's receipts hold; nil where they are not known.
    package var received: Int?
    /// How many arrivals there were repeats; nil where they are not known.
    package var duplicates: Int?
    /// Whether repeats have no id by which the server could recognise them, and so may count once more each.
    package var countsRepeats: Bool?
    /// Why events were refused or dropped, and what was odd about a repeat.
    package var reasons: [String]
    package var verdict: Verdict

    package var events: Int { states.values.reduce(0, +) }
    /// How many attempts were not reported.
    package var suppressedCount: Int { suppressed.values.reduce(0, +) }
    /// How many attempts there were, reported or not.
    package var attempts: Int { events + suppressedCount }
    /// How many events the server has acknowledged.
    package var acknowledged: Int { states[.sent] ?? 0 }

    /// Judges the events and attempts of one place.
    init(
      _ place: EngagementPlace, _ events: [Delivery], _ attempts: [SuppressedAttempts],
      _ receipts: DeliveryReceipts?, repeats: [UUID: Int]?, there: Set<UUID>?, isRepeated: Bool
    ) {
      let unknown = events.filter(\.isUnknown)
      self.place = place
      states = Dictionary(grouping: events, by: \.state).mapValues(\.count)
      suppressed = Dictionary(attempts.map { ($0.cause, $0.count) }, uniquingKeysWith: +)
      sent = events.count { $0.tries > 0 }
      tries = events.reduce(0) { $0 + $1.tries }
      self.unknown = unknown.count
      let complete = receipts.flatMap { $0.isComplete ? $0 : nil }
      unknownReceived = complete.flatMap { receipts in
        let count = unknown.count { there?.contains($0.id) == true }
        // What is not there may have been.
        return count < unknown.count && receipts.expired + receipts.expiredEvents > 0 ? nil : count
      }
      received = complete.map { _ in events.count { there?.contains($0.id) == true } }
      duplicates = repeats.map { repeats in events.reduce(0) { $0 + (repeats[$1.id] ?? 0) } }
      let unrecognised = events.filter { event in
        (repeats?[event.id] ?? 0) > 0
          && (receipts?.counts[event.id] == nil || receipts?.ownIDs.contains(event.id) == true)
      }
      countsRepeats = unrecognised.isEmpty ? nil : true
      reasons = Set(events.compactMap(\.reason)).sorted()
      verdict = .exactlyOnce
      verdict = isRepeated && !events.isEmpty ? .repeated : Self.verdict(self, events, receipts, there ?? [])
    }

    private static func verdict(
      _ row: Row, _ events: [Delivery], _ receipts: DeliveryReceipts?, _ there: Set<UUID>
    ) -> Verdict {
      if events.isEmpty { return .suppressed }
      if receipts != nil, events.contains(where: { $0.state == .sent && !there.contains($0.id) }) {
        return .missing
      }
      // What went out before it was refused or dropped may be there all the same.
      let isComplete = receipts?.isComplete == true
      if events.contains(where: {
        $0.state == .refused && !(isComplete && there.contains($0.id))
          || ($0.state == .dropped && !$0.isUnknown)
      }) {
        return .lost
      }
      if events.contains(where: { $0.state == .unstored }) { return .notStored }
      if row.unknown > 0 { return .unknown }
      if (row.states[.held] ?? 0) > 0 { return .held }
      if (row.states[.waiting] ?? 0) > 0 { return .waiting }
      return (row.duplicates ?? 0) > 0 ? .duplicated : .exactlyOnce
    }

    /// What it is about, in a few words: `display spring in Offers · session 3`.
    package var title: String {
      let session = place.session.map { "session \($0)" } ?? "no session"
      return "\(place.kind.rawValue) \(place.message.words) · \(session)"
    }

    /// What happened, as a person reads it.
    package var facts: [String] {
      var facts = ["attempts \(attempts)"]
      if suppressedCount > 0 { facts.append("suppressed \(suppressedCount): \(causes)") }
      guard events > 0 else { return facts }
      facts.append(tries > sent ? "sent \(sent) in \(tries) tries" : "sent \(sent)")
      facts.append("acknowledged \(acknowledged)")
      if let received { facts.append("received \(received)") }
      if let duplicates, duplicates > 0 {
        facts.append(
          "repeats \(duplicates)" + (countsRepeats == true ? ", without an id: each may count" : ""))
      }
      if unknown > 0 { facts.append("unknown \(unknown)\(whetherReceived)") }
      for state in [Delivery.State.refused, .dropped, .held, .unstored] {
        if let count = states[state] { facts.append("\(state.rawValue) \(count)") }
      }
      if place.kind == .open, verdict == .exactlyOnce, events > 1 {
        facts.append("opened \(events) times, each reported once")
      }
      return facts + reasons
    }

    private var causes: String {
      Suppression.allCases.compactMap { cause in
        suppressed[cause].map { count in suppressed.count == 1 ? cause.words : "\(cause.words) \(count)" }
      }.joined(separator: ", ")
    }

    private var whetherReceived: String {
      switch unknownReceived {
      case nil: ""
      case 0?: unknown == 1 ? " (the server does not have it)" : " (the server has none)"
      case unknown?: unknown == 1 ? " (the server has it)" : " (the server has them)"
      case let some?: " (the server has \(some))"
      }
    }

    package var json: JSONValue {
      let orNull = JSONValue.orNull
      var members = [String: JSONValue]([
        "identity": place.identity.storageKey, "session": orNull(place.session),
        "message_id": place.message.id.rawValue, "message_center_name": place.message.center.rawValue,
        "type": place.kind.rawValue, "attempts": attempts, "events": events, "sent": sent, "tries": tries,
        "acknowledged": acknowledged, "unknown": unknown, "unknown_received": orNull(unknownReceived),
        "received": orNull(received), "duplicates": orNull(duplicates), "verdict": verdict.rawValue,
        "reasons": reasons,
      ])
      members["repeats_may_count"] = countsRepeats.map { .bool($0) }
      members["suppressed"] =
        Dictionary(uniqueKeysWithValues: suppressed.map { ($0.key.rawValue, $0.value) }).json
      for state in [Delivery.State.waiting, .refused, .dropped] {
        members[state.rawValue] = (states[state] ?? 0).json
      }
      members["held"] = states[.held]?.json
      members["not_stored"] = (states[.unstored] ?? 0).json
      return .object(members)
    }
  }
}
