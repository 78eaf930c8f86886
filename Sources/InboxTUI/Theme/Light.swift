import Foundation

extension Color {
  /// Whether white is easier to read on it than black; nil for the terminal's own colour, which is unknown.
  package var isDark: Bool? {
    Light(self).map { $0.contrast(with: .white) >= $0.contrast(with: .black) }
  }
}

/// Red, green and blue, for measurements.
struct Light: Hashable, Sendable {
  var red: Double
  var green: Double
  var blue: Double

  static let black = Light(red: 0, green: 0, blue: 0)
  static let white = Light(red: 255, green: 255, blue: 255)

  /// A colour's light; nil for the terminal's own, which is unknown.
  ///
  /// The first sixteen entries have their usual values (xterm's).
  init?(_ color: Color) {
    switch color {
    case .standard: return nil
    case .palette(let index):
      let (red, green, blue) = ColorDepth.components(index)
      self.init(red: Double(red), green: Double(green), blue: Double(blue))
    case .rgb(let red, let green, let blue):
      self.init(red: Double(red), green: Double(green), blue: Double(blue))
    }
  }

  init(red: Double, green: Double, blue: Double) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The nearest colour of 24 bits.
  var color: Color {
    .rgb(
      UInt8(clamping: Int(red.rounded())), UInt8(clamping: Int(green.rounded())),
      UInt8(clamping: Int(blue.rounded())))
  }

  private static func linear(_ part: Double) -> Double {
    let part = part / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }

  /// How bright it is, from 0 to 1 (WCAG 2).
  var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// The contrast with another, from 1 to 21 (WCAG 2).
  func contrast(with other: Light) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  func mixed(with other: Light, _ share: Double) -> Light {
    Light(
      red: red + (other.red - red) * share, green: green + (other.green - green) * share,
      blue: blue + (other.blue - blue) * share)
  }

  /// Its place in OKLab, where equal distances look equal.
  var perceived: SIMD3<Double> {
    let (red, green, blue) = (Self.linear(red), Self.linear(green), Self.linear(blue))
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let middle = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return SIMD3(
      0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
      1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
      0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short)
  }
}
