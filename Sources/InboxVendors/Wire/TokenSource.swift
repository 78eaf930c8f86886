public import InboxModel

/// Where a vendor's requests get the token of the person who reads (VE-7), as a function that a front replaces as it
/// likes.
///
/// A vendor asks before each call; the source decides whether a token that it has still serves.
public struct TokenSource: Sendable {
  private let make: @Sendable (_ renew: Bool, _ person: Identity?) async throws(InboxError) -> String?

  /// Takes its part as it is: one token for every person.
  public init(token: @escaping @Sendable (_ renew: Bool) async throws(InboxError) -> String?) {
    make = { renew, _ async throws(InboxError) in try await token(renew) }
  }

  /// Takes its part as it is: a token for each person.
  public init(
    ofPerson make:
      @escaping @Sendable (_ renew: Bool, _ person: Identity?) async throws(InboxError) -> String?
  ) {
    self.make = make
  }

  /// The token of now, or nil where there is none.
  ///
  /// - Parameters:
  ///   - renew: Whether the one before was refused: it is to be made again.
  ///   - person: Whose request it is for: what waits of one person never carries the token of the one who reads now.
  /// - Throws: ``InboxError/configuration(_:)`` where a file or a command that gives it fails.
  public func token(_ renew: Bool, for person: Identity? = nil) async throws(InboxError) -> String? {
    try await make(renew, person)
  }

  /// A profile without a token.
  public static let none = Self { _ in nil }
}
