/// How many colours a terminal shows, from all to none.
package enum ColorDepth: String, Hashable, Sendable, Codable, CaseIterable {
  /// 24 bits.
  case truecolor
  /// The user's 16, a cube and greys.
  case palette256 = "256"
  /// The user's 16.
  case palette16 = "16"
  /// Attributes only.
  case mono

  /// The colour that comes closest at this depth.
  package func color(_ color: Color) -> Color {
    switch (self, color) {
    case (.truecolor, _), (_, .standard): color
    case (.mono, _): .standard
    case (.palette256, .palette): color
    case (.palette256, .rgb(let red, let green, let blue)): .palette(Self.nearest256(red, green, blue))
    case (.palette16, .palette(let index)):
      .palette(index < 16 ? index : Self.nearest(Self.components(index), among: 0..<16))
    case (.palette16, .rgb(let red, let green, let blue)):
      .palette(Self.nearest((Int(red), Int(green), Int(blue)), among: 0..<16))
    }
  }

  /// The style with both colours brought to this depth.
  ///
  /// In monochrome, a style that only its colours distinguish would vanish, so themes give their roles attributes too.
  package func style(_ style: Style) -> Style {
    if self == .truecolor { return style }
    return Style(
      foreground: color(style.foreground), background: color(style.background), attributes: style.attributes)
  }

  private static let levels = [0, 95, 135, 175, 215, 255]

  /// The usual values of the first sixteen entries (xterm's), for measuring distances.
  private static let basic: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255),
    (0, 255, 255), (255, 255, 255),
  ]

  /// Red, green and blue of an entry of the 256-colour palette.
  static func components(_ index: UInt8) -> (Int, Int, Int) {
    let value = Int(index)
    if value < 16 { return basic[value] }
    if value >= 232 {
      let grey = 8 + (value - 232) * 10
      return (grey, grey, grey)
    }
    let cube = value - 16
    return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
  }

  /// The nearest entry of the cube or the greys; the user's own sixteen are never guessed.
  static func nearest256(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let wanted = (Int(red), Int(green), Int(blue))
    let steps = [wanted.0, wanted.1, wanted.2].map { component in
      levels.indices.min { abs(levels[$0] - component) < abs(levels[$1] - component) } ?? 0
    }
    let cube = UInt8(16 + 36 * steps[0] + 6 * steps[1] + steps[2])
    let average = (wanted.0 + wanted.1 + wanted.2) / 3
    let grey = UInt8(232 + min(23, max(0, (average - 3) / 10)))
    return distance(components(grey), wanted) < distance(components(cube), wanted) ? grey : cube
  }

  /// The nearest of some entries; of equally near ones the first.
  static func nearest(_ wanted: (Int, Int, Int), among entries: some Sequence<UInt8>) -> UInt8 {
    entries.min { distance(components($0), wanted) < distance(components($1), wanted) } ?? 0
  }

  private static func distance(_ one: (Int, Int, Int), _ other: (Int, Int, Int)) -> Int {
    let (red, green, blue) = (one.0 - other.0, one.1 - other.1, one.2 - other.2)
    return red * red + green * green + blue * blue
  }
}
