/// Why a text is not a sequence of keys.
public struct KeyNotationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part that is no key.
  public let token: String
  /// Where it begins: the number of characters before it.
  public let offset: Int

  /// The sentence for the user: which part, where, and what is valid.
  public var description: String {
    "\"\(token)\" at character \(offset + 1) is no key; \(Self.rule)"
  }

  /// What a key is written like.
  package static var rule: String {
    "write a character such as j, or a name in angle brackets: \(Key.validNames)."
  }
}
