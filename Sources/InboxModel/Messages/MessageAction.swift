/// A button of a message that leads somewhere, apart from the links in its text and from its deep link.
public struct MessageAction: Hashable, Sendable, Codable {
  /// The words on it; empty where it has none.
  public var title: String
  /// Where it leads, as the message has it.
  public var url: String

  /// Takes its parts as they are; nothing is checked.
  public init(title: String, url: String) {
    self.title = title
    self.url = url
  }
}
