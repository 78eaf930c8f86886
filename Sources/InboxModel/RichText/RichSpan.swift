/// Characters that look alike and, when they are part of a link, belong to the same link.
public struct RichSpan: Equatable, Sendable, Codable {
  /// The characters; a line feed is a line break asked for by the sender.
  public var text: String
  /// How the characters stand out.
  public var emphasis: RichEmphasis
  /// The number of the link these characters belong to, as in `RichLink.number`.
  public var link: Int?
  /// Whether the text stands for a picture, in which case it is the picture's alternative text.
  public var isImage: Bool
  /// The number of the picture that the text stands for, where it has an address: `RichText.pictures` counted from 1.
  public var picture: Int?
  /// The colour of the characters; nil where the sender gave none.
  public var color: RichColor?
  /// The colour behind the characters, as a button has one; nil where the sender gave none.
  public var ground: RichColor?

  /// Without further arguments: plain text.
  public init(
    _ text: String, emphasis: RichEmphasis = [], link: Int? = nil, isImage: Bool = false, picture: Int? = nil,
    color: RichColor? = nil, ground: RichColor? = nil
  ) {
    self.text = text
    self.emphasis = emphasis
    self.link = link
    self.isImage = isImage
    self.picture = picture
    self.color = color
    self.ground = ground
  }

  /// Whether both spans differ in nothing but their characters, so that they can be one.
  public func hasStyle(_ other: RichSpan) -> Bool {
    emphasis == other.emphasis && link == other.link && isImage == other.isImage && picture == other.picture
      && color == other.color && ground == other.ground
  }
}
