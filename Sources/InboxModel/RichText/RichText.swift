/// A message's body made ready to read: blocks from top to bottom, and the links numbered in reading order.
///
/// The text is as the sender wrote it: control and bidi characters are still in it, the screen makes it
/// harmless (FE-9). `links[n - 1].number == n` always holds, and every `RichSpan.link` is one of those numbers.
public struct RichText: Equatable, Sendable, Codable {
  /// What is read, from top to bottom; never two rules in a row; a paragraph has words or a picture, unless it parts
  /// two tables.
  public var blocks: [RichBlock]
  /// The links in the order of their numbers, which start at 1.
  public var links: [RichLink]
  /// Full sentences about what had to be left out, for the reader; usually empty.
  public var notes: [String]

  /// The pictures in reading order, those that only count who reads among them.
  public var pictures: [RichPicture]

  /// The colour behind everything; nil where the sender gave none.
  public var page: RichColor?
  /// How the sender wants each block to look, in their order; none in texts from before looks were kept.
  private var looks: [RichLook]?

  /// How the sender wants a block to look.
  public func look(ofBlock index: Int) -> RichLook {
    guard let looks, looks.indices.contains(index) else { return RichLook() }
    return looks[index]
  }

  /// Says how its blocks are to look, in their order.
  public mutating func take(_ looks: [RichLook]) {
    self.looks = looks.allSatisfy { $0 == RichLook() } ? nil : looks
  }

  /// Takes its parts as they are; nothing is checked.
  public init(
    blocks: [RichBlock] = [], links: [RichLink] = [], notes: [String] = [], pictures: [RichPicture] = []
  ) {
    self.blocks = blocks
    self.links = links
    self.notes = notes
    self.pictures = pictures
  }

  /// Texts from before pictures were kept have none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    blocks = try container.decode([RichBlock].self, forKey: .blocks)
    links = try container.decode([RichLink].self, forKey: .links)
    notes = try container.decode([String].self, forKey: .notes)
    pictures = try container.decodeIfPresent([RichPicture].self, forKey: .pictures) ?? []
    page = try container.decodeIfPresent(RichColor.self, forKey: .page)
    looks = try container.decodeIfPresent([RichLook].self, forKey: .looks)
  }

  /// What is said in the place of rich content that has no block.
  package static let nothing = "The rich content has neither words nor pictures."

  /// The words as they are read: their lines, the markers of lists, and a blank line wherever one block stands apart
  /// from the next.
  public var text: String {
    var text = ""
    var above: RichBlock?
    for block in blocks where !block.words.isEmpty {
      if let above { text += block.standsApart(from: above) ? "\n\n" : "\n" }
      if case .listItem(let depth, let marker, _) = block {
        text += String(repeating: "  ", count: depth) + (marker.isEmpty ? "  " : marker + " ")
      }
      text += block.words
      above = block
    }
    return text
  }

  /// The words alone, one line per block, for previews and searching.
  public var words: String {
    blocks.map(\.words).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
