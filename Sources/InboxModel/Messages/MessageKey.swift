/// Which message: the same id in two centers is two messages (MC-20).
public struct MessageKey: Hashable, Sendable, Codable {
  /// The center that holds it.
  public var center: CenterName
  /// Its id.
  public var id: MessageID

  /// Takes its parts as they are; nothing is checked.
  public init(center: CenterName, id: MessageID) {
    self.center = center
    self.id = id
  }

  /// As a person reads it: `spring`, `spring in Offers`, and `spring in list 2` where a list has only a number.
  package var words: String { center == .primary ? id.rawValue : "\(id) in \(center.words)" }
}
