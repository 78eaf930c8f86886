import CPictures
package import Foundation
package import InboxModel

/// Decodes the bytes of a picture into pixels, with the libraries that the machine has.
///
/// The head is read first, and what it announces decides whether anything is decoded.
package struct PictureDecoder: Sendable {
  private let policy: PicturePolicy
  private let has: @Sendable (PictureKind) -> Bool

  /// - Parameter has: Whether the library of a kind is available.
  package init(
    policy: PicturePolicy = PicturePolicy(),
    has: @escaping @Sendable (PictureKind) -> Bool = { $0.isReadable }
  ) {
    self.policy = policy
    self.has = has
  }

  /// The decoded picture, scaled down to what is stored.
  package func outcome(of bytes: Data) -> PictureOutcome {
    do throws(PictureFailure) {
      let picture = try decode(bytes)
      if PictureSize(width: picture.width, height: picture.height).isTrackingPixel { return .trackingPixel }
      var retained = picture.fitted(into: policy.box)
      if retained.width < picture.width { retained.fine = picture.fitted(into: policy.fineBox) }
      return .raster(retained)
    } catch {
      return .failed(error.description)
    }
  }

  package func decode(_ data: Data) throws(PictureFailure) -> PictureRaster {
    if let refusal = policy.refusal(ofBytes: data.count) { throw refusal }
    let bytes = Array(data)
    guard let kind = PictureKind(bytes) else { throw .notAPicture }
    guard has(kind) else { throw .missingLibrary(kind: kind.rawValue, package: kind.package) }
    let size = try measure(bytes, kind)
    if let refusal = policy.refusal(of: size) { throw refusal }
    var outcome = CPICTURES_BROKEN
    let pixels = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { room, count in
      room.initialize(repeating: 0)
      outcome = cpictures_decode(
        kind.code, bytes, bytes.count, UInt32(size.width), UInt32(size.height), room.baseAddress)
      count = room.count
    }
    guard outcome == CPICTURES_OK,
      let picture = PictureRaster(width: size.width, height: size.height, pixels: pixels)
    else { throw .broken(kind: kind.rawValue) }
    return picture
  }

  private func measure(_ bytes: [UInt8], _ kind: PictureKind) throws(PictureFailure) -> PictureSize {
    var (width, height): (UInt32, UInt32) = (0, 0)
    let outcome = cpictures_measure(kind.code, bytes, bytes.count, &width, &height)
    guard outcome == CPICTURES_OK, let columns = Int(exactly: width), let rows = Int(exactly: height) else {
      throw .broken(kind: kind.rawValue)
    }
    return PictureSize(width: columns, height: rows)
  }
}
