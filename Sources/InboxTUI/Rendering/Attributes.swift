/// What a cell's text looks like besides its colours.
public struct Attributes: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Heavier strokes.
  public static let bold = Attributes(rawValue: 1 << 0)
  /// Less bright.
  public static let dim = Attributes(rawValue: 1 << 1)
  /// Slanted; terminals without it show it reversed or plain.
  public static let italic = Attributes(rawValue: 1 << 2)
  /// A line under the text.
  public static let underline = Attributes(rawValue: 1 << 3)
  /// Foreground and background exchanged.
  public static let reverse = Attributes(rawValue: 1 << 4)
}

extension Attributes {
  /// The words for them, in the order in which they are written.
  package static let names: [(attribute: Attributes, name: String)] = [
    (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
  ]

  /// The attributes as words.
  package var words: [String] { Self.names.filter { contains($0.attribute) }.map(\.name) }
}
