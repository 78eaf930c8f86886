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
  /// Whether the words are the link's own; else they are those of a picture, its address or ours.
  public var hasOwnWords: Bool

  /// Takes its parts as they are; nothing is checked.
  public init(number: Int, url: String, text: String, hasOwnWords: Bool = true) {
    self.number = number
    self.url = url
    self.text = text
    self.hasOwnWords = hasOwnWords
  }

  /// The words that the sender gave it, as an event of a click names them; nil where there are none.
  public var label: String? { hasOwnWords ? text : nil }
}

extension RichLink {
  /// A recording of an earlier version does not say whose the words are.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      number: try container.decode(Int.self, forKey: .number),
      url: try container.decode(String.self, forKey: .url),
      text: try container.decode(String.self, forKey: .text),
      hasOwnWords: try container.decodeIfPresent(Bool.self, forKey: .hasOwnWords) ?? true)
  }
}
