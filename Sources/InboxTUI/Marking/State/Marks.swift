package import InboxModel

/// Messages that the next command applies to, by key: they stay marked whatever the list does.
package struct Marks: Equatable, Sendable {
  package internal(set) var keys: Set<MessageKey> = []
  /// The start of a range that extends to the selection; nil while there is none.
  package internal(set) var anchor: ArchivedMessage?

  /// How many can be marked at once.
  static let most = 10_000
  /// How many are copied whole: more than the clipboard of a terminal takes anyway.
  static let mostCopied = 100
  /// Deleting more messages than this asks first.
  static let unasked = 20

  package var isEmpty: Bool { keys.isEmpty && anchor == nil }
}

/// Which messages of a list are meant.
package enum MarkSelection: Hashable, Sendable, Codable {
  case all
  /// Those from one to another, in either direction.
  case range(MessageKey, MessageKey)
  /// Those of these keys that the list shows.
  case among([MessageKey])
  /// The next unread message after one, or before it; where there is none, from the other end of the list.
  case unread(from: MessageKey, isForward: Bool)

  func picked(from list: [ListedKey]) -> [ListedKey] {
    switch self {
    case .all: return list
    case .among(let keys):
      let wanted = Set(keys)
      return list.filter { wanted.contains($0.key) }
    case .range(let first, let last):
      let ends = [first, last].compactMap { end in list.firstIndex { $0.key == end } }
      guard let start = ends.min(), let end = ends.max(), ends.count == 2 else { return [] }
      return Array(list[start...end])
    case .unread(let key, let isForward):
      // A list that has lost the message from which the search started is searched whole.
      let place = list.firstIndex { $0.key == key }
      let (before, behind) = (list[..<(place ?? 0)], list[(place.map { $0 + 1 } ?? 0)...])
      let row =
        isForward
        ? (behind + before).first { !$0.isRead } : (Array(behind) + before).last { !$0.isRead }
      return row.map { [$0] } ?? []
    }
  }
}

/// What to do with the messages that were picked.
package enum MarkPurpose: Hashable, Sendable, Codable {
  case mark
  /// Apply an action to all of them.
  case act(ActionID)
  /// Mark them, and apply an action to all that are marked then.
  case markAndAct(ActionID)
  /// Select the first of them.
  case select
}

package enum MarkingEvent: FeatureEvent {
  /// Messages were changed here, or a change was undone.
  case changed(LocalChange, isUndo: Bool)
  case changeFailed(LocalChange, isUndo: Bool, InboxError)
  /// The messages of a list among those requested.
  case messagesPicked([ListedKey], then: MarkPurpose)
  /// The archive could not tell which messages are meant.
  case pickingFailed(InboxError)
  /// Only in earlier recordings ``changed(_:isUndo:)``.
  case markFailed(MessageKey, InboxError)
  case deletedSet(MessageKey, Bool)
  case deleteFailed(MessageKey, Bool, InboxError)
}
