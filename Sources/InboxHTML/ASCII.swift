extension UInt8 {
  /// Whether this is one of the five characters the HTML standard calls ASCII whitespace.
  var isHTMLSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }

  /// Whether this is one of the letters A to Z in either case.
  var isASCIILetter: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= asciiLowercased
  }

  /// Whether this is one of the digits 0 to 9.
  var isASCIIDigit: Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }

  /// The small letter for A to Z, anything else unchanged.
  var asciiLowercased: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
