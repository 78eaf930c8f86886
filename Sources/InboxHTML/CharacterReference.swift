import CHTML
import InboxModel

/// What begins with `&` at the start of some bytes: an entity, a number, or an ampersand that is just that.
///
/// By the HTML standard, section 13.2.5.72 and following, with all its leniency: mails say `&nbsp` without
/// a semicolon, `&#146;` for an apostrophe, and `?a=1&copy=2` in their links.
struct CharacterReference {
  /// How many bytes it takes; at least 1.
  private(set) var length: Int
  /// What a parser of HTML should see instead.
  private(set) var replacement: [UInt8]

  init(_ bytes: ArraySlice<UInt8>, inAttribute: Bool) {
    length = 1
    replacement = Array("&amp;".utf8)
    let body = bytes.dropFirst()
    guard let first = body.first else { return }
    if first == UInt8(ascii: "#") {
      readNumber(body.dropFirst())
    } else if first.isASCIILetter {
      readName(body, inAttribute: inAttribute)
    }
  }

  private mutating func readNumber(_ body: ArraySlice<UInt8>) {
    let isHexadecimal = body.first?.asciiLowercased == UInt8(ascii: "x")
    let digits = (isHexadecimal ? body.dropFirst() : body).prefix {
      $0.isASCIIDigit || (isHexadecimal && UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0.asciiLowercased)
    }
    guard !digits.isEmpty else { return }
    let text = String(decoding: digits, as: UTF8.self)
    // What does not fit is not a character either.
    let value = UInt32(text, radix: isHexadecimal ? 16 : 10) ?? 0
    let semicolon = body[digits.endIndex...].first == UInt8(ascii: ";") ? 1 : 0
    length = 2 + (isHexadecimal ? 1 : 0) + digits.count + semicolon
    replacement = Self.escaped(Self.windows1252[value] ?? value)
  }

  private mutating func readName(_ body: ArraySlice<UInt8>, inAttribute: Bool) {
    let name = body.prefix(Self.longestName).prefix { $0.isASCIILetter || $0.isASCIIDigit }
    let next = body[name.endIndex...].first
    if next == UInt8(ascii: ";"), use(name) {
      length += 1
      return
    }
    if inAttribute {
      if next != UInt8(ascii: "="), Self.isLegacy(name) { _ = use(name) }
      return
    }
    for count in stride(from: min(name.count, 6), through: 2, by: -1) where Self.isLegacy(name.prefix(count))
    {
      _ = use(name.prefix(count))
      return
    }
  }

  private mutating func use(_ name: ArraySlice<UInt8>) -> Bool {
    var scalars: (UInt32, UInt32) = (0, 0)
    let text = String(decoding: name, as: UTF8.self)
    let count = withUnsafeMutableBytes(of: &scalars) { buffer in
      Int(chtml_entity(text, buffer.assumingMemoryBound(to: UInt32.self).baseAddress))
    }
    guard count > 0 else { return false }
    replacement = Self.escaped(scalars.0) + (count > 1 ? Self.escaped(scalars.1) : [])
    length = 1 + name.count
    return true
  }

  /// The character as UTF-8, or as a number if a parser would take it for something else.
  static func escaped(_ value: UInt32) -> [UInt8] {
    guard value != 0, let scalar = Unicode.Scalar(value) else { return Array("\u{FFFD}".utf8) }
    switch scalar {
    case "<", ">", "&", "\"", "'": return Array("&#\(value);".utf8)
    default: return Array(String(scalar).utf8)
    }
  }

  private static let longestName = 31  // CounterClockwiseContourIntegral

  private static func isLegacy(_ name: ArraySlice<UInt8>) -> Bool {
    name.count <= 6 && legacy.contains(Substring(decoding: name, as: UTF8.self))
  }

  /// The entities that are also recognised without a semicolon.
  private static let legacy = Set(
    """
    AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute Icirc \
    Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml \
    Yacute aacute acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg \
    divide eacute ecirc egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo \
    lt macr micro middot nbsp not ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound \
    quot raquo reg sect shy sup1 sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml
    """.split(separator: " "))

  /// Numbers that mean a character of Windows-1252, as in the standard's numeric reference end state.
  private static let windows1252: [UInt32: UInt32] = [
    0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021,
    0x88: 0x02C6, 0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152, 0x8E: 0x017D, 0x91: 0x2018,
    0x92: 0x2019, 0x93: 0x201C, 0x94: 0x201D, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC,
    0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A, 0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
  ]
}
