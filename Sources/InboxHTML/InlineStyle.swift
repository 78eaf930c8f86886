/// The declarations of a `style` attribute, as far as they decide what is read.
///
/// Style sheets are not read: mails repeat in `style` what has to hold everywhere.
struct InlineStyle {
  /// Values by property, both in lower case, without `!important`; the last one of a property counts.
  private let declarations: [String: String]

  init(_ text: String) {
    var declarations: [String: String] = [:]
    for declaration in text.utf8.split(separator: UInt8(ascii: ";")) {
      guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let property = Self.trimmed(declaration[..<colon])
      guard Self.known.contains(property) else { continue }
      var value = Self.trimmed(declaration[declaration.index(after: colon)...])
      if let mark = value.lastIndex(of: "!"), Self.trimmed(value[mark...].dropFirst().utf8) == "important" {
        value = Self.trimmed(value[..<mark].utf8)
      }
      declarations[property] = value
    }
    self.declarations = declarations
  }

  subscript(property: String) -> String? {
    declarations[property]
  }

  /// The number of pixels, or of whatever unit, that the property is set to.
  func length(_ property: String) -> Double? {
    declarations[property].flatMap(Self.length)
  }

  /// The number a length begins with; a percentage has none.
  static func length(_ value: String) -> Double? {
    guard !value.hasSuffix("%") else { return nil }
    return Double(value.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") })
  }

  /// Whether the element and everything in it takes no room or cannot be seen.
  ///
  /// `mso-hide:all` is not among the reasons: it hides from Outlook alone, and is what the one button every
  /// other reader gets is made of. Preheaders that have it have another reason, too.
  var hidesEverything: Bool {
    if self["display"] == "none" || self["visibility"] == "hidden" || self["visibility"] == "collapse" {
      return true
    }
    if length("max-height") == 0 || isZero("opacity") { return true }
    let clips = self["overflow"] == "hidden" || self["overflow"] == "clip"
    return clips && ["height", "width", "max-width"].contains { length($0) == 0 }
  }

  /// Whether its own text is too small to be seen: nothing if that is as around it.
  ///
  /// `font-size:0` around text of another size is how mails are laid out, and does not hide pictures.
  var hidesText: Bool? {
    // Words in the colour of their own ground, or in none, are for previews alone.
    if let color = self["color"] {
      if color == "transparent" { return true }
      if let color = InlineColor(color), color == ground { return true }
    }
    guard let size = self["font-size"], !size.isEmpty else { return nil }
    if isZero("font-size") { return true }
    if size.hasSuffix("px") || size.hasSuffix("pt"), length("font-size").map({ $0 <= 2 }) == true {
      return true
    }
    let isRelative =
      size.hasSuffix("%") || (size.hasSuffix("em") && !size.hasSuffix("rem"))
      || ["inherit", "larger", "smaller"].contains(size)
    return isRelative ? nil : false
  }

  /// Whether the words become bold or cease to be: nothing if as around it.
  var isStrong: Bool? {
    guard let weight = self["font-weight"] else { return nil }
    switch weight {
    case "bold", "bolder": return true
    case "normal", "lighter": return false
    default: return Double(weight).map { $0 >= 600 }
    }
  }

  /// The colour behind the words, where this element says it and it is nothing but a colour.
  var ground: InlineColor? {
    (self["background-color"] ?? self["background"]).flatMap { InlineColor($0) }
  }

  /// The colour of the words, where it is one.
  var color: InlineColor? { self["color"].flatMap { InlineColor($0) } }

  private func isZero(_ property: String) -> Bool {
    guard let value = self[property] else { return false }
    return Double(value.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }) == 0
  }

  private static func trimmed(_ text: Substring.UTF8View) -> String {
    var text = text
    while let first = text.first, first.isHTMLSpace { text = text.dropFirst() }
    while let last = text.last, last.isHTMLSpace { text = text.dropLast() }
    return String(Substring(text)).lowercased()
  }

  private static let known: Set = [
    "background", "background-color", "border", "color", "display", "font-size", "font-style", "font-weight",
    "height", "list-style", "list-style-type", "max-height", "max-width",
    "opacity", "overflow", "text-align", "text-decoration", "text-decoration-line", "visibility",
    "white-space", "width",
  ]
}
