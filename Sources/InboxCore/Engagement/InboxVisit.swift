public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// A visit of the inbox, for vendors that count displays by the visit (VE-10): which rows were seen, how often and how
/// long.
public struct InboxVisit: Hashable, Sendable {
  /// A message whose row was seen.
  public struct Impression: Hashable, Sendable {
    /// The message, with the record as it was received.
    public var message: Message
    /// How often its row came into view and stayed for longer than ``ImpressionTally/shortest``.
    public var count: Int
    /// Seconds that it was in view, over all those times.
    public var seconds: Double
  }

  /// The session's id.
  public var id: UUID
  /// The person or device that saw it.
  public var identity: Identity
  /// When it began and when it ended.
  public var start, end: Date
  /// What the lists held when it began and when it ended.
  public var countsAtStart, countsAtEnd: [CenterName: CenterCounts]
  /// The rows that were seen, in the order in which they were first seen.
  public var impressions: [Impression]
}

/// Counts how often and how long rows are in view during one session.
///
/// An appearance counts when the row was in view for longer than half a second, and only whole rows are in view
/// (wires.md 2.3, Iterable's `InboxImpressionTracker`).
public struct ImpressionTally: Sendable {
  /// Seconds; an appearance that is not longer does not count.
  public static let shortest = 0.5

  private var order: [MessageKey] = []
  private var seen: [MessageKey: (count: Int, seconds: Double)] = [:]
  private var since: [MessageKey: Double] = [:]
  private let start: Double

  /// Nothing seen yet.
  ///
  /// - Parameter start: Seconds by a clock that is never set back (``TimeSource/uptime``), as the other moments are.
  public init(at start: Double) { self.start = start }

  /// Seconds since the session began.
  public func seconds(at now: Double) -> Double { now - start }

  /// The rows that are in view from now on.
  public mutating func setVisibleRows(_ rows: [VisibleRow], at now: Double) {
    let visible = Set(rows.filter { $0.visibility == .whole }.map(\.message))
    for key in since.keys.filter({ !visible.contains($0) }) { leave(key, at: now) }
    for row in rows where visible.contains(row.message) && since[row.message] == nil {
      since[row.message] = now
      guard seen[row.message] == nil else { continue }
      seen[row.message] = (0, 0)
      order.append(row.message)
    }
  }

  /// What was seen when everything leaves the view.
  public mutating func finish(at now: Double) -> [(message: MessageKey, count: Int, seconds: Double)] {
    for key in Array(since.keys) { leave(key, at: now) }
    return order.compactMap { key in
      seen[key].flatMap { $0.count > 0 ? (key, $0.count, $0.seconds) : nil }
    }
  }

  private mutating func leave(_ key: MessageKey, at now: Double) {
    guard let start = since.removeValue(forKey: key) else { return }
    let seconds = now - start
    guard seconds > Self.shortest else { return }
    let before = seen[key] ?? (0, 0)
    seen[key] = (before.count + 1, before.seconds + seconds)
  }
}
