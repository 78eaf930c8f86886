import struct Foundation.Date
import InboxCore
package import InboxModel

/// What the server lists, what we show, and what each vendor's SDK would show, record by record (QA-3).
package struct StaleReport: Hashable, Sendable, Codable {
  /// One record.
  package struct Row: Hashable, Sendable, Codable {
    package var id: String
    package var center: CenterName
    package var subject: String
    /// Whether the newest response lists it; nil where it does not say so.
    package var isListed: Bool?
    /// Why it does not say so; nil where responses name only what changed.
    package var doubt: String?
    package var isShown: Bool
    /// Why it is shown here or not, as the end of a sentence.
    package var why: String
    /// What the SDKs would do, by the ids of their rules; those of which nothing is published are left out.
    package var verdicts: [String: StaleRule.Verdict]

    /// Whether some SDK would show it and we do not, or the other way round, or the server lists what we do not show.
    package var differs: Bool {
      verdicts.values.contains { $0.shows != isShown } || (isListed.map { $0 != isShown } ?? false)
    }

    /// The rules that see it otherwise, in their order.
    package var others: [(rule: StaleRule, verdict: StaleRule.Verdict)] {
      StaleRule.all.compactMap { rule in
        verdicts[rule.id].flatMap { $0.shows == isShown ? nil : (rule, $0) }
      }
    }

    /// What the server does, what we do and why.
    package var facts: String {
      let server = isListed.map { $0 ? "the server lists it" : "the server does not list it" }
      return [
        server ?? doubt ?? "the server names only what changed", "we \(isShown ? "show" : "hide") it: \(why)",
      ]
      .joined(separator: " · ")
    }

    package var title: String {
      let title = "\(id)  \(subject.shownSubject)"
      return center == .primary ? title : "\(title) · \(center.words)"
    }
  }

  /// The records: first those that differ.
  package let rows: [Row]
  /// Whose server it is.
  package let vendor: String
  /// What is left out, as sentences.
  package let notes: [String]

  /// This many messages of a center are looked at, the newest.
  package static let most = 1_000

  package init(rows all: [Row], vendor: String, notes: [String]) {
    rows = all.filter(\.differs) + all.filter { !$0.differs }
    self.vendor = vendor
    self.notes = notes
  }

  package var differing: [Row] { rows.filter(\.differs) }

  /// Whether no SDK of the vendor itself sees a record otherwise than we do.
  package var isClear: Bool {
    rows.allSatisfy { row in row.others.allSatisfy { $0.rule.vendor != vendor } }
  }

  package var summary: String {
    guard !rows.isEmpty else { return "No records from the server yet." }
    // What the server lists and no SDK shows either is listed, and is none of them.
    let count = rows.count { !$0.others.isEmpty }
    let own = rows.count { row in row.others.contains { $0.rule.vendor == vendor } }
    let ending = vendor.hasSuffix("s") ? "'" : "'s"
    let whose =
      StaleRule.all.contains { $0.vendor == vendor } ? ", \(own) by \(vendor)\(ending) own" : ""
    return count == 0
      ? "\(rows.count.counted("record")): every SDK would show what we show, as far as it is published."
      : "SDKs would show \(count) of \(rows.count.counted("record")) differently\(whose)."
  }

  /// The members `vendor`, `clear`, `summary`, `rules`, `records` and `notes`.
  package var json: JSONValue {
    let rules = StaleRule.all.map { rule in
      JSONValue.members([
        "id": rule.id, "name": rule.name, "vendor": rule.vendor, "version": rule.version,
        "source": rule.source, "rule": rule.rule,
      ])
    }
    return .members([
      "vendor": vendor, "clear": isClear, "summary": summary, "rules": rules, "records": rows.map(\.json),
      "notes": notes,
    ])
  }
}

extension StaleReport.Row {
  package init(_ item: StaleItem, _ scene: StaleScene) {
    id = item.id
    center = scene.center
    var listed: Bool?
    switch item {
    case .message(let row):
      subject = row.message.subject
      (listed, doubt) = Self.listing(row, scene)
      isShown = row.isListed(at: scene.now)
      why = row.removal(at: scene.now)?.reason.words ?? "in the list"
    case .unreadable(let flaw):
      (subject, listed, isShown) = ("a record that cannot be read", true, false)
      why = flaw.reason
    case .setAside(let record):
      (subject, listed, isShown) = ("a record of another kind", true, false)
      why = "set aside: \(record.kind)"
    }
    isListed = scene.vendor.paging == .increment ? nil : listed
    var verdicts: [String: StaleRule.Verdict] = [:]
    for rule in StaleRule.all { verdicts[rule.id] = rule.judge(item, scene) }
    self.verdicts = verdicts
  }

  /// Whether the newest response lists a message; else why it does not say so.
  private static func listing(_ row: ArchivedMessage, _ scene: StaleScene) -> (Bool?, String?) {
    guard let fetched = scene.fetched else { return (nil, "nothing was fetched since") }
    if scene.vendor.paging != .increment, scene.isDeletedMeanwhile(row) {
      return (nil, "the newest response came in the moment of its deletion, on a clock that stands")
    }
    if scene.names(row) { return (true, nil) }
    guard row.cacheState == .listed else { return (false, nil) }
    // What has expired or was deleted is not missed: that a response lacks it changes no state.
    guard scene.unreadable > 0 else {
      return (row.deleted == nil && !ExpiryPolicy.isExpired(row.message.expiry, at: fetched), nil)
    }
    let records = scene.unreadable.counted("record")
    return (nil, "the newest response does not name it, unless it is among \(records) that cannot be read")
  }

  var json: JSONValue {
    let sdks = verdicts.mapValues { JSONValue.members(["shown": $0.shows, "reason": $0.reason]) }
    return .members([
      "message_id": id, "message_center_name": center.rawValue, "subject": subject,
      "listed": JSONValue.orNull(isListed), "shown": isShown, "why": why, "differs": differs,
      "sdks": sdks,
    ])
  }
}
