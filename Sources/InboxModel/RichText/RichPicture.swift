/// A picture that a message shows; nothing has been asked of its address.
public struct RichPicture: Hashable, Sendable, Codable {
  /// Its address as written, trimmed and with entities decoded; `data:` addresses hold the picture themselves.
  public var source: String
  /// The words that stand for it; may be empty.
  public var alternative: String
  /// How wide it is to be shown in pixels, where the markup says so.
  public var width: Int?
  /// How high it is to be shown in pixels, where the markup says so.
  public var height: Int?
  /// Whether the markup makes it too small to be seen: it is there to count who reads, and is never loaded.
  public var isTrackingPixel: Bool

  /// Takes its parts as they are; nothing is checked.
  public init(
    source: String, alternative: String = "", width: Int? = nil, height: Int? = nil,
    isTrackingPixel: Bool = false
  ) {
    self.source = source
    self.alternative = alternative
    self.width = width
    self.height = height
    self.isTrackingPixel = isTrackingPixel
  }
}
