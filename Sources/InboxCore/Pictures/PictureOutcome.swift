/// What came of a picture of a message.
public enum PictureOutcome: Hashable, Sendable, Codable {
  /// It is here, small enough to be kept and drawn.
  case raster(PictureRaster)
  /// It came and is too small to be seen: it was there to count who reads.
  case trackingPixel
  /// It is not shown, and why, as a sentence.
  case failed(String)
}
