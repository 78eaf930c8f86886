import Foundation

/// Finds colours of text that can be read on their grounds, at a given depth.
enum Legibility {
  /// The contrast that a text needs (WCAG 2, level AA).
  static let least = 4.5

  private static let perceived = (0...255).map { index in
    Light(.palette(UInt8(index)))?.perceived ?? .zero
  }

  /// Whether a text of a colour can be read on each of the grounds.
  static func isReadable(_ light: Light, on grounds: [Light]) -> Bool {
    grounds.allSatisfy { light.contrast(with: $0) >= least }
  }

  /// The entries of the palette by distance from a colour, nearest first.
  private static func nearest(to light: Light, among indices: [UInt8]) -> [UInt8] {
    let wanted = light.perceived
    func distance(_ index: UInt8) -> Double {
      let difference = perceived[Int(index)] - wanted
      return (difference * difference).sum()
    }
    return indices.map { ($0, distance($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Which of the six hues of the sixteen a colour has; nil for a grey.
  private static func hue(of light: Light) -> UInt8? {
    func angle(_ place: SIMD3<Double>) -> Double { atan2(place.z, place.y) }
    let place = light.perceived
    guard (place.y * place.y + place.z * place.z).squareRoot() >= leastChroma else { return nil }
    func distance(_ index: UInt8) -> Double {
      let turn = abs(angle(perceived[Int(index)]) - angle(place))
      return min(turn, 2 * .pi - turn)
    }
    return (1...6).min { distance($0) < distance($1) }
  }

  /// Below this a colour is a grey (OKLab).
  private static let leastChroma = 0.04

  /// The colour at a depth that comes nearest and can be read on the grounds; where none can, the most readable.
  static func color(_ light: Light, on grounds: [Light], at depth: ColorDepth) -> Color {
    let candidates: [UInt8]
    switch depth {
    case .mono: return .standard
    case .truecolor: return lightened(light, on: grounds).color
    case .palette256: candidates = nearest(to: light, among: Array(16...255))
    case .palette16:
      // First the same hue brighter or darker, then no hue: green must not become red, however legible that would be.
      let hues = hue(of: light).map { nearest(to: light, among: [$0, $0 + 8]) } ?? []
      candidates = hues + nearest(to: light, among: [0, 7, 8, 15])
    }
    func isGood(_ index: UInt8) -> Bool {
      Light(.palette(index)).map { isReadable($0, on: grounds) } ?? false
    }
    if let good = candidates.first(where: isGood) { return .palette(good) }
    func worst(_ index: UInt8) -> Double {
      grounds.compactMap { Light(.palette(index))?.contrast(with: $0) }.min() ?? 0
    }
    return .palette(candidates.max { worst($0) < worst($1) } ?? candidates[0])
  }

  /// The colour, moved towards white or black just as far as makes it readable.
  private static func lightened(_ light: Light, on grounds: [Light]) -> Light {
    if isReadable(light, on: grounds) { return light }
    for step in 1...20 {
      for end in [Light.white, .black] {
        let mixed = light.mixed(with: end, Double(step) / 20)
        if isReadable(mixed, on: grounds) { return mixed }
      }
    }
    let worst = { (light: Light) in grounds.map { light.contrast(with: $0) }.min() ?? 21 }
    return worst(.white) > worst(.black) ? .white : .black
  }
}
