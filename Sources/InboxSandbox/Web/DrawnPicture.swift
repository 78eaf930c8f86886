import InboxModel

/// A picture for an address that has none: a pattern of five by five squares that is the same for the same address.
struct DrawnPicture {
  /// Pixels of one square, and squares in a row.
  private static let (step, squares) = (12, 5)
  private let bits: UInt64

  init(of address: String) { bits = FNV1a.hash(address) }

  /// As a PNG of red, green and blue; nothing in it is compressed.
  var png: [UInt8] {
    let side = Self.step * Self.squares
    var rows: [UInt8] = []
    for y in 0..<side {
      rows.append(0)
      for x in 0..<side { rows += isInk(x / Self.step, y / Self.step) ? ink : ground }
    }
    return PNGFile.bytes(width: side, height: side, rows: rows)
  }

  /// The right half mirrors the left one.
  private func isInk(_ column: Int, _ row: Int) -> Bool {
    let place = row * 3 + min(column, Self.squares - 1 - column)
    return bits >> UInt64(place) & 1 == 1
  }

  private var ink: [UInt8] {
    let hues: [[UInt8]] = [
      [26, 95, 122], [176, 58, 46], [39, 110, 66], [118, 68, 138], [186, 120, 20], [52, 73, 94],
    ]
    return hues[Int(bits >> 20 % UInt64(hues.count))]
  }

  private let ground: [UInt8] = [240, 240, 236]
}
