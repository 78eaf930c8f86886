private import struct Foundation.Data

/// A picture as pixels: rows from top to bottom, each pixel red, green, blue and how solid it is, a byte each.
public struct PictureRaster: Hashable, Sendable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Four bytes for each pixel; colours are as they are, not darkened by what shines through.
  public let pixels: [UInt8]
  /// The same picture with more pixels, for a terminal that shows them; one at most, and in no recording.
  private var finer: [PictureRaster] = []

  /// The same picture with more pixels, for a terminal that shows them; nil where there are no more, or they are not
  /// retained.
  public var fine: PictureRaster? {
    get { finer.first }
    set { finer = newValue.map { [$0] } ?? [] }
  }

  /// Nil where `pixels` does not hold four bytes for each pixel, a side is 0, or one is longer than 2²⁰.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, width <= 1 << 20, height <= 1 << 20, pixels.count == width * height * 4
    else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The size that keeps the shape and fits into a box; never larger than the picture itself.
  public func size(within box: (width: Int, height: Int)) -> (width: Int, height: Int) {
    let scale = min(1, Double(box.width) / Double(width), Double(box.height) / Double(height))
    return (
      max(1, min(box.width, Int((Double(width) * scale).rounded()))),
      max(1, min(box.height, Int((Double(height) * scale).rounded())))
    )
  }

  /// The picture at another size: each pixel is the mean of those that it covers, weighed by how solid they are.
  public func scaled(width: Int, height: Int) -> PictureRaster {
    guard width > 0, height > 0, width != self.width || height != self.height else { return self }
    let columns = PictureSpan.spans(of: self.width, as: width)
    let rows = PictureSpan.spans(of: self.height, as: height)
    var result: [UInt8] = []
    result.reserveCapacity(width * height * 4)
    for row in rows {
      // Sums of colour times solidity, and of solidity, for each column.
      var sums = [Float](repeating: 0, count: width * 4)
      for (offset, weight) in row.weights.enumerated() {
        add(row: row.first + offset, weight, columns, to: &sums)
      }
      for column in 0..<width {
        let alpha = sums[column * 4 + 3]
        for part in 0..<3 {
          let value = alpha > 0 ? sums[column * 4 + part] / alpha : 0
          result.append(UInt8(max(0, min(255, value.rounded()))))
        }
        result.append(UInt8(max(0, min(255, alpha.rounded()))))
      }
    }
    return PictureRaster(width: width, height: height, pixels: result) ?? self
  }

  /// The picture scaled down to fit into a box; never up.
  public func fitted(into box: PictureSize) -> PictureRaster {
    let size = size(within: (box.width, box.height))
    return scaled(width: size.width, height: size.height)
  }

  /// Rows from the top, 0 first; those that do not exist are left out, and it is nil where none is left.
  public func rows(_ range: Range<Int>) -> PictureRaster? {
    let range = range.clamped(to: 0..<height)
    return PictureRaster(
      width: width, height: range.count,
      pixels: Array(pixels[range.lowerBound * width * 4..<range.upperBound * width * 4]))
  }

  private func add(row: Int, _ weight: Float, _ columns: [PictureSpan], to sums: inout [Float]) {
    pixels.withUnsafeBufferPointer { pixels in
      for (column, span) in columns.enumerated() {
        var place = (row * width + span.first) * 4
        for share in span.weights {
          let solid = Float(pixels[place + 3]) * share * weight
          sums[column * 4] += Float(pixels[place]) * solid
          sums[column * 4 + 1] += Float(pixels[place + 1]) * solid
          sums[column * 4 + 2] += Float(pixels[place + 2]) * solid
          sums[column * 4 + 3] += solid
          place += 4
        }
      }
    }
  }
}

/// Width, height and the bytes as base64: three for each pixel of a picture that is solid, else four.
extension PictureRaster: Codable {
  private enum CodingKeys: String, CodingKey { case width, height, rgb, rgba }

  /// Reads what ``encode(to:)`` writes, and refuses what has not as many pixels as it says.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let (width, height) = (
      try container.decode(Int.self, forKey: .width), try container.decode(Int.self, forKey: .height)
    )
    let isSolid = container.contains(.rgb)
    let text = try container.decode(String.self, forKey: isSolid ? .rgb : .rgba)
    // Without the signs that fill the end: a mask of secrets takes what follows one for a value.
    let bytes = Array(Data(base64URL: text) ?? Data())
    let pixels = isSolid ? Self.solid(bytes) : bytes
    guard let raster = PictureRaster(width: width, height: height, pixels: pixels) else {
      throw DecodingError.dataCorruptedError(
        forKey: isSolid ? .rgb : .rgba, in: container, debugDescription: "not as many pixels as the size says"
      )
    }
    self = raster
  }

  /// Writes no sign that a mask of secrets acts on.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    let isSolid = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    let bytes = isSolid ? pixels.enumerated().filter { $0.offset % 4 != 3 }.map(\.element) : pixels
    let text = String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    try container.encode(text, forKey: isSolid ? .rgb : .rgba)
  }

  private static func solid(_ bytes: [UInt8]) -> [UInt8] {
    var pixels: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      pixels.append(byte)
      if index % 3 == 2 { pixels.append(255) }
    }
    return pixels
  }
}
