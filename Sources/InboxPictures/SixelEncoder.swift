import CPictures
package import InboxModel

/// Makes sixels of pictures with libchafa, where the machine has it.
package enum SixelEncoder {
  /// Whether the library is on this machine; the first call loads it.
  package static var isReady: Bool { cpictures_has_sixel() != 0 }

  /// The Debian package that brings it.
  package static let package = "libchafa0"

  /// The picture for this many cells of a terminal, as one sixel picture and nothing else.
  ///
  /// - Parameter picture: As many pixels as the cells have; the library leaves out up to five rows of them, as a sixel is
  ///   six high.
  /// - Returns: nil where it cannot be made.
  package static func bytes(_ picture: PictureRaster, columns: Int, rows: Int) -> [UInt8]? {
    var bytes: UnsafeMutablePointer<CChar>?
    let count = picture.pixels.withUnsafeBufferPointer { pixels in
      cpictures_sixel(
        pixels.baseAddress, UInt32(picture.width), UInt32(picture.height), Int32(clamping: columns),
        Int32(clamping: rows), &bytes)
    }
    guard let bytes, count > 0 else { return nil }
    defer { cpictures_free(bytes) }
    return UnsafeBufferPointer(start: bytes, count: count).map { UInt8(bitPattern: $0) }
  }
}
