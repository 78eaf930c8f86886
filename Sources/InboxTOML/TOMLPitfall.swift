/// What the parser must not be given: toml++ 3.4 ends the whole program where a table's name begins with what no name
/// begins with (`[\a]`, `[$]`), and reads no further than a NUL, as if nothing came behind it.
///
/// Of a text that is TOML up to there the place is found exactly; in front of any other the parser stops by itself.
struct TOMLPitfall {
  /// The text before the line that it is on.
  let before: String
  /// Both from 1.
  let line: Int
  /// In characters, from 1.
  let column: Int
  /// A clause.
  let reason: String

  /// Looks for the first one; nil where there is none.
  init?(in text: String) {
    let bytes = Array(text.utf8)
    var scanner = Scanner(bytes: bytes)
    guard let (index, reason) = scanner.firstPitfall() else { return nil }
    let begin = bytes[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    before = String(decoding: bytes[..<begin], as: UTF8.self)
    line = bytes[..<begin].count { $0 == UInt8(ascii: "\n") } + 1
    column = bytes[begin..<index].count { $0 & 0xC0 != 0x80 } + 1
    self.reason = reason
  }

  /// Goes through TOML by its expressions: a key with its value, or the name of a table.
  private struct Scanner {
    let bytes: [UInt8]
    var at = 0

    mutating func firstPitfall() -> (Int, String)? {
      // The parser skips a byte order mark.
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
      let nul = bytes.firstIndex(of: 0)
      while at < bytes.count {
        skipBlanks()
        if byte == UInt8(ascii: "["), let index = badName(), index < nul ?? .max {
          return (index, "the name of a table begins with a letter, a digit, “-”, “_” or a quote")
        }
        skipExpression()
      }
      return nul.map { ($0, "it holds a NUL character") }
    }

    private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipBlanks() {
      while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { at += 1 }
    }

    /// Where the name of the table that begins here is none.
    private mutating func badName() -> Int? {
      at += 1
      skipBlanks()
      if byte == UInt8(ascii: "[") {
        at += 1
        skipBlanks()
      }
      // The parser tells of what is missing altogether.
      guard let byte else { return nil }
      switch byte {
      case UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        return nil
      default: return at
      }
    }

    /// Goes behind the line feed that ends it, which is none within brackets and long texts.
    private mutating func skipExpression() {
      var depth = 0
      while let byte {
        switch byte {
        case UInt8(ascii: "\n"):
          at += 1
          if depth == 0 { return }
        case UInt8(ascii: "#"): skip { $0 != UInt8(ascii: "\n") }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): skipText(byte)
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          at += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          depth = max(0, depth - 1)
          at += 1
        default: at += 1
        }
      }
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
      while let byte, isSkipped(byte) { at += 1 }
    }

    private mutating func skipText(_ quote: UInt8) {
      let isLong = bytes[at...].starts(with: [quote, quote, quote])
      at += isLong ? 3 : 1
      while let byte {
        if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
          at += 2
        } else if byte == quote, !isLong || bytes[at...].starts(with: [quote, quote, quote]) {
          at += isLong ? 3 : 1
          // A long text may end with two quotes of its own.
          if isLong { skip { $0 == quote } }
          return
        } else if byte == UInt8(ascii: "\n"), !isLong {
          return
        } else {
          at += 1
        }
      }
    }
  }
}
