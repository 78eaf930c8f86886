/// Width and height of a picture in pixels.
public struct PictureSize: Hashable, Sendable, Codable {
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Takes its parts as they are; nothing is checked.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whether no one could see it: what is so small is there to count who reads.
  public var isTrackingPixel: Bool { width <= 2 && height <= 2 }
}
