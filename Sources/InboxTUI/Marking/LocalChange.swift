package import InboxCore

/// Something that a person did to messages here and can take back.
package struct LocalChange: Hashable, Sendable, Codable {
  /// What was done.
  package enum Kind: String, Hashable, Sendable, Codable {
    case read, unread, deleted, restored

    /// What takes it back.
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
  /// The messages that it changed, and none that were so already.
  package var keys: [MessageKey]

  package init(_ kind: Kind, _ keys: [MessageKey]) {
    self.kind = kind
    self.keys = keys
  }

  /// What takes it back.
  package var reversed: LocalChange { LocalChange(kind.reversed, keys) }

  /// What a person is told of it; nil where the row itself says it.
  func told(_ undo: String) -> String? {
    let them = keys.count == 1 ? "it" : "them"
    let count = keys.count == 1 ? "" : "\(keys.count) "
    switch kind {
    case .deleted: return (count + "deleted").capitalizedFirst + " · \(undo) brings \(them) back"
    case .read where keys.count > 1: return "\(keys.count) marked read · \(undo) takes that back"
    case .unread where keys.count > 1: return "\(keys.count) marked unread · \(undo) takes that back"
    case .read, .unread: return nil
    case .restored: return (count + "restored").capitalizedFirst
    }
  }

  /// What a person is told when it took something back.
  var toldAsUndo: String {
    let count = keys.count == 1 ? "" : "\(keys.count) "
    return switch kind {
    case .restored: (count + "restored").capitalizedFirst
    case .deleted: (count + "deleted again").capitalizedFirst
    case .read: (count + "read again").capitalizedFirst
    case .unread: (count + "unread again").capitalizedFirst
    }
  }
}

extension String {
  /// With a capital at its beginning.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
