import struct Foundation.Date
import InboxCore
import InboxModel

/// Messages that are in each other's way.
extension CampaignLint {
  func centerFindings(_ subjects: [LintSubject]) -> [LintFinding] {
    repeatedIDs(subjects) + duplicates(subjects) + fullCenters(subjects)
  }

  /// One finding for each id, at the message that an app shows: the last.
  private func repeatedIDs(_ subjects: [LintSubject]) -> [LintFinding] {
    subjects.grouped { MessageKey(center: $0.center, id: $0.id) }.map(\.elements).compactMap { group in
      guard group.count > 1, let last = group.last else { return nil }
      return last.finding(
        .idRepeated, .id,
        "\(group.count) messages of \(place(last.center)) have this id, "
          + "and an app shows only the last.",
        "Give each message its own id.")
    }
  }

  private func duplicates(_ subjects: [LintSubject]) -> [LintFinding] {
    subjects.grouped(by: \.id).map(\.elements).compactMap { group in
      let centers = group.grouped(by: \.center).map(\.key.rawValue)
      guard centers.count > 1, let first = group.first else { return nil }
      return first.finding(
        .idInTwoCenters, .id,
        "The \(vendor.list)s \(LintText.list(centers)) have a message with this id: their displays and opens are counted "
          + "as those of one.",
        "Give each message its own id.")
    }
  }

  /// “the center “Offers””, “the inbox”.
  private func place(_ center: CenterName) -> String {
    vendor.lists == .one ? "the inbox" : "the \(vendor.list) \(LintText.quoted(center.rawValue))"
  }

  /// Only where the vendor is known to cut its lists (MC-4).
  private func fullCenters(_ subjects: [LintSubject]) -> [LintFinding] {
    let alive = subjects.filter { !ExpiryPolicy.isExpired($0.expiry?.date(after: now), at: now) }
    return alive.grouped(by: \.center).compactMap { center, group in
      let messages = group.grouped(by: \.id).compactMap(\.elements.last)
      guard let cap = vendor.cap(of: center), messages.count > cap else {
        return nil
      }
      return LintFinding(
        rule: .centerOverCap, place: LintPlace(source: source(of: messages), center: center),
        problem:
          "It holds \(messages.count) messages that are not expired and a response only the newest \(cap); "
          + "out of reach: \(LintText.list(oldest(of: messages, beyond: cap).map(\.id.rawValue), limit: 10)).",
        remedy: "Let old messages expire sooner"
          + (vendor.lists == .one ? "." : ", or spread them over more \(vendor.list)s."))
    }
  }

  /// What falls out, the oldest first; of messages as old as each other, those that come first.
  private func oldest(of messages: [LintSubject], beyond cap: Int) -> [LintSubject] {
    let sent = messages.map { $0.sent?.date(after: now) ?? now }
    let order = messages.indices.sorted { (sent[$0], $0) < (sent[$1], $1) }
    return order.prefix(max(0, messages.count - cap)).map { messages[$0] }
  }

  /// Where all of them came from, if that is one place.
  private func source(of messages: [LintSubject]) -> String? {
    let sources = Set(messages.map(\.source))
    return sources.count == 1 ? messages.first?.source : nil
  }
}
