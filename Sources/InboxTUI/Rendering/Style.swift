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
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
    ]
    words += names.filter { attributes.contains($0.0) }.map(\.1)
    return words.isEmpty ? "plain" : words.joined(separator: ", ")
  }
}
