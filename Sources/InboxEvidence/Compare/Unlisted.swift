import InboxCore
import InboxModel

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
