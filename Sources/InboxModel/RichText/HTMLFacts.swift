/// What a parser finds in the HTML of a rich message; the core parses no HTML itself.
///
/// Elements without a rendering, such as counting pixels, are for the parser to leave out of the counts of pictures.
public struct HTMLFacts: Hashable, Sendable {
  /// How often each element occurs, by name in lower case.
  public var elements: [String: Int]
  /// Pictures without `alt`; an empty `alt` is one.
  public var imagesWithoutAlt: Int
  /// Pictures whose source is http or https.
  public var remoteImages: Int
  /// Pictures whose source is a `data:` link.
  public var dataImages: Int
  /// `link` elements that load a style sheet.
  public var stylesheetLinks: Int
  /// Elements with a `background` attribute or a background image in their style.
  public var backgroundImages: Int
  /// Elements whose style has a `position` of absolute, fixed or sticky.
  public var positionedElements: Int
  /// The cells that its visible text takes.
  public var textCells: Int

  /// What is left out does not occur.
  public init(
    elements: [String: Int] = [:], imagesWithoutAlt: Int = 0, remoteImages: Int = 0, dataImages: Int = 0,
    stylesheetLinks: Int = 0, backgroundImages: Int = 0, positionedElements: Int = 0, textCells: Int = 0
  ) {
    self.elements = elements
    self.imagesWithoutAlt = imagesWithoutAlt
    self.remoteImages = remoteImages
    self.dataImages = dataImages
    self.stylesheetLinks = stylesheetLinks
    self.backgroundImages = backgroundImages
    self.positionedElements = positionedElements
    self.textCells = textCells
  }

  /// How many elements have one of the names.
  package func count(_ names: String...) -> Int { names.reduce(0) { $0 + (elements[$1] ?? 0) } }
}
