import InboxCore
import InboxModel

/// In what two messages differ that are the same for two people.
struct MessageDifferences {
  private let first: Message
  private let second: Message
  private let people: (FetchedPerson, FetchedPerson)
  /// How many members of a record are named.
  private static let mostMembers = 8

  init(_ first: Message, _ one: FetchedPerson, _ second: Message, _ other: FetchedPerson) {
    (self.first, self.second) = (first, second)
    people = (one, other)
  }

  var all: [PersonComparison.Difference] {
    let content = reason(first.richHTML ?? first.richURL ?? "", second.richHTML ?? second.richURL ?? "")
    let fields: [(String, String, String)] = [
      ("title", first.subject, second.subject), ("body", first.body, second.body),
      ("kind", first.kind.rawValue, second.kind.rawValue),
      ("link", first.deepLink ?? "none", second.deepLink ?? "none"),
      ("content", self.content(of: first), self.content(of: second)),
      ("picture", first.iconURL ?? "none", second.iconURL ?? "none"),
      ("buttons", buttons(of: first), buttons(of: second)), ("custom", custom(of: first), custom(of: second)),
    ]
    var all = fields.filter { $0.1 != $0.2 }.map {
      PersonComparison.Difference(
        what: $0.0, first: $0.1, second: $0.2, reason: $0.0 == "content" ? content : reason($0.1, $0.2))
    }
    if first.richHTML != second.richHTML, self.content(of: first) == self.content(of: second) {
      all.append(
        .init(what: "content", first: "HTML", second: "another HTML of the same length", reason: content))
    }
    if first.sent != second.sent, people.0.dates(first), people.1.dates(second) {
      all.append(
        .init(
          what: "sent", first: WireDate.format(first.sent), second: WireDate.format(second.sent),
          reason: "it was sent to each at a time of its own"))
    }
    if first.expiry != second.expiry {
      func text(_ message: Message) -> String { message.expiry.map(WireDate.format) ?? "never" }
      let reason =
        first.sent == second.sent
        ? why(Self.version) : "it expires some time after it was sent, which was not at once"
      all.append(.init(what: "expiry", first: text(first), second: text(second), reason: reason))
    }
    return all + [read, payload].compactMap { $0 }
  }

  private static let version =
    "the server does not say why: a later version of the campaign, or words made for each person"

  /// Why two texts differ that may hold addresses: some senders, and each space of a sandbox, tell their clicks apart by
  /// parameters of their own.
  private func reason(_ one: String, _ other: String) -> String {
    let isTracked = Self.withoutParameters(one) == Self.withoutParameters(other)
    return why(
      isTracked
        ? "only parameters of addresses in it differ, such as those that count the clicks of each person or space"
        : Self.version)
  }

  /// The words of a text, web addresses without their parameters, and what stands between them.
  ///
  /// Parameters end before a fragment, and before what a sentence or a list has behind an address.
  private static func withoutParameters(_ text: String) -> [String] {
    func isBetween(_ character: Character) -> Bool { character.isWhitespace || "\"'<>".contains(character) }
    let words = text.split(omittingEmptySubsequences: false, whereSeparator: isBetween).map {
      word -> String in
      guard word.hasPrefix("http"), let mark = word.firstIndex(of: "?") else { return String(word) }
      return String(word[..<mark]) + String(word[mark...].drop { $0.isASCII && !"#,)".contains($0) })
    }
    return words + [text.filter(isBetween)]
  }

  private func why(_ reason: String) -> String {
    people.0.vendor.vendor == people.1.vendor.vendor
      ? reason : "\(people.0.vendor.vendor) and \(people.1.vendor.vendor) are different vendors"
  }

  // MARK: - Flags

  private var read: PersonComparison.Difference? {
    // What is known of one alone is not a difference.
    guard let one = people.0.isRead(first), let other = people.1.isRead(second), one != other else {
      return nil
    }
    func word(_ isRead: Bool) -> String { isRead ? "read" : "unread" }
    let reader = one ? (people.0, first) : (people.1, second)
    let reason: String
    // What the server calls read and was not read here came from another device, also where the archive has it by now.
    if reader.0.pages[reader.1.center]?.read == nil || reader.0.readHere.contains(reader.1.key) {
      reason = "read here by \(reader.0.label)"
    } else {
      reason = "read elsewhere: another device of \(reader.0.label) did, as the server says"
    }
    return .init(what: "read", first: word(one), second: word(other), reason: reason)
  }

  // MARK: - Payload

  private var payload: PersonComparison.Difference? {
    let ids = (JSONValue.string(first.id.rawValue), JSONValue.string(second.id.rawValue))
    let names = Self.members(first.record, second.record) { ($0, $1) == ids }
    guard !names.isEmpty else { return nil }
    return .init(
      what: "payload", first: names.listed(atMost: Self.mostMembers), second: "other values",
      reason: why("each response is what the server made for that person"))
  }

  /// The paths of the members whose values differ.
  ///
  /// - Parameter isExpected: Whether two values differ as they must: some vendors give each person an id of their own.
  static func members(
    _ one: JSONValue, _ other: JSONValue, at path: String = "", but isExpected: (JSONValue, JSONValue) -> Bool
  ) -> [String] {
    guard one != other, !isExpected(one, other) else { return [] }
    guard case .object(let own) = one, case .object(let others) = other else { return [path] }
    return Set(own.keys).union(others.keys).sorted().flatMap { name in
      members(
        own[name] ?? .null, others[name] ?? .null, at: path.isEmpty ? name : "\(path).\(name)",
        but: isExpected)
    }
  }

  private func content(of message: Message) -> String {
    message.richHTML.map { "HTML, \($0.utf8.count.counted("byte"))" } ?? message.richURL ?? "none"
  }

  private func buttons(of message: Message) -> String {
    message.actions.isEmpty ? "none" : message.actions.map(\.title).joined(separator: ", ")
  }

  private func custom(of message: Message) -> String {
    message.custom.isEmpty
      ? "none"
      : message.custom.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
  }
}
