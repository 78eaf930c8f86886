/// What a terminal would show of a sixel picture.
struct SixelStream {
  private(set) var width = 0
  private(set) var height = 0
  /// Red, green and blue of each pixel that was drawn, by column and row.
  private(set) var pixels: [[Int]: [Int]] = [:]

  /// Reads the first sixel picture of some bytes; nil where there is none.
  init?(_ bytes: [UInt8]) {
    guard let start = bytes.firstRange(of: Array("\u{1B}P".utf8)),
      let end = bytes[start.upperBound...].firstRange(of: Array("\u{1B}\\".utf8)),
      let begin = bytes[start.upperBound..<end.lowerBound].firstIndex(of: UInt8(ascii: "q"))
    else { return nil }
    read(Array(String(decoding: bytes[(begin + 1)..<end.lowerBound], as: UTF8.self).unicodeScalars))
  }

  private mutating func read(_ scalars: [Unicode.Scalar]) {
    var (x, y, color, index) = (0, 0, 0, 0)
    var palette: [Int: [Int]] = [:]
    func numbers() -> [Int] {
      var text = ""
      while index < scalars.count, scalars[index] == ";" || ("0"..."9").contains(scalars[index]) {
        text.unicodeScalars.append(scalars[index])
        index += 1
      }
      return text.split(separator: ";").compactMap { Int($0) }
    }
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "\"":
        let numbers = numbers()
        if numbers.count == 4 { (width, height) = (numbers[2], numbers[3]) }
      case "#":
        let numbers = numbers()
        color = numbers.first ?? 0
        if numbers.count == 5 { palette[color] = numbers[2...].map { ($0 * 255 + 50) / 100 } }
      case "$": x = 0
      case "-": (x, y) = (0, y + 6)
      case "!":
        let count = numbers().first ?? 1
        guard index < scalars.count else { return }
        draw(scalars[index], count, &x, y, palette[color])
        index += 1
      default: draw(scalar, 1, &x, y, palette[color])
      }
    }
  }

  private mutating func draw(
    _ scalar: Unicode.Scalar, _ count: Int, _ x: inout Int, _ y: Int, _ color: [Int]?
  ) {
    guard (0x3F...0x7E).contains(scalar.value) else { return }
    let bits = scalar.value - 0x3F
    for column in x..<x + count {
      for bit in 0..<6 where bits >> UInt32(bit) & 1 == 1 { pixels[[column, y + bit]] = color }
    }
    x += count
  }
}
