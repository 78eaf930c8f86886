public import InboxCore

/// Where a vendor's requests get the token of the person who reads (VE-7), as a function that a front replaces as it likes.
///
/// A vendor asks before each call; the source decides whether a token that it has still serves.
public struct TokenSource: Sendable {
  /// The token of now, or nil where there is none.
  ///
  /// With `renew` the one before was refused: it is to be made anew. Throws ``InboxError/configuration(_:)`` where a file or
  /// a command that gives it fails.
  public var token: @Sendable (_ renew: Bool) async throws(InboxError) -> String?

  /// Takes its part as it is.
  public init(token: @escaping @Sendable (_ renew: Bool) async throws(InboxError) -> String?) {
    self.token = token
  }

  /// A profile without a token.
  public static let none = Self { _ in nil }
}
