import InboxModel

/// What holds for everything inside an element, inherited from those around it.
struct ComposingContext {
  /// Quotes and lists inside more than this many others are shown like the innermost of these.
  static let deepest = 8

  /// Emphasis and link of the words; its text does not matter.
  var style = RichSpan("")
  private(set) var headingLevel: Int?
  /// How many lists are around; 0 outside of lists.
  private(set) var listDepth = 0
  private(set) var quoteDepth = 0
  /// Whether words, though not pictures, are too small to be seen.
  private(set) var hidesText = false
  /// Whether line feeds end a line.
  private(set) var preservesLines = false
  /// Where a button of the form around leads.
  private(set) var formTarget: String?
  private(set) var look = RichLook()

  /// What holds inside the element.
  func entering(_ element: HTMLElement) -> ComposingContext {
    var inner = self
    inner.enterStructure(of: element)
    inner.style.emphasis.formUnion(Self.emphasis[element.name] ?? [])
    inner.apply(element.style, to: element)
    inner.applyLook(of: element)
    return inner
  }

  /// Forgets heading and list: a cell is a line of its own.
  mutating func leaveBlocks() {
    headingLevel = nil
    listDepth = 0
  }

  private mutating func enterStructure(of element: HTMLElement) {
    switch element.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      headingLevel = element.name.last?.wholeNumberValue
      if listDepth > 0 { style.emphasis.insert(.strong) }
    case "ul", "ol", "menu", "dir": listDepth = min(listDepth + 1, Self.deepest)
    case "li": listDepth = max(listDepth, 1)
    case "blockquote":
      quoteDepth += 1
      leaveBlocks()
    case "form": formTarget = element.trimmed("action")
    case "pre": preservesLines = true
    default: break
    }
  }

  private mutating func apply(_ declared: InlineStyle, to element: HTMLElement) {
    if let hides = declared.hidesText { hidesText = hides }
    if let strong = declared.isStrong, headingLevel == nil {
      if strong { style.emphasis.insert(.strong) } else { style.emphasis.remove(.strong) }
    }
    if let slant = declared["font-style"] {
      if slant == "italic" || slant.hasPrefix("oblique") {
        style.emphasis.insert(.italic)
      } else if slant == "normal" {
        style.emphasis.remove(.italic)
      }
    }
    if let lines = declared["text-decoration-line"] ?? declared["text-decoration"] {
      if lines.contains("line-through") { style.emphasis.insert(.strike) }
      // Links are underlined anyway.
      if lines.contains("underline"), style.link == nil, element.name != "a" {
        style.emphasis.insert(.underline)
      }
    }
    if let whiteSpace = declared["white-space"] { preservesLines = whiteSpace.hasPrefix("pre") }
  }

  private mutating func applyLook(of element: HTMLElement) {
    if element.name == "a" || element.name == "button" { style.color = nil }
    if let color = element.color { style.color = color.rich }
    if let ground = element.ground {
      if element.isBlock { look.ground = ground.rich } else { style.ground = ground.rich }
    }
    switch element.style["text-align"] ?? element.attributes["align"]?.lowercased() {
    case "center", "middle": look.isCentered = true
    case "left", "right", "start", "end", "justify": if element.isBlock { look.isCentered = false }
    default: if element.name == "center" { look.isCentered = true }
    }
  }

  private static let emphasis: [String: RichEmphasis] = [
    "b": .strong, "dt": .strong, "strong": .strong,
    "cite": .italic, "dfn": .italic, "em": .italic, "i": .italic, "var": .italic,
    "ins": .underline, "u": .underline,
    "del": .strike, "s": .strike, "strike": .strike,
    "code": .code, "kbd": .code, "samp": .code, "tt": .code,
  ]
}
