/// How the sender wants a block to look, besides its words.
public struct RichLook: Hashable, Sendable, Codable {
  /// The colour behind the whole block; nil where nothing is said.
  public var ground: RichColor?
  /// Whether its lines stand in the middle.
  public var isCentered: Bool

  /// Without arguments: a block of which the markup says nothing.
  public init(ground: RichColor? = nil, isCentered: Bool = false) {
    self.ground = ground
    self.isCentered = isCentered
  }
}
