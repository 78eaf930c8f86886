package import struct Foundation.Date
import InboxCore
package import InboxModel

/// A change of messages by a person here, which can be undone.
package struct LocalChange: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable {
    case read, unread, deleted, restored

    var reversed: Kind {
      switch self {
      case .read: .unread
      case .unread: .read
      case .deleted: .restored
      case .restored: .deleted
      }
    }
  }

  package var kind: Kind
  /// The messages that it changed, without those that were in that state already.
  package var keys: [MessageKey]
  /// The subject of the one message, by which a person recognizes it.
  package var subject: String?
  /// When the one message expires.
  package var expiry: Date?

  /// A change of one message, which may be in no list any more.
  init(_ kind: Kind, of row: ArchivedMessage) {
    self.init(kind, [row.key], subject: row.message.subject)
    expiry = row.message.expiry
  }

  package init(_ kind: Kind, _ keys: [MessageKey], subject: String? = nil) {
    self.kind = kind
    self.keys = keys
    self.subject = subject
  }

  package var reversed: LocalChange {
    var reversed = self
    reversed.kind = kind.reversed
    return reversed
  }

  /// The notice for it; nil where the row itself shows it.
  ///
  /// - Parameter isHere: Whether what is restored comes back on this device only.
  func notice(_ undo: String, isHere: Bool) -> String? {
    let them = keys.count == 1 ? "it" : "them"
    let count = keys.count == 1 ? "" : "\(keys.count) "
    switch kind {
    case .deleted:
      return (count + "deleted").capitalizedFirst + " · \(undo) restores \(them)"
        + (isHere ? " on this device" : "")
    case .read where keys.count > 1: return "\(keys.count) marked read · \(undo) undoes it"
    case .unread where keys.count > 1: return "\(keys.count) marked unread · \(undo) undoes it"
    case .read, .unread: return nil
    case .restored: return (count + "restored").capitalizedFirst
    }
  }

  /// The notice after an undo, in a line of this many columns; `about` is the key that says why a message is gone, nil
  /// where there is none.
  func undoNotice(at now: Date, about: String?, width: Int) -> String {
    let words =
      switch kind {
      case .restored: "restored"
      case .deleted: "deleted again"
      case .read: "read again"
      case .unread: "unread again"
      }
    guard keys.count == 1 else { return "\(keys.count) \(words)" }
    if kind == .restored, ExpiryPolicy.isExpired(expiry, at: now) {
      return "Restored, but it has expired and is not listed\(about.map { ": \($0) says when" } ?? "")."
    }
    guard let subject, !subject.allSatisfy(\.isWhitespace) else { return words.capitalizedFirst }
    return DisplayText.clip("\(words.capitalizedFirst): \(subject)", to: width)
  }
}

/// Changes made here that can be undone.
package struct ChangeState: Equatable, Sendable {
  /// The changes, newest last.
  package var undoable: [LocalChange] = []
  /// The messages whose deletion is under way: a list that is read meanwhile still has them.
  var deleting: Set<MessageKey> = []
  /// Whether a change was undone: then an empty list does not mean that nothing was changed.
  var hasTakenBack = false
}
