/// How a cell looks: two colours and attributes.
package struct Style: Hashable, Sendable {
  /// Attributes in the lowest 8 bits, then 26 bits each for the text's colour and for the one behind it: one word, as
  /// it is copied and compared in thousands of cells for every key.
  private var bits: UInt64

  private static let foregroundShift: UInt64 = 8
  private static let backgroundShift: UInt64 = foregroundShift + UInt64(Color.packedBits)
  private static let colorMask: UInt64 = 1 << UInt64(Color.packedBits) - 1

  /// Omitted colours are the terminal's own.
  package init(foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []) {
    bits =
      UInt64(attributes.rawValue) | UInt64(foreground.packed) << Self.foregroundShift
      | UInt64(background.packed) << Self.backgroundShift
  }

  /// The colour of the text.
  package var foreground: Color {
    get { color(at: Self.foregroundShift) }
    set { set(newValue, at: Self.foregroundShift) }
  }

  /// The colour behind the text.
  package var background: Color {
    get { color(at: Self.backgroundShift) }
    set { set(newValue, at: Self.backgroundShift) }
  }

  package var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
    set { bits = bits & ~0xFF | UInt64(newValue.rawValue) }
  }

  private func color(at shift: UInt64) -> Color {
    Color(packed: UInt32(truncatingIfNeeded: bits >> shift & Self.colorMask))
  }

  private mutating func set(_ color: Color, at shift: UInt64) {
    bits = bits & ~(Self.colorMask << shift) | UInt64(color.packed) << shift
  }

  /// Without the attributes that only some terminals show.
  package var visible: Style {
    Style(
      foreground: foreground, background: background, attributes: attributes.subtracting([.picture, .link]))
  }

  /// The terminal's own colours and no attributes.
  package static let plain = Style()

  /// This style laid over another: unset colours show those below, attributes add up.
  package func over(_ below: Style) -> Style {
    Style(
      foreground: foreground == .standard ? below.foreground : foreground,
      background: background == .standard ? below.background : background,
      attributes: attributes.union(below.attributes))
  }
}

extension Style: CustomStringConvertible {
  /// The style in words, for legends: “fg 6, bold, reverse”.
  package var description: String {
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

/// What a cell's text looks like besides its colours.
package struct Attributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = Attributes(rawValue: 1 << 0)
  package static let dim = Attributes(rawValue: 1 << 1)
  /// Slanted; terminals without it show it reversed or plain.
  package static let italic = Attributes(rawValue: 1 << 2)
  /// A line under the text.
  package static let underline = Attributes(rawValue: 1 << 3)
  /// Foreground and background exchanged.
  package static let reverse = Attributes(rawValue: 1 << 4)
  /// Part of a picture: it has no look of its own, and is cleared where something else is written.
  package static let picture = Attributes(rawValue: 1 << 5)
  /// Part of a web address, likewise.
  package static let link = Attributes(rawValue: 1 << 6)
}

extension Attributes {
  /// The words for the attributes, in the order in which they are written.
  package static let names: [(attribute: Attributes, name: String)] = [
    (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
  ]

  package var words: [String] { Self.names.filter { contains($0.attribute) }.map(\.name) }
}
