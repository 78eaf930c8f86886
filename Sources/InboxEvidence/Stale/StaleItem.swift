package import struct Foundation.Date
package import InboxCore
package import InboxModel

/// A record of a center as this device knows it: what the server sent, and what became of it (QA-3).
package enum StaleItem: Hashable, Sendable {
  case message(ArchivedMessage)
  /// It could not be read (MC-9).
  case unreadable(MalformedMessage)
  /// It belongs in no list (VE-3).
  case setAside(SetAsideMessage)

  /// The message, where it is one.
  var row: ArchivedMessage? { if case .message(let row) = self { row } else { nil } }

  /// Its id, or what it is called without one.
  var id: String {
    switch self {
    case .message(let row): row.message.id.rawValue
    case .unreadable(let flaw): flaw.hasID ? flaw.id ?? "" : flaw.name
    case .setAside(let record): record.id.isEmpty ? "a record without an id" : record.id
    }
  }
}

/// What the rules must know of the center around a record.
package struct StaleScene: Hashable, Sendable {
  package var center: CenterName
  /// What the vendor has.
  package var vendor: Capabilities
  package var now: Date
  /// When the newest response came; nil for none so far.
  package var fetched: Date?
  /// When the list was last fetched whole; nil where that is not known.
  package var whole: Date?
  /// How many records of the newest list cannot be read.
  package var unreadable = 0

  /// Whether a message came with the newest response for the first time.
  func isNew(_ row: ArchivedMessage) -> Bool { isNewest(row.fetched) }

  /// Whether the newest response names a message; on a clock that stands, the one before it came at the same moment.
  func names(_ row: ArchivedMessage) -> Bool {
    isNewest(row.lastFetched) && ![.pushedOut, .withdrawn, .removed, .restored].contains(row.cacheState)
  }

  /// Whether the list lacked a message when it was last fetched whole, also one that it was not expected to have: it had
  /// expired, or the person had deleted it.
  func lackedWhole(_ row: ArchivedMessage) -> Bool {
    if row.cacheState == .withdrawn { return true }
    // A record that cannot be read may be any of them.
    guard row.cacheState != .disabled, unreadable == 0, let whole else { return false }
    return row.lastFetched < whole
  }

  /// Whether a message was deleted in the very moment of the newest response: on a clock that stands, that may have been
  /// before it or after, and no absence of what was deleted is written down.
  func isDeletedMeanwhile(_ row: ArchivedMessage) -> Bool {
    names(row) && row.deleted.map(isNewest) == true
  }

  /// Whether a moment is that of the newest response: a later one is of a clock that was set back since.
  private func isNewest(_ moment: Date) -> Bool {
    // A database keeps times as fractions.
    fetched.map { abs(moment.timeIntervalSince($0)) <= 0.001 } ?? false
  }

  /// Whether the newest response is the first that lacks a message.
  func isNewlyAbsent(_ row: ArchivedMessage) -> Bool {
    row.isAbsent && isNewest(row.cacheStateSince)
  }
}

extension ArchivedMessage {
  /// Whether the newest response, though it would name it, does not.
  var isAbsent: Bool { cacheState != .listed && cacheState != .disabled }
}
