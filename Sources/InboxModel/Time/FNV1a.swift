/// FNV-1a of 64 bits: the same number for the same text on every machine, which hides nothing and protects nothing.
package enum FNV1a {
  /// The number of an empty text, from which the others are made.
  package static let basis: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The number of a text, or of one that goes on from another number.
  package static func hash(_ text: String, from start: UInt64 = basis) -> UInt64 {
    text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
