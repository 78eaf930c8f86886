/// An element's name, its attributes, and what they say about how it is shown.
struct HTMLElement {
  /// In lower case, such as "td".
  let name: String
  /// By names in lower case, entities decoded; the value of `hidden` alone is empty.
  let attributes: [String: String]
  /// The declarations of its `style`.
  let style: InlineStyle

  init(name: String, attributes: [String: String] = [:]) {
    self.name = name
    self.attributes = attributes
    style = InlineStyle(attributes["style"] ?? "")
  }

  /// Whether neither it nor anything in it is shown, whatever is inside.
  var isHidden: Bool {
    Self.neverShown.contains(name) || attributes["hidden"] != nil || style.hidesEverything
  }

  /// Whether its content stands on lines of its own.
  var isBlock: Bool {
    switch style["display"] {
    case "block", "flex", "grid", "list-item", "table": true
    case "inline": Self.tableParts.contains(name)
    default: Self.blocks.contains(name)
    }
  }

  /// Whether it is a picture without meaning: one that counts openings, or a spacer.
  var isTrackingImage: Bool {
    isTrackingPixel || ["width", "height"].contains { side in pixels(side).map { $0 <= 1 } ?? false }
  }

  /// Whether it is a picture that no one could see, in both directions.
  var isTrackingPixel: Bool {
    guard let width = pixels("width"), let height = pixels("height") else { return false }
    return width <= 2 && height <= 2
  }

  /// How wide or high it is to be shown, where it says so in pixels.
  func pixels(_ side: String) -> Double? {
    style.length(side) ?? attributes[side].flatMap(InlineStyle.length)
  }

  /// The colour of its words, where it says one.
  var color: InlineColor? {
    style.color ?? (name == "font" ? attributes["color"].flatMap(InlineColor.init(legacy:)) : nil)
  }

  /// The colour behind it, where it says one.
  var ground: InlineColor? { style.ground ?? attributes["bgcolor"].flatMap(InlineColor.init(legacy:)) }

  /// The attribute without the white space around it, or nothing if that leaves nothing.
  func trimmed(_ attribute: String) -> String? {
    guard let value = attributes[attribute] else { return nil }
    let isSpace = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 }
    let scalars = value.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return nil }
    // A line break inside a URL is left out, as the URL standard says.
    let isRetained = { (scalar: Unicode.Scalar) in scalar != "\n" && scalar != "\r" && scalar != "\t" }
    return String(String.UnicodeScalarView(scalars[first...last].filter(isRetained)))
  }

  /// Where it leads by itself, whatever element it is: what Bloomreach's editor makes of a button.
  var action: String? { trimmed("data-link") }

  /// Whether it only closes the message, by the same editor; then it leads nowhere.
  var closesMessage: Bool { attributes["data-actiontype"]?.lowercased() == "close" }

  /// The attribute as a whole number, as leniently as HTML reads numbers.
  func integer(_ attribute: String) -> Int? {
    guard let value = trimmed(attribute) else { return nil }
    let digits = value.prefix { $0.isASCII && ($0.isNumber || $0 == "-") }
    return Int(digits).flatMap { $0.magnitude < 1_000_000 ? $0 : nil }
  }

  private static let neverShown: Set = [
    "base", "datalist", "link", "meta", "object", "optgroup", "option", "param", "rp", "script", "select",
    "style", "svg", "template", "textarea", "title", "xml",
  ]

  private static let tableParts: Set = ["table", "tbody", "td", "tfoot", "th", "thead", "tr"]

  private static let blocks: Set = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog",
    "dir",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "p", "pre",
    "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
  ]
}
