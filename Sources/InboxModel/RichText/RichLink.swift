/// Something in a message that leads somewhere else; nothing has been asked of its target.
public struct RichLink: Equatable, Sendable, Codable {
  /// What the reader types to choose it; the first link of a message is 1.
  public var number: Int
  /// The target as written, trimmed and with entities decoded.
  ///
  /// It may be anything, `#top` and `javascript:` included: the code that follows it decides what is allowed.
  public var url: String
  /// The words shown for it, or the alternative text of its picture.
  public var text: String

  /// Takes its parts as they are; nothing is checked.
  public init(number: Int, url: String, text: String) {
    self.number = number
    self.url = url
    self.text = text
  }
}
