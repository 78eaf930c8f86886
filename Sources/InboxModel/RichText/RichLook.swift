/// How the sender wants a block to look, besides its words.
public struct RichLook: Hashable, Sendable, Codable {
  /// The colour behind the whole block; nil where nothing is said.
  public var ground: RichColor?
  /// Whether its lines stand in the middle.
  public var isCentered: Bool

  /// Without further arguments a block of which nothing is said.
  public init(ground: RichColor? = nil, isCentered: Bool = false) {
    self.ground = ground
    self.isCentered = isCentered
  }
}
