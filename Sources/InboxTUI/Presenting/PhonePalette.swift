import InboxModel

/// The colours of a phone: light or dark, with the brand's own.
struct PhonePalette {
  private let depth: ColorDepth
  /// Behind a message, behind the app's bars and a banner, and behind the lock screen.
  let page, bar, wall: Light
  let ink, muted, brand: Light

  /// - Parameter theme: The brand's, whose accent colours everything that belongs to the app.
  init(isDark: Bool, _ theme: Theme, depth: ColorDepth) {
    self.depth = depth
    brand = Light(theme(.accent).foreground) ?? Light(red: 0, green: 110, blue: 230)
    if isDark {
      page = Light(red: 16, green: 16, blue: 18)
      bar = Light(red: 44, green: 44, blue: 48)
      (ink, muted) = (Light(red: 242, green: 242, blue: 247), Light(red: 160, green: 160, blue: 168))
      wall = Light.black.mixed(with: brand, 0.18)
    } else {
      page = .white
      bar = Light(red: 240, green: 240, blue: 245)
      (ink, muted) = (Light(red: 28, green: 28, blue: 30), Light(red: 95, green: 95, blue: 102))
      wall = Light(red: 226, green: 230, blue: 238).mixed(with: brand, 0.22)
    }
  }

  /// Words of a colour on another; as near to it as can be read.
  func style(_ ink: Light, on ground: Light, _ attributes: Attributes = []) -> Style {
    guard depth != .mono else { return Style(attributes: attributes) }
    let background = depth.color(ground.color)
    return Style(
      foreground: Legibility.color(ink, on: [Light(background) ?? ground], at: depth), background: background,
      attributes: attributes)
  }

  /// Nothing but a colour.
  func fill(_ ground: Light) -> Style { style(ink, on: ground) }

  /// A button of a colour, or the brand's; without colours it is reversed.
  func button(_ ink: Light?, on ground: Light?, _ attributes: Attributes = []) -> Style {
    let ground = ground ?? brand
    let readable = ground.contrast(with: .white) >= 3 ? Light.white : .black
    let style = style(ink ?? readable, on: ground, attributes.union(.bold))
    return depth == .mono ? Style(attributes: [.bold, .reverse]) : style
  }
}

extension Light {
  init(_ color: RichColor) {
    self.init(red: Double(color.red), green: Double(color.green), blue: Double(color.blue))
  }
}
