/// A theme in a recording: styles as short texts, so that a line stays a line.
extension Theme: Codable {
  private enum CodingKeys: String, CodingKey { case name, title, brand, glyphs, page, styles }

  /// Reads a theme; the bare name of a built-in one, as in older recordings, is valid too.
  package init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self = .named(name)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var styles: [ThemeRole: Style] = [:]
    for text in try container.decode([String].self, forKey: .styles) {
      let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
      // A role of another version is not drawn here.
      guard parts.count == 2, let role = ThemeRole(rawValue: parts[0]) else { continue }
      styles[role] = try Self.style(parts[1], container, .styles)
    }
    self.init(
      try container.decode(String.self, forKey: .name), styles,
      title: try container.decode(String.self, forKey: .title),
      brand: try container.decodeIfPresent(ThemeBrand.self, forKey: .brand),
      glyphs: try container.decode(ThemeGlyphs.self, forKey: .glyphs),
      page: try Self.style(container.decode(String.self, forKey: .page), container, .page))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(title, forKey: .title)
    try container.encodeIfPresent(brand, forKey: .brand)
    try container.encode(glyphs, forKey: .glyphs)
    try container.encode(page.description, forKey: .page)
    // Not an object: a member named “hint-key” would be masked as a secret.
    let texts = styles.map { "\($0.key.rawValue) \($0.value)" }.sorted()
    try container.encode(texts, forKey: .styles)
  }

  private static func style(
    _ text: String, _ container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
  ) throws -> Style {
    guard let style = Style(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "“\(text)” is not a style")
    }
    return style
  }
}
