public import InboxModel

/// What ``MessageCenter`` publishes to its front, in order.
public enum InboxUpdate: Hashable, Sendable, Codable {
  /// A new picture.
  case snapshot(InboxSnapshot)
  /// Something happened, and why; of what happened together, such as displays that were stored in one transaction,
  /// each.
  case journal(JournalLines)
  /// Centers that brought something new, once for each fetch that did; the store has changed already (MC-13,
  /// `PIOMessageCenterUpdateNotification`).
  case updated([CenterNews])
  /// A push banner, and the address of a picture in it where there is one; its message is fetched already if it can be.
  case banner(MessageKey, alert: String, attachment: String? = nil)
  /// What a vendor's SDK would report to the app about a link that was followed (UL-4), as the vendor names it.
  case linkNoticed(JSONValue)

  // A recording names a case by its key.
  private enum CodingKeys: String, CodingKey {
    case snapshot, journal, updated, banner
    case linkNoticed = "webURLResolved"
  }

  /// The why lines of it, in order.
  public var entries: [JournalEntry] { if case .journal(let lines) = self { lines.entries } else { [] } }
}

/// Why lines that are published together, in order.
public struct JournalLines: Hashable, Sendable, Codable, ExpressibleByArrayLiteral {
  /// The lines.
  public var entries: [JournalEntry]

  /// Takes its lines as they are.
  public init(_ entries: [JournalEntry]) { self.entries = entries }

  /// The same of a literal.
  public init(arrayLiteral entries: JournalEntry...) { self.entries = entries }

  /// Reads a line of its own, or several.
  public init(from decoder: any Decoder) throws {
    do { entries = try [JournalEntry](from: decoder) } catch { entries = [try JournalEntry(from: decoder)] }
  }

  /// One line is written as it always was.
  public func encode(to encoder: any Encoder) throws {
    if entries.count == 1 { try entries[0].encode(to: encoder) } else { try entries.encode(to: encoder) }
  }
}
