import InboxModel

/// How long a space keeps a receipt, and how many (TS-6).
package struct Retention: Hashable, Sendable {
  /// Days of real time.
  package var days: Int
  /// How many of each kind.
  package var limit: Int

  package static let usual = Retention(days: 30, limit: 1_000_000)

  package static let possibleDays = 1...3_650
  package static let possibleLimits = 10...100_000_000

  package init(days: Int, limit: Int) { (self.days, self.limit) = (days, limit) }

  /// How many receipts arrive between two checks of the limit, and so by how many it may be exceeded.
  var step: Int { max(1, min(limit / 100, 10_000)) }

  /// Of receipts that are gone this many ids stay, the newest: they show that an event came before.
  var idLimit: Int { max(limit, 100_000) }

  var words: String {
    "Receipts are kept for \(days.counted("day")), and at most \(limit.grouped) of each kind; the oldest go first."
  }
}

/// A list of the receipts, by the name that `of=` has for it.
enum ReceiptKind: String, CaseIterable, Hashable, Sendable, Codable {
  case engagements, events, clicks, badge, tracking, rich, fetches, pictures

  /// What the properties below say, by kind.
  private var facts: (table: String, words: String, counts: (key: String, column: String)?) {
    switch self {
    case .engagements: ("receipt_engagement", "displays and opens", nil)
    case .events: ("receipt_event", "vendor events", nil)
    case .clicks: ("receipt_click", "clicks", nil)
    case .badge: ("receipt_badge", "badges that apps set", nil)
    case .tracking: ("receipt_tracking", "campaign events", nil)
    case .rich:
      ("receipt_rich", "messages whose rich content was requested", ("identity, message_id", "served"))
    case .fetches: ("receipt_fetch", "lists that were fetched", ("vendor, center, identity", "count"))
    case .pictures: ("receipt_picture", "pictures", ("host, path", "count"))
    }
  }

  var table: String { facts.table }

  /// The kind in the words of people.
  var words: String { facts.words }

  /// The key columns of a kind that keeps a count for each key; nil for one that keeps a row for each receipt.
  var key: String? { facts.counts?.key }

  /// The SQL expression for the total of some rows.
  var total: String { facts.counts.map { "CAST(coalesce(sum(\($0.column)), 0) AS BIGINT)" } ?? "count(*)" }

  private var isResponsysOnly: Bool { [.engagements, .badge, .rich].contains(self) }

  /// The columns that a filter applies to, where `#` stands for its value; nil where no receipt of the kind passes, as
  /// it lacks what the filter asks for.
  func conditions(_ filter: ReceiptFilter) -> [(column: String, value: String?)]? {
    if isResponsysOnly, let vendor = filter.vendor, vendor != .responsys { return nil }
    return switch self {
    case .engagements:
      [("type", filter.type), ("message_id", filter.message), ("identity", filter.identity)]
    case .events:
      [
        ("type", filter.type), ("message_id", filter.message), ("identity", filter.identity),
        ("vendor", filter.vendor?.rawValue),
      ]
    case .clicks: filter.identity == nil ? [("campaign", filter.message)] : nil
    case .badge: filter.message == nil ? [("identity", filter.identity)] : nil
    case .tracking:
      filter.message == nil && filter.identity == nil
        ? [("type", filter.type), ("coalesce(vendor, #)", filter.vendor?.rawValue)] : nil
    case .rich: [("message_id", filter.message), ("identity", filter.identity)]
    case .fetches:
      filter.message == nil
        ? [("identity", filter.identity), ("vendor", filter.vendor?.rawValue)] : nil
    case .pictures: filter.message == nil && filter.identity == nil ? [] : nil
    }
  }

  /// The first filter whose field these receipts lack; nil where they have all.
  ///
  /// The types of tracked events are the vendor's words, which no filter names.
  func lacks(_ filter: ReceiptFilter) -> String? {
    // Receipts of a Responsys-only kind need no column to say so.
    let isOwn = isResponsysOnly && filter.vendor == .responsys
    let asked = [
      ("type", ReceiptFilter(type: filter.type)), ("message", ReceiptFilter(message: filter.message)),
      ("identity", ReceiptFilter(identity: filter.identity)),
      ("vendor", ReceiptFilter(vendor: isOwn ? nil : filter.vendor)),
    ]
    return asked.first { _, one in
      guard one != ReceiptFilter() else { return false }
      return self == .tracking && one.type != nil || (conditions(one) ?? []).allSatisfy { $0.value == nil }
    }?.0
  }

  /// The columns that distinguish a kept row from one of which only the id stays; empty for kinds without such rows.
  var forgotten: String {
    switch self {
    case .engagements:
      "type = '', message_id = '', center = '', identity = '', session_id = NULL, session_number = NULL"
    case .events:
      "type = '', message_id = NULL, identity = '', detail = '{}', method = '', path = '', body = ''"
    case .clicks, .badge, .tracking, .rich, .fetches, .pictures: ""
    }
  }

  /// Whether its table keeps the ids of receipts that are gone, to recognize one that comes again.
  var hasIDs: Bool { !forgotten.isEmpty }
}

extension Receipts {
  /// How full the fullest kind is, where some receipts are gone or soon will be (TS-6).
  package struct Kept: Hashable, Sendable, Codable {
    /// The kind, by the name that `of=` has for it.
    package var kind: String
    /// How many were kept at the last check, which is made once per hundredth of the limit.
    package var count: Int
    package var limit: Int
    package var days: Int
    /// How many of the current generation are gone.
    package var expired: Int
    /// When the oldest one was received, by the clock of the space.
    package var oldest: String?
    /// The facts above as a sentence.
    package var warning: String

    private enum CodingKeys: String, CodingKey {
      case kind = "of"
      case days = "keep_days"
      case oldest = "oldest_ts"
      case count = "kept"
      case limit, expired, warning
    }

    init(_ kind: ReceiptKind, _ count: Int, expired: Int, oldest: String?, _ retention: Retention) {
      (self.kind, self.count, self.expired, self.oldest) = (kind.rawValue, count, expired, oldest)
      (limit, days) = (retention.limit, retention.days)
      let first = oldest.map { ", from \($0) on" } ?? ""
      let gone = expired > 0 ? " \(expired.grouped) \(expired == 1 ? "is" : "are") gone already." : ""
      let order =
        kind.key == nil
        ? ", for \(days.counted("day")) at most; the oldest go first"
        : "; those not seen for the longest time go first"
      warning = "\(count.grouped) of \(limit.grouped) \(kind.words) are kept\(order)\(first).\(gone)"
    }

    /// From four fifths of the limit on.
    var isNear: Bool { expired > 0 || count >= limit - limit / 5 }
  }
}
