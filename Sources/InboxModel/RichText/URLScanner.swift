/// Finds URLs in running text, and where they end before the punctuation of the sentence around them.
enum URLScanner {
  /// The first `scheme://…` in a line; it never starts or ends with white space, quotes or a full stop.
  static func firstURL(in line: Substring) -> Range<Substring.Index>? {
    let scalars = line.unicodeScalars
    var from = scalars.startIndex
    while let colon = scalars[from...].firstIndex(of: ":") {
      let afterColon = scalars.index(after: colon)
      if let start = schemeStart(before: colon, in: scalars[from...]),
        scalars[afterColon...].starts(with: "//".unicodeScalars)
      {
        let body = scalars[scalars.index(afterColon, offsetBy: 2)...]
        let end = end(ofBody: body)
        if body.startIndex < end { return start..<end }
      }
      from = afterColon
    }
    return nil
  }

  /// The first letter of the scheme that ends at the colon (RFC 3986, section 3.1).
  private static func schemeStart(
    before colon: Substring.Index, in scalars: Substring.UnicodeScalarView
  ) -> Substring.Index? {
    var start: Substring.Index?
    for index in scalars[..<colon].indices.reversed() {
      let scalar = scalars[index]
      guard scalar.isASCII else { break }
      if scalar.properties.isAlphabetic {
        start = index
      } else if !("0"..."9" ~= scalar || "+-.".unicodeScalars.contains(scalar)) {
        break
      }
    }
    return start
  }

  private static func end(ofBody body: Substring.UnicodeScalarView) -> Substring.Index {
    let startsIdeographic = body.first.map(isIdeographic) ?? false
    var open: [Unicode.Scalar] = []
    var end = body.startIndex
    for index in body.indices {
      let scalar = body[index]
      if isDelimiter(scalar) || (!startsIdeographic && isIdeographic(scalar)) { break }
      if let closing = closingBrackets[scalar] {
        open.append(closing)
      } else if closingBrackets.values.contains(scalar) {
        guard open.last == scalar else { break }
        open.removeLast()
      }
      // A URL may hold these characters but does not end with them.
      if closingBrackets[scalar] == nil, !trailing.contains(scalar) { end = body.index(after: index) }
    }
    return end
  }

  private static let closingBrackets: [Unicode.Scalar: Unicode.Scalar] = ["(": ")", "[": "]", "{": "}"]
  private static let trailing = Set(".,;:!?'*_~|…。、，．；：！？".unicodeScalars)
  private static let delimiters = Set("<>\"`\\^“”„‘’«»‹›¡¿「」『』【】《》〈〉（）".unicodeScalars)

  private static func isDelimiter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || (0x7F...0xA0).contains(scalar.value) || scalar.properties.isWhitespace
      || delimiters.contains(scalar) || isInvisible(scalar)
  }

  /// Bidi and zero-width formatting is never written into a URL on purpose.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .format
  }

  /// Chinese and Japanese put no space after a URL, so their letters end one that began in another script.
  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0x30FF, 0x3130...0x318F, 0x31F0...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF,
      0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
