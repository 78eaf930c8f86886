import Foundation
import InboxModel
import InboxPictures
@testable import InboxTUI

/// The bytes of a picture, and the address of one within a message.
nonisolated enum PicturesFuzzer {
  /// Small pictures alone: what is fuzzed is their reading, not the drawing of many pixels.
  private static let decoder: PictureDecoder = {
    var policy = PicturePolicy()
    policy.pixels = 65_536
    return PictureDecoder(policy: policy)
  }()

  static func run(_ input: FuzzInput) {
    let data = Data(withChecksums(input.bytes))
    switch decoder.outcome(of: data) {
    case .raster(let raster):
      require(raster.pixels.count == raster.width * raster.height * 4, "a picture without all its pixels")
      let most = PicturePolicy().box
      require(raster.width <= most.width && raster.height <= most.height, "a picture out of its box")
      requireSame(decoder.outcome(of: data), .raster(raster), "the same picture")
      do {
        let again = try JSONDecoder().decode(PictureRaster.self, from: JSONEncoder().encode(raster))
        requireSame(raster, again, "a picture of a recording")
      } catch { fatalError("a picture of a recording is not read again: \(error)") }
    case .failed(let sentence): require(!sentence.isEmpty, "a failure without a word")
    case .trackingPixel: break
    }
    if input.bytes.first == UInt8(ascii: "{") {
      do { _ = try JSONDecoder().decode(PictureRaster.self, from: input.data) } catch { return }
    }
  }

  /// A PNG whose parts have the checksums that they should: nothing that was changed is looked at otherwise.
  private static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return bytes }
    var result = bytes
    var start = 8
    while start + 12 <= result.count {
      let length = result[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + length
      guard end + 4 <= result.count else { break }
      let sum = checksum(result[start + 4..<end])
      for index in 0..<4 { result[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(index))) }
      start = end + 4
    }
    return result
  }

  /// CRC-32 (PNG specification, annex D).
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
  }
}
