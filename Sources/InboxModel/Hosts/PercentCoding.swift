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
    var result = ""
    for byte in text.utf8 {
      if isRetained(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return result
  }

  /// Encodes only what no URL may hold as it is.
  package static func encodeForbidden(_ text: String) -> String {
    let forbidden = Set("\"<>\\^`{|} ".utf8)
    return encode(text) { (0x21...0x7E).contains($0) && !forbidden.contains($0) }
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
