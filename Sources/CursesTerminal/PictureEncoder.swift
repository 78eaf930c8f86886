import InboxModel

/// What makes sixels of pictures.
struct PictureEncoder {
  /// Whether it can; the first call may load a library.
  let isReady: () -> Bool
  /// The sixels of a picture for this many columns and rows of cells; nil where it cannot be done.
  let encode: (PictureRaster, _ columns: Int, _ rows: Int) -> [UInt8]?
}
