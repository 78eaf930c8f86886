import Foundation
import GRDB
import InboxCore
import InboxModel

/// A filter as SQL over the tables `message` and `messageText`.
///
/// What it finds is what a filter lets through; nothing that was typed becomes part of the SQL.
struct FilterSQL {
  /// What the index finds: every row that matches is among it; nil where the index knows nothing.
  private(set) var match: String?
  /// Further conditions, each beginning with `AND`.
  private(set) var condition = ""
  /// Whether the condition reads `messageText`.
  private(set) var needsText = false
  private(set) var arguments: [String: (any DatabaseValueConvertible)?] = [:]

  /// The index has parts of three characters: what is shorter is searched for in the texts themselves.
  private static let indexed = 3

  init(_ filter: MessageFilter, at now: Date) {
    var phrases: [String] = []
    for term in filter.terms {
      if case .text(let word) = term.condition, !term.isNegated,
        word.folded.unicodeScalars.count >= Self.indexed
      {
        phrases.append("\"" + word.folded.replacing("\"", with: "\"\"") + "\"")
        guard let exact = word.exact else { continue }
        needsText = true
        condition += " AND " + contains("messageText.plain", exact)
        continue
      }
      let sql = sql(term.condition, now)
      condition += term.isNegated ? " AND NOT (\(sql))" : " AND (\(sql))"
    }
    match = phrases.isEmpty ? nil : phrases.joined(separator: " AND ")
  }

  /// Never NULL, so that it can be negated.
  private mutating func sql(_ condition: MessageFilter.Condition, _ now: Date) -> String {
    switch condition {
    case .text(let word):
      needsText = true
      guard let exact = word.exact else { return contains("messageText.folded", word.folded) }
      return contains("messageText.plain", exact)
    case .unread: return "readAt IS NULL AND " + MessageRecord.shown(at: bind(now))
    case .read: return "readAt IS NOT NULL"
    case .expired: return "expiry IS NOT NULL AND expiry <= \(bind(now))"
    case .expiring:
      return "expiry IS NOT NULL AND expiry > \(bind(now)) AND expiry <= "
        + bind(now + MessageFilter.expiringSoon)
    case .kind(.openRichMessage): return "richHTML IS NOT NULL OR richURL IS NOT NULL"
    case .kind(.openURL): return "richHTML IS NULL AND richURL IS NULL AND deepLink IS NOT NULL"
    case .kind(.launchApp): return "richHTML IS NULL AND richURL IS NULL AND deepLink IS NULL"
    case .link:
      needsText = true
      return "deepLink IS NOT NULL OR \(contains("messageText.folded", "http://"))"
        + " OR \(contains("messageText.folded", "https://"))"
    case .deepLink: return "deepLink IS NOT NULL"
    case .icon: return "iconURL IS NOT NULL"
    case .html: return "richHTML IS NOT NULL OR rich = 'stored'"
    case .center(let name): return "center = \(bind(name.rawValue))"
    case .id(let part): return contains("lower(id)", part.lowercasedASCII)
    case .sentBefore(let date): return "sent < \(bind(date.span(at: now, isAhead: false).start))"
    case .sentAfter(let date): return "sent >= \(bind(date.span(at: now, isAhead: false).start))"
    case .expiresBefore(let date):
      return "expiry IS NOT NULL AND expiry < \(bind(date.span(at: now, isAhead: true).start))"
    case .expiresAfter(let date):
      return "expiry IS NOT NULL AND expiry >= \(bind(date.span(at: now, isAhead: true).end))"
    case .expiresOn(let date):
      let span = date.span(at: now, isAhead: true)
      return "expiry IS NOT NULL AND expiry >= \(bind(span.start)) AND expiry < \(bind(span.end))"
    case .expiresNever: return "expiry IS NULL"
    }
  }

  private mutating func contains(_ column: String, _ text: String) -> String {
    "instr(\(column), \(bind(text))) > 0"
  }

  private mutating func bind(_ date: Date) -> String { bind(date.timeIntervalSince1970) }

  private mutating func bind(_ value: any DatabaseValueConvertible) -> String {
    let name = "filter\(arguments.count)"
    arguments[name] = value
    return ":" + name
  }
}
