package import InboxModel

/// Messages that the next command is about, by key: they stay marked whatever the list does.
package struct Marks: Equatable, Sendable {
  package internal(set) var keys: Set<MessageKey> = []
  /// Where a range begins that goes on to the selection; nil while none is made.
  package internal(set) var anchor: ArchivedMessage?

  /// How many can be marked at once.
  static let most = 10_000
  /// How many are copied whole: more than a terminal's clipboard takes anyway.
  static let mostCopied = 100
  /// Deleting more than this many asks first.
  static let unasked = 20

  package var isEmpty: Bool { keys.isEmpty && anchor == nil }
}

/// Which messages of a list are meant.
package enum MarkSelection: Hashable, Sendable, Codable {
  case all
  /// Those from one to another, in either direction.
  case range(MessageKey, MessageKey)
  /// Those of these that it shows.
  case among([MessageKey])
  /// The next unread one after a message, or before it; where there is none, from the list's other end.
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
      let place = list.firstIndex { $0.key == key } ?? 0
      // A list may have lost the message that was gone on from.
      let (before, behind) = (list[..<place], list[min(place + 1, list.count)...])
      let row =
        isForward
        ? (behind + before).first { !$0.isRead } : (Array(behind) + before).last { !$0.isRead }
      return row.map { [$0] } ?? []
    }
  }
}

/// What is to be done with the messages that were picked.
package enum MarkPurpose: Hashable, Sendable, Codable {
  case mark
  /// An action is done with all of them.
  case act(ActionID)
  /// They are marked, and an action is done with all that are then.
  case markAndAct(ActionID)
  /// The first of them is selected.
  case select
}

package enum MarkingEvent: FeatureEvent {
  /// Messages were changed here, or it was taken back.
  case changed(LocalChange, isUndo: Bool)
  case changeFailed(LocalChange, isUndo: Bool, InboxError)
  /// What a list has of the messages that were requested.
  case messagesPicked([ListedKey], then: MarkPurpose)
  /// The archive could not say which they are.
  case pickingFailed(InboxError)
  /// Only in earlier recordings ``changed(_:isUndo:)``.
  case markFailed(MessageKey, InboxError)
  case deletedSet(MessageKey, Bool)
  case deleteFailed(MessageKey, Bool, InboxError)
}
