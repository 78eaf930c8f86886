/// Classes of ASCII bytes, for what is read byte by byte.
extension UInt8 {
  @inlinable package var isASCIILetter: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= asciiLowercased
  }

  @inlinable package var isASCIIDigit: Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }

  @inlinable package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  /// Whether this is one of `0`–`9`, `a`–`f` and `A`–`F`.
  @inlinable package var isASCIIHexDigit: Bool {
    isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= asciiLowercased
  }

  /// The small letter for A to Z, anything else unchanged.
  @inlinable package var asciiLowercased: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}

extension String {
  /// The text with the letters A to Z made small, as SQLite's `lower` does it.
  package var lowercasedASCII: String { String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self) }
}

extension Collection<UInt8> {
  /// Whether these bytes are the scheme of a URL (RFC 3986, section 3.1).
  package var isURLScheme: Bool {
    first?.isASCIILetter == true && allSatisfy { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
  }
}
