public import struct Foundation.Date

/// How long the vendor's cache keeps a message after it was last fetched (MC-6).
///
/// A message that every response lists is fetched again and again and so never falls under it; one that the cap pushed
/// out, or that was withdrawn, or that was fetched before a long time without network, does.
public struct RetentionPolicy: Hashable, Sendable, Codable {
  /// Seconds in the cache.
  public var seconds: Double

  /// Keeps for this many days.
  public init(days: Double) { seconds = days * 86_400 }

  /// When a message that was last fetched then is dropped.
  public func end(of fetched: Date) -> Date { fetched.addingTimeInterval(seconds) }

  /// What was last fetched then or earlier is dropped now.
  public func limit(at now: Date) -> Date { now.addingTimeInterval(-seconds) }
}
