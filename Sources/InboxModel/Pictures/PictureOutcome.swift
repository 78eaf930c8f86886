/// The outcome of a picture of a message.
public enum PictureOutcome: Hashable, Sendable, Codable {
  /// It is here, small enough to be retained and drawn.
  case raster(PictureRaster)
  /// It is too small to be seen: it serves to count readers.
  case trackingPixel
  /// It is not shown, and why, as a sentence.
  case failed(String)

  /// Without the pixels that only some terminals show.
  public var coarse: PictureOutcome {
    guard case .raster(var raster) = self else { return self }
    raster.fine = nil
    return .raster(raster)
  }
}
