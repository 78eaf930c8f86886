public import struct Foundation.Date
public import InboxCore

/// Which session a campaign click counts for (UL-12).
///
/// One that starts less than three seconds after it, or one whose start is less than three seconds old and not sent
/// yet; otherwise it attributes nothing. One click is remembered; a later one takes its place.
public struct CampaignAttribution: Hashable, Sendable {
  /// Seconds (the vendor's `sessionUpdateThreshold`); exactly this many are too many.
  public static let window = 3.0

  /// A link that was followed, and when.
  public struct Click: Hashable, Sendable {
    /// What the link says.
    public var data: CampaignData
    /// When it was followed.
    public var time: Date

    /// Whether an event of a vendor is this click: one link may be followed twice.
    func isOf(_ event: VendorEvent) -> Bool { data.url == event.url && time == event.time }
  }

  private var last: Click?

  /// Remembers nothing.
  public init() {}

  /// A link was followed; `unsentStart` is when the session began, while its start is still here.
  ///
  /// - Returns: Whether its data belong to that start; else it is remembered for a session that starts soon.
  public mutating func clicked(_ data: CampaignData, at now: Date, unsentStart: Date?) -> Bool {
    if let unsentStart, Self.isWithin(unsentStart, now) { return true }
    last = Click(data: data, time: now)
    return false
  }

  /// A session starts: what it is attributed to.
  ///
  /// Whatever was remembered is forgotten.
  public mutating func sessionStarts(at now: Date) -> Click? {
    defer { last = nil }
    return last.flatMap { Self.isWithin($0.time, now) ? $0 : nil }
  }

  /// A click could not be stored, so that it counts for no session.
  public mutating func forget(_ click: VendorEvent) {
    if last?.isOf(click) == true { last = nil }
  }

  private static func isWithin(_ earlier: Date, _ later: Date) -> Bool {
    (0..<window).contains(later.timeIntervalSince(earlier))
  }
}
