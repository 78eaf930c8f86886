extension UInt8 {
  /// Whether this is one of the five characters the HTML standard calls ASCII whitespace.
  var isHTMLSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }
}
