package import Foundation
package import InboxCore
package import InboxModel

/// What a filter lets through, stated without SQL: what the archive finds is compared with it.
extension MessageFilter {
  /// Whether every term holds.
  ///
  /// - Parameters:
  ///   - row: The message; whether the list shows it at all is not asked here (``ArchivedMessage/isListed(at:)``).
  ///   - text: What it says.
  ///   - now: The moment that `7d` and *unread* are seen from.
  package func matches(_ row: ArchivedMessage, _ text: SearchText, at now: Date) -> Bool {
    terms.allSatisfy { $0.condition.holds(row, text, at: now) != $0.isNegated }
  }
}

extension MessageFilter.Condition {
  fileprivate func holds(_ row: ArchivedMessage, _ text: SearchText, at now: Date) -> Bool {
    let message = row.message
    switch self {
    case .text(let word):
      return word.exact.map { text.plain.contains(scalars: $0) } ?? text.folded.contains(scalars: word.folded)
    case .unread: return row.isUnread(at: now)
    case .read: return row.read != nil
    case .expired: return ExpiryPolicy.isExpired(message.expiry, at: now)
    case .expiring:
      return expiry(of: message) { $0 > now && $0 <= now.addingTimeInterval(MessageFilter.expiringSoon) }
    case .kind(let kind): return message.kind == kind
    case .link:
      return message.deepLink != nil
        || ["http://", "https://"].contains { text.folded.contains(scalars: $0) }
    case .deepLink: return message.deepLink != nil
    case .icon: return message.iconURL != nil
    case .html: return row.hasRichContent
    case .center(let name): return message.center == name
    case .id(let part): return message.id.rawValue.lowercasedASCII.contains(scalars: part.lowercasedASCII)
    case .sentBefore(let date): return message.sent < date.span(at: now, isAhead: false).start
    case .sentAfter(let date): return message.sent >= date.span(at: now, isAhead: false).start
    case .expiresBefore(let date):
      return expiry(of: message) { $0 < date.span(at: now, isAhead: true).start }
    case .expiresAfter(let date):
      return expiry(of: message) { $0 >= date.span(at: now, isAhead: true).end }
    case .expiresOn(let date):
      let span = date.span(at: now, isAhead: true)
      return expiry(of: message) { $0 >= span.start && $0 < span.end }
    case .expiresNever: return message.expiry == nil
    }
  }

  private func expiry(of message: Message, _ isSo: (Date) -> Bool) -> Bool {
    message.expiry.map(isSo) ?? false
  }
}

extension String {
  /// Whether some characters follow one another in the text, each as it is: SQLite compares them so as well.
  fileprivate func contains(scalars part: String) -> Bool {
    guard let first = part.utf8.first else { return true }
    let (text, part) = (utf8, part.utf8)
    var rest = text[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
