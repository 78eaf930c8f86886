public import InboxModel

/// Decides which displays are reported (EN-1, EN-2, EN-6, EN-9, EN-10).
///
/// A value of one identity and one session: another session or identity is another ledger, so there is nothing to
/// clear. An *attempt* is a row that comes into view, or that becomes fully visible before it was reported; a row
/// that stays in view, or is uncovered again, is none.
public struct DisplayLedger: Hashable, Sendable {
  /// What became of an attempt.
  public enum Decision: Hashable, Sendable {
    /// Report this display now.
    case report(MessageKey)
    /// Do not report it, and say why.
    case suppress(MessageKey, Suppression)
  }

  /// The number of the session, nil when none is open.
  public let session: Int?
  private let isReadOnly: Bool
  private var reported: Set<MessageID> = []
  private var inView: [MessageKey: RowVisibility] = [:]

  /// A ledger for a session, or for the time between two sessions; a read-only one suppresses every attempt.
  public init(session: Int?, isReadOnly: Bool = false) {
    self.session = session
    self.isReadOnly = isReadOnly
  }

  /// Takes the rows that are on the screen now, and returns a decision for each attempt, in screen order.
  ///
  /// De-duplicates by id alone, as the SDK's call takes only the id (MC-20).
  public mutating func setVisibleRows(_ rows: [VisibleRow]) -> [Decision] {
    var decisions: [Decision] = []
    for row in rows where isAttempt(row) {
      decisions.append(decide(row))
    }
    inView = Dictionary(rows.map { ($0.message, $0.visibility) }) { first, _ in first }
    return decisions
  }

  private func isAttempt(_ row: VisibleRow) -> Bool {
    guard let before = inView[row.message] else { return true }
    return before != row.visibility && row.visibility == .whole && !reported.contains(row.message.id)
  }

  private mutating func decide(_ row: VisibleRow) -> Decision {
    guard !isReadOnly else { return .suppress(row.message, .captured) }
    guard session != nil else { return .suppress(row.message, .noSession) }
    switch row.visibility {
    case .covered: return .suppress(row.message, .covered)
    case .partial: return .suppress(row.message, .notWhollyVisible)
    case .whole:
      return reported.insert(row.message.id).inserted
        ? .report(row.message) : .suppress(row.message, .alreadyDisplayed)
    }
  }
}
