/// How a cell looks: two colours and attributes.
public struct Style: Hashable, Sendable {
  /// Attributes in the lowest 8 bits, then 26 each for the text's colour and for the one behind it: a word, as it is
  /// copied and compared in thousands of cells for every key.
  private var bits: UInt64

  private static let foregroundShift: UInt64 = 8
  private static let backgroundShift: UInt64 = foregroundShift + UInt64(Color.packedBits)
  private static let colorMask: UInt64 = 1 << UInt64(Color.packedBits) - 1

  /// Makes a style; what is not given is the terminal's own.
  public init(foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []) {
    bits =
      UInt64(attributes.rawValue) | UInt64(foreground.packed) << Self.foregroundShift
      | UInt64(background.packed) << Self.backgroundShift
  }

  /// The colour of the text.
  public var foreground: Color {
    get { color(at: Self.foregroundShift) }
    set { set(newValue, at: Self.foregroundShift) }
  }

  /// The colour behind the text.
  public var background: Color {
    get { color(at: Self.backgroundShift) }
    set { set(newValue, at: Self.backgroundShift) }
  }

  /// Bold, underlined and the like.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
    set { bits = bits & ~0xFF | UInt64(newValue.rawValue) }
  }

  private func color(at shift: UInt64) -> Color {
    Color(packed: UInt32(truncatingIfNeeded: bits >> shift & Self.colorMask))
  }

  private mutating func set(_ color: Color, at shift: UInt64) {
    bits = bits & ~(Self.colorMask << shift) | UInt64(color.packed) << shift
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
