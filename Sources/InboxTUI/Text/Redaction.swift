import InboxCore
import InboxModel

/// The part of a text that an audience may see: addresses without path and parameters, and no word that only machines
/// read.
enum Redaction {
  /// The text with every address shortened and every identifier left out.
  static func text(_ text: String) -> String {
    let text = printable(text)
    guard mayIdentify(text) else { return text }
    return RichText.plain(text).redacted.blocks.map(\.words).joined(separator: " ")
  }

  /// The characters of a span for an audience: of an address only its place.
  static func span(_ span: RichSpan) -> String {
    guard span.text.contains("://") else { return words(span.text) }
    if span.link != nil, !span.text.contains(" ") { return place(span.text) }
    // Not everything that looks like an address is one.
    return RichText.plain(span.text).links.isEmpty ? words(span.text) : text(span.text)
  }

  /// The same line by line, where lines stay as they are.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.text(String($0)) }
      .joined(separator: "\n")
  }

  /// The text without control characters and the sequences that they begin: an audience sees no sign in place of one.
  static func printable(_ text: String) -> String {
    let isSpecial = { (scalar: Unicode.Scalar) in
      switch CharacterWidth.classify(scalar) {
      case .control: scalar != "\n" && scalar != "\t"
      case .bidi, .invalid: true
      case .narrow, .wide, .mark, .ignorable: false
      }
    }
    guard text.unicodeScalars.contains(where: isSpecial) else { return text }
    var printable = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" || scalar == "\u{9B}" {
        skipSequence(&rest, isBegun: scalar == "\u{9B}")
      } else if !isSpecial(scalar) {
        printable.append(scalar)
      }
    }
    return String(printable)
  }

  /// Skips what follows an Escape: a control sequence or a string up to its end, else one character.
  private static func skipSequence(_ rest: inout Substring.UnicodeScalarView, isBegun: Bool) {
    let kind: Unicode.Scalar? = isBegun ? "[" : rest.popFirst()
    switch kind {
    case "["?:
      while let next = rest.popFirst(), !(0x40...0x7E).contains(next.value) {}
    case "]"?, "P"?, "_"?, "^"?, "X"?:
      while let next = rest.popFirst(), next != "\u{07}", next != "\u{9C}" {
        if next == "\u{1B}" {
          _ = rest.popFirst()
          break
        }
      }
    default: break
    }
  }

  /// A quick test before a closer look: most texts are plain words.
  private static func mayIdentify(_ text: String) -> Bool {
    text.contains("://") || text.contains { $0.isNumber || $0 == "=" || $0 == "_" }
  }

  /// An address in the words of people: the host of a website, the app for its own scheme.
  static func place(_ url: String) -> String {
    guard LinkOutcome.isForBrowsers(url) else { return "the app" }
    return LinkResolver.host(of: url) ?? "a website"
  }

  /// Words without those that only machines read.
  static func words(_ text: String) -> String {
    let text = printable(text)
    guard text.contains(where: { $0.isNumber || $0 == "=" || $0 == "_" }) else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false)
      .map { isForMachines($0) ? left(of: $0) : String($0) }.joined(separator: " ")
  }

  /// What is left of a word that only machines read: the host, of an address without a scheme.
  private static func left(of word: Substring) -> String {
    let host = word.prefix { !"/?#".contains($0) }
    return host.count < word.count && host.contains(".") && !isForMachines(host) ? String(host) : "…"
  }

  /// Whether a word is an identifier, a token or a parameter: long, and letters mixed with digits, or an assignment.
  private static func isForMachines(_ word: Substring) -> Bool {
    if word.contains("="), word.contains("?") || word.contains("&") || word.contains("_") { return true }
    guard word.count >= 16 else { return false }
    var changes = 0
    var before: Kind?
    for scalar in word.unicodeScalars where scalar.isASCII {
      let kind = Kind(scalar)
      if let before, let kind, before != kind { changes += 1 }
      before = kind ?? before
    }
    return changes >= 4 && word.contains(where: \.isNumber)
  }

  private enum Kind {
    case lower, upper, digit

    init?(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "a"..."z": self = .lower
      case "A"..."Z": self = .upper
      case "0"..."9": self = .digit
      default: return nil
      }
    }
  }

  /// The path to a screen of the app: “shows › the salt road”; parts that name one customer's thing are left out.
  static func path(_ url: String) -> String {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    // A universal link stands for a screen as well; its host does not.
    let parts = path.split(separator: "/").dropFirst(LinkOutcome.isForBrowsers(url) ? 2 : 1)
    // A part that is not a word may be personal: an address, a number, a code.
    let shown = parts.filter { part in
      part.count <= 40 && part.allSatisfy { $0.isLetter || $0 == "-" || $0 == "_" }
    }
    return shown.map { $0.replacing("-", with: " ").replacing("_", with: " ") }.joined(separator: " › ")
  }
}

extension RichText {
  /// The same text for an audience; its links keep their numbers.
  var redacted: RichText { map(spans: Redaction.span, lines: Redaction.lines, notes: Redaction.words) }
}
