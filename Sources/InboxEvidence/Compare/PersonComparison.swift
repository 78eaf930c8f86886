package import struct Foundation.Date
import InboxCore
package import InboxModel

/// Two people's lists side by side: only here, only there, different in what, each with its reason (QA-2).
package struct PersonComparison: Hashable, Sendable, Codable {
  package struct Side: Hashable, Sendable, Codable {
    package var label: String
    package var identity: Identity
    package var vendor: String
    /// How many messages were served, those included that are in no list.
    package var count: Int
  }

  package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
    case onlyFirst = "only-first"
    case onlySecond = "only-second"
    case different
    case same
  }

  /// One thing in which two messages differ.
  package struct Difference: Hashable, Sendable, Codable {
    /// What: `title`, `expiry`, `order`.
    package var what: String
    package var first: String
    package var second: String
    /// Why, as the end of a sentence.
    package var reason: String
  }

  package struct Row: Hashable, Sendable, Codable {
    package var center: CenterName
    package var verdict: Verdict
    /// The subject, of the first where both have it.
    package var title: String
    /// The ids; nil where that side does not have it.
    package var first: MessageID?
    package var second: MessageID?
    /// Why one side lacks it, as the end of a sentence; nil where both have it.
    package var reason: String?
    package var differences: [Difference] = []
  }

  package var first: Side
  package var second: Side
  /// In the order of the lists, those of the second alone behind.
  package var rows: [Row]

  /// Compares what was fetched.
  ///
  /// - Parameters:
  ///   - centers: Which lists.
  ///   - audiences: Whom a sandbox's campaigns are for, by their ids; empty where that is not known.
  ///   - now: When they were fetched.
  package init(
    _ first: FetchedPerson, _ second: FetchedPerson, centers: [CenterName],
    audiences: CampaignAudiences = CampaignAudiences(), at now: Date
  ) {
    self.first = Side(first, centers)
    self.second = Side(second, centers)
    rows = centers.flatMap { center in
      Self.rows(of: center, first, second, AbsenceReason(audiences: audiences, now: now))
    }
  }

  private static func rows(
    of center: CenterName, _ first: FetchedPerson, _ second: FetchedPerson, _ absence: AbsenceReason
  ) -> [Row] {
    let own = first.pages[center]?.messages ?? []
    let others = second.pages[center]?.messages ?? []
    let pairs = pairs(own, others, first, second)
    // The fewest that have to be moved to bring all into order.
    let places = pairs.map(\.1)
    let moved = Set(places).subtracting(RisingRun.indices(of: places).map { places[$0] })
    var rows: [Row] = []
    let partners = Dictionary(pairs.map { ($0.0, $0.1) }, uniquingKeysWith: { $1 })
    for (place, message) in own.enumerated() {
      guard let partner = partners[place] else {
        rows.append(
          Row(
            center: center, verdict: .onlyFirst, title: message.subject, first: message.id,
            reason: absence.of(message, servedTo: first, notTo: second, in: center)))
        continue
      }
      let other = others[partner]
      var differences = MessageDifferences(message, first, other, second).all
      if moved.contains(partner) {
        differences.append(
          Difference(
            what: "order", first: "place \(place + 1)", second: "place \(partner + 1)",
            reason: message.sent == other.sent || !first.dates(message) || !second.dates(other)
              ? "the server lists it elsewhere and does not say why" : "they were sent at different times"))
      }
      rows.append(
        Row(
          center: center, verdict: differences.isEmpty ? .same : .different, title: message.subject,
          first: message.id, second: other.id, differences: differences))
    }
    let taken = Set(pairs.map(\.1))
    rows += others.indices.filter { !taken.contains($0) }.map { place in
      let message = others[place]
      return Row(
        center: center, verdict: .onlySecond, title: message.subject, second: message.id,
        reason: absence.of(message, servedTo: second, notTo: first, in: center))
    }
    return rows + unlisted(of: center, first, second)
  }

  /// The rows of records that are in no list, as they cannot be read or are set aside.
  ///
  /// One whose message the other was served is the reason of that message's row.
  private static func unlisted(
    of center: CenterName, _ first: FetchedPerson, _ second: FetchedPerson
  ) -> [Row] {
    var others = second.unlisted(in: center, but: first)
    var own = first.unlisted(in: center, but: second)
    var rows: [Row] = []
    func pair(_ isPair: (Unlisted, Unlisted) -> Bool) {
      own.removeAll { record in
        guard let place = others.firstIndex(where: { isPair(record, $0) }) else { return false }
        let other = others.remove(at: place)
        let differences = record.differences(from: other)
        rows.append(
          Row(
            center: center, verdict: differences.isEmpty ? .same : .different, title: record.title,
            first: record.id, second: other.id, differences: differences))
        return true
      }
    }
    pair { $0.id != nil && $0.id == $1.id }
    // Some vendors give each person an id of its own.
    pair { $0.why == $1.why && $0.title == $1.title }
    return rows
      + own.map {
        Row(
          center: center, verdict: .onlyFirst, title: $0.title, first: $0.id,
          reason: "\($0.why); \(second.label) was not served it")
      }
      + others.map {
        Row(
          center: center, verdict: .onlySecond, title: $0.title, second: $0.id,
          reason: "\($0.why); \(first.label) was not served it")
      }
  }

  /// Which message of one is which of the other: by id, else by campaign, as some vendors give each person an id of its
  /// own.
  private static func pairs(
    _ own: [Message], _ others: [Message], _ first: FetchedPerson, _ second: FetchedPerson
  ) -> [(Int, Int)] {
    var free = Set(others.indices)
    var pairs: [Int: Int] = [:]
    func pair(_ key: (Message) -> String?, _ otherKey: (Message) -> String?) {
      var places: [String: [Int]] = [:]
      for place in free.sorted(by: >) {
        if let key = otherKey(others[place]) { places[key, default: []].append(place) }
      }
      for place in own.indices where pairs[place] == nil {
        guard let key = key(own[place]), let found = places[key]?.popLast() else { continue }
        pairs[place] = found
        free.remove(found)
      }
    }
    pair({ $0.id.rawValue }, { $0.id.rawValue })
    pair(first.campaign, second.campaign)
    return pairs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  package func count(_ verdict: Verdict) -> Int { rows.count { $0.verdict == verdict } }

  /// Whether both were served the same.
  package var isSame: Bool { rows.allSatisfy { $0.verdict == .same } }

  /// Everything in a sentence.
  package var summary: String {
    let counts = [
      "\(count(.same)) the same", "\(count(.different)) different",
      "\(count(.onlyFirst)) only for \(first.label)",
      "\(count(.onlySecond)) only for \(second.label)",
    ]
    let names = [first, second].map { $0.label + (first.vendor == second.vendor ? "" : " (\($0.vendor))") }
    return
      "\(first.count.counted("message")) for \(names[0]), \(second.count) for \(names[1]): \(counts.joined(separator: ", "))."
  }
}

extension PersonComparison.Side {
  fileprivate init(_ person: FetchedPerson, _ centers: [CenterName]) {
    self.init(
      label: person.label, identity: person.identity, vendor: person.vendor.vendor,
      count: centers.reduce(0) { count, center in
        guard let page = person.pages[center] else { return count }
        return count + page.messages.count + page.malformed.recordCount + page.setAside.count
      })
  }
}
