/// Takes JSON Web Tokens out of bytes, whatever they are called and whether or not anyone knows their value: a server
/// may repeat a token in its response that a program handed out a moment ago (VE-7).
///
/// One is known by its form (RFC 7519): parts of base64url with full stops between them, of which the first is a JSON
/// object. One that is cut in its second part or behind it is one, too.
enum JWTMask {
  /// `{"` in base64url, and a brace with a blank, a tab or a line break behind it.
  private static let beginnings = ["eyJ", "eyA", "ewk", "ewo", "ew0"].map { Array($0.utf8) }
  /// An object without members, with no blank in it or one; with more it begins as others do.
  private static let emptyClaims = ["e30", "eyB9", "ewl9", "ewp9", "ew19"].map { Array($0.utf8) }
  /// The shortest header, `{"alg":"none"}`, has 19 bytes.
  private static let shortestHeader = 16

  /// Whether a text is one token and nothing else.
  static func isToken(_ text: String) -> Bool {
    masked(Array(text.utf8)).elementsEqual(SecretMask.replacement.utf8)
  }

  static func masked(_ source: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var (copied, index) = (0, 0)
    while let start = source[index...].firstIndex(of: beginnings[0][0]) {
      index = start + 1
      guard begins(source[start...]) else { continue }
      let header = endOfPart(source, from: start)
      index = header
      guard header - start >= shortestHeader, header < source.count, source[header] == UInt8(ascii: "."),
        beginsClaims(source, at: header + 1)
      else { continue }
      index = end(of: source, claimsFrom: header + 1)
      result += source[copied..<start]
      result += SecretMask.replacement.utf8
      copied = index
    }
    return copied == 0 ? source : result + source[copied...]
  }

  private static func begins(_ part: ArraySlice<UInt8>) -> Bool {
    // Most of what passes a tap ends here: a word with an “e”.
    guard let second = part.dropFirst().first, "yw".utf8.contains(second) else { return false }
    return beginnings.contains { part.starts(with: $0) }
  }

  private static func beginsClaims(_ source: [UInt8], at start: Int) -> Bool {
    begins(source[start...])
      || emptyClaims.contains { source[start..<endOfPart(source, from: start)].elementsEqual($0) }
  }

  /// Where a token ends: behind its signature, or behind what is there of its claims.
  private static func end(of source: [UInt8], claimsFrom start: Int) -> Int {
    let claims = endOfPart(source, from: start)
    guard claims < source.count, source[claims] == UInt8(ascii: ".") else { return claims }
    return endOfPart(source, from: claims + 1)
  }

  private static func endOfPart(_ source: [UInt8], from start: Int) -> Int {
    source[start...].firstIndex { !isPart($0) } ?? source.count
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
