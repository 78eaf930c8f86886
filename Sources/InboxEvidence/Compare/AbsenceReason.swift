import struct Foundation.Date
import InboxCore
import InboxModel

/// Why a message that one person was served was not served to another: from what is known, and else that it is not.
struct AbsenceReason {
  var audiences: CampaignAudiences
  var now: Date

  /// The reason, as the end of a sentence: “audience: its campaign is for user:maria”.
  func of(
    _ message: Message, servedTo other: FetchedPerson, notTo person: FetchedPerson, in center: CenterName
  ) -> String {
    if let page = person.pages[center] {
      if let record = page.malformed.first(where: { $0.id == message.id.rawValue }) {
        return "unreadable there: \(record.reason)"
      }
      if let aside = page.setAside.first(where: { $0.id == message.id.rawValue }) {
        return "set aside there: it is \(aside.kind), which is in no list"
      }
    } else {
      return "\(person.label) has no list “\(center)”"
    }
    if let elsewhere = list(of: message, from: other, in: person, but: center) {
      return "it is in another list there: \(elsewhere)"
    }
    if let audience = audiences.excluding(person.identity, from: message.id) {
      return "audience: its campaign is for \(audience.joined(separator: ", "))"
    }
    return remembered(message, person, center) ?? guessed(message, other, person, center)
  }

  /// The other list in which the person has it, by its id or its campaign.
  private func list(
    of message: Message, from other: FetchedPerson, in person: FetchedPerson, but center: CenterName
  ) -> CenterName? {
    let campaign = other.campaign(message)
    return person.pages.keys.sorted { $0.rawValue < $1.rawValue }.first { name in
      name != center
        && person.pages[name]?.messages.contains {
          $0.id == message.id || campaign != nil && person.campaign($0) == campaign
        } == true
    }
  }

  /// What the archive of that person says of it.
  private func remembered(_ message: Message, _ person: FetchedPerson, _ center: CenterName) -> String? {
    guard let row = person.remembered(message.id, in: center) else { return nil }
    if let removal = row.removal(at: now) {
      return "\(removal.reason.words) (\(WireDate.format(removal.time)))"
    }
    return
      "\(person.label) had it, last fetched \(WireDate.format(row.lastFetched)); the server no longer lists it"
  }

  /// What follows from both lists.
  private func guessed(
    _ message: Message, _ other: FetchedPerson, _ person: FetchedPerson, _ center: CenterName
  ) -> String {
    if let expiry = message.expiry, ExpiryPolicy.isExpired(expiry, at: now) {
      return "expiry: it expired \(WireDate.format(expiry)), and one server still lists it"
    }
    if isCappedOff(message, person, center) {
      return
        "cap: \(person.vendor.vendor) lists the newest \(person.vendor.cap(of: center) ?? 0), and all of those are newer"
    }
    if person.vendor.vendor != other.vendor.vendor {
      return "not known: \(person.vendor.vendor) is another vendor than \(other.vendor.vendor)"
    }
    if case .device = person.identity, case .user = other.identity {
      return "not served to the anonymous device; the server does not say why"
    }
    return "not known: the server does not say whom it is for"
  }

  private func isCappedOff(_ message: Message, _ person: FetchedPerson, _ center: CenterName) -> Bool {
    guard let cap = person.vendor.cap(of: center), let page = person.pages[center],
      page.receivedCount >= cap, let oldest = page.messages.map(\.sent).min()
    else { return false }
    return message.sent < oldest
  }
}
