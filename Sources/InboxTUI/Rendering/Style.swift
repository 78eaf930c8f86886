/// How a cell looks: two colours and attributes.
public struct Style: Hashable, Sendable {
  /// The colour of the text.
  public var foreground: Color
  /// The colour behind the text.
  public var background: Color
  /// Bold, underlined and the like.
  public var attributes: Attributes

  /// Makes a style; what is not given is the terminal's own.
  public init(foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own colours and no attributes.
  public static let plain = Style()

  /// This style laid over another: unset colours show those below, attributes add up.
  public func over(_ below: Style) -> Style {
    Style(
      foreground: foreground == .standard ? below.foreground : foreground,
      background: background == .standard ? below.background : background,
      attributes: attributes.union(below.attributes))
  }
}

extension Style: CustomStringConvertible {
  /// The style in words, for legends: “fg 6, bold, reverse”.
  public var description: String {
    var words: [String] = []
    if foreground != .standard { words.append("fg \(foreground)") }
    if background != .standard { words.append("bg \(background)") }
    words += attributes.words
    return words.isEmpty ? "plain" : words.joined(separator: ", ")
  }
}

extension Style {
  /// Reads what ``description`` writes.
  package init?(_ text: String) {
    self = .plain
    if text == Style.plain.description { return }
    for part in text.split(separator: ",") {
      let words = part.split(separator: " ")
      switch (words.first, words.count) {
      case ("fg", 2):
        guard let color = Color(words[1]) else { return nil }
        foreground = color
      case ("bg", 2):
        guard let color = Color(words[1]) else { return nil }
        background = color
      case (let name?, 1):
        guard let known = Attributes.names.first(where: { $0.name == name }) else { return nil }
        attributes.insert(known.attribute)
      default: return nil
      }
    }
  }
}
