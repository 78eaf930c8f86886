package import InboxCore
package import InboxModel

/// What one person was served, fetched for a comparison: nothing of it is stored or reported (QA-2).
package struct FetchedPerson: Sendable {
  /// What the person is called in the comparison: “maria”, “this device in work”.
  package var label: String
  package var identity: Identity
  package var vendor: Capabilities
  /// The lists, as they were served.
  package var pages: [CenterName: FetchedPage]
  /// What the profile's archive remembers of this person's messages, by id; empty where there is no archive.
  package var known: [MessageID: [ArchivedMessage]] = [:]
  /// What identifies the campaign of a message (``BackEnd/campaign``).
  package var campaign: @Sendable (Message) -> String?

  package init(
    _ label: String, _ identity: Identity, vendor: Capabilities, pages: [CenterName: FetchedPage],
    campaign: @escaping @Sendable (Message) -> String? = { _ in nil }
  ) {
    self.label = label
    self.identity = identity
    self.vendor = vendor
    self.pages = pages
    self.campaign = campaign
  }

  /// What the archive remembers of a message of a list.
  func remembered(_ id: MessageID, in center: CenterName) -> ArchivedMessage? {
    known[id]?.first { $0.message.center == center } ?? known[id]?.first
  }

  /// Whether the server says when a message was sent.
  func dates(_ message: Message) -> Bool { pages[message.center]?.undated.contains(message.id) != true }

  /// Whether the person has read it: as the server says, else as the archive does; nil where neither is known.
  func isRead(_ message: Message) -> Bool? {
    if let read = pages[message.center]?.read { return read.contains(message.id) }
    return remembered(message.id, in: message.center).map { $0.read != nil }
  }
}

/// A record that a person was served and that is in no list.
struct Unlisted {
  var id: MessageID?
  var title: String
  /// Why it is in no list, as a clause.
  var why: String
  /// Whether it can be read, and is of a kind that no list has.
  var isSetAside = false

  /// In what it differs from another one, as far as that can be known of what is not read.
  func differences(from other: Unlisted) -> [PersonComparison.Difference] {
    if why != other.why {
      return [.init(what: "record", first: why, second: other.why, reason: "neither is in a list")]
    }
    if isSetAside || id != nil && id == other.id { return [] }
    return [
      .init(
        what: "record", first: id?.rawValue ?? "no id", second: other.id?.rawValue ?? "no id",
        reason: "neither can be read, so it is not known whether they are the same")
    ]
  }
}

extension FetchedPerson {
  /// The records of a list that cannot be read or are set aside, but for those whose message the other was served.
  func unlisted(in center: CenterName, but other: FetchedPerson) -> [Unlisted] {
    guard let page = pages[center] else { return [] }
    let served = Set(other.pages[center]?.messages.map(\.id) ?? [])
    let records =
      page.malformed.map {
        Unlisted(
          id: $0.id.map(MessageID.init(_:)),
          title: $0.title ?? ($0.unnamed.map { "\($0) unreadable records" } ?? "unreadable record"),
          why: "it cannot be read: \($0.reason)")
      }
      + page.setAside.map {
        Unlisted(
          id: $0.id.isEmpty ? nil : MessageID($0.id), title: "\($0.kind), set aside",
          why: "it is \($0.kind), which is in no list", isSetAside: true)
      }
    return records.filter { $0.id.map(served.contains) != true }
  }
}
