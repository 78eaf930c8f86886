/// Distinguishes keys without holding them.
enum KeyDigest {
  /// FNV-1a of 64 bits, in hexadecimal: enough to distinguish a few keys of one person apart, and too little to make the key of.
  static func text(_ key: String) -> String {
    let hash = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
