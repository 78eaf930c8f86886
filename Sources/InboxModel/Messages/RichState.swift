/// What is known of a message's rich content (MC-17).
public enum RichState: String, Hashable, Sendable, Codable {
  /// The message has none, or it was not requested yet.
  case none
  /// Stored: it is never fetched again.
  case stored
  /// The server served it, but it could not be stored; it will not be served again.
  case lost
}
