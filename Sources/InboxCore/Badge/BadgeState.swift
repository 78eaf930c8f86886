/// The number on the app icon (BD): held by the server, never computed from unread.
public struct BadgeState: Hashable, Sendable, Codable {
  /// What this app shows.
  public var local: Int
  /// What the server is known to hold; nil before it said so, and since the response to a set was lost.
  public var server: Int?

  /// Takes its parts as they are; nothing is checked.
  public init(local: Int, server: Int?) {
    self.local = local
    self.server = server
  }

  /// Whether the two are known to differ (BD-7).
  public var diverges: Bool { server.map { $0 != local } ?? false }

  /// The server's number as a word, where it may not be known.
  public var serverText: String { server.map(String.init) ?? "unknown" }

  /// `99+` above 99, for tight places (BD-8).
  public static func short(_ count: Int) -> String { count > 99 ? "99+" : String(count) }
}
