/// The badge as the server holds it.
public struct ServerBadge: Hashable, Sendable {
  /// The number.
  public var count: Int
  /// Counts up with every change, so that a push and a response that cross on the way can be put in order; nil where
  /// the server does not say.
  public var version: Int?

  /// Takes its parts as they are; nothing is checked.
  public init(count: Int, version: Int? = nil) {
    self.count = count
    self.version = version
  }
}
