/// Percent-encoding of parts of a URL (RFC 3986, section 2.1).
package enum PercentCoding {
  /// Undoes the encoding once; a text that is not UTF-8 afterwards stays as it is, and so does a percent sign without
  /// two digits behind it.
  package static func decode(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    return String(validating: decode(Array(text.utf8)[...]), as: UTF8.self) ?? String(text)
  }

  /// Undoes the encoding of bytes once; a percent sign without two digits behind it stays as it is.
  package static func decode(_ source: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = source.startIndex
    while index < source.endIndex {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.endIndex,
        let high = hexValue(source[index + 1]), let low = hexValue(source[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return bytes
  }

  /// Encodes every byte but those that the condition lets stand.
  package static func encode(_ text: String, keeping isRetained: (UInt8) -> Bool) -> String {
    let bytes = Array(text.utf8)
    return encode(bytes) { isRetained(bytes[$0]) }
  }

  private static func encode(_ bytes: [UInt8], keeping isRetained: (_ index: Int) -> Bool) -> String {
    var result = ""
    for (index, byte) in bytes.enumerated() {
      if isRetained(index) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return result
  }

  /// Encodes only what no URL may hold as it is, and leaves nothing for Foundation to encode: it would encode the
  /// percent signs of the same part once more.
  package static func encodeForbidden(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let path = endOfAuthority(in: bytes)
    let fragment = bytes[path...].firstIndex(of: UInt8(ascii: "#"))
    return encode(bytes) { index in
      switch bytes[index] {
      case UInt8(ascii: "%"):
        index + 2 < bytes.count && hexValue(bytes[index + 1]) != nil && hexValue(bytes[index + 2]) != nil
      case UInt8(ascii: "#"): index == fragment
      // Only the address of a host stands in brackets.
      case UInt8(ascii: "["), UInt8(ascii: "]"): index < path
      case let byte: (0x21...0x7E).contains(byte) && !forbidden.contains(byte)
      }
    }
  }

  private static let forbidden = Set("\"<>\\^`{|} ".utf8)

  /// Where scheme and host end in a URL or a reference to one; 0 where it has neither.
  private static func endOfAuthority(in bytes: [UInt8]) -> Int {
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? 0
    let rest = bytes[..<colon].isURLScheme ? bytes[(colon + 1)...] : bytes[...]
    guard rest.starts(with: "//".utf8) else { return rest.startIndex }
    return rest.dropFirst(2).drop { !"/?#".utf8.contains($0) }.startIndex
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
