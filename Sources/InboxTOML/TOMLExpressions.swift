/// The expressions of a TOML text, each of which ends with its line but for brackets and long texts: a key with its
/// value, the name of a table, a comment, or nothing.
struct TOMLExpressions: Sequence, IteratorProtocol {
  /// One of them; places are byte offsets.
  struct Expression {
    /// Behind the blanks in front of it.
    let begin: Int
    /// Where a list should have a value and has what no value begins with, or a date has no time behind its `T`.
    let badValue: Int?
    /// Where a text has a NUL character, written as an escape.
    let nul: Int?
    /// Where a name has more parts than the parser can take: it calls itself for each of them.
    let longName: Int?
  }

  /// The most dots of a name.
  private static let mostDots = 128

  private let bytes: [UInt8]
  private var at: Int
  /// The first escape of a NUL character in the expression.
  private var nul: Int?
  /// The first name in the expression that is too long.
  private var longName: Int?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The parser skips a byte order mark.
    at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func next() -> Expression? {
    guard at < bytes.count else { return nil }
    at = Self.behindBlanks(bytes, at)
    (nul, longName) = (nil, nil)
    let begin = at
    let badValue = skipExpression()
    return Expression(begin: begin, badValue: badValue, nul: nul, longName: longName)
  }

  /// Where the name of a table begins, behind its brackets; where the expression begins if it is not a table.
  static func name(_ bytes: [UInt8], _ begin: Int) -> Int {
    var index = begin
    for _ in 0..<2 where index < bytes.count && bytes[index] == UInt8(ascii: "[") {
      index = behindBlanks(bytes, index + 1)
    }
    return index
  }

  private static func behindBlanks(_ bytes: [UInt8], _ begin: Int) -> Int {
    bytes[begin...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? bytes.count
  }

  private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

  /// Goes behind the line feed that ends it; returns the first ``Expression/badValue``.
  private mutating func skipExpression() -> Int? {
    at = Self.name(bytes, at)
    var open: [UInt8] = []
    // What a value is expected behind: “=”, or “[” or “,” of a list.
    var expected: UInt8?
    var badValue: Int?
    var dots = 0
    while let byte {
      dots = byte == UInt8(ascii: ".") ? dots + 1 : "=,\n".utf8.contains(byte) ? 0 : dots
      if dots > Self.mostDots { longName = longName ?? at }
      switch byte {
      case UInt8(ascii: "\n"):
        at += 1
        if open.isEmpty { return badValue }
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): at += 1
      case UInt8(ascii: "#"): skip { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        expected = nil
        skipText(byte)
      default:
        if let expected, isBadDate || expected != UInt8(ascii: "=") && isBadValue {
          badValue = badValue ?? at
        }
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"): open.append(byte)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
        default: break
        }
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "="): expected = byte
        case UInt8(ascii: ",") where open.last == UInt8(ascii: "["): expected = byte
        default: expected = nil
        }
        at += 1
      }
    }
    return badValue
  }

  /// Whether “}” stands here, or U+0085, U+2028 or U+2029, which are white space to the parser but separate nothing.
  private var isBadValue: Bool {
    let rest = bytes[at...]
    return rest.starts(with: [UInt8(ascii: "}")]) || rest.starts(with: [0xC2, 0x85])
      || rest.starts(with: [0xE2, 0x80, 0xA8]) || rest.starts(with: [0xE2, 0x80, 0xA9])
  }

  /// Whether `2026-11-22T` stands here and no digit behind it.
  private var isBadDate: Bool {
    let text = Array(bytes[at...].prefix(12))
    guard text.count == 12, text[10] | 0x20 == UInt8(ascii: "t"), !isDigit(text[11]) else { return false }
    return text.prefix(10).enumerated().allSatisfy { index, byte in
      index == 4 || index == 7 ? byte == UInt8(ascii: "-") : isDigit(byte)
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while let byte, isSkipped(byte) { at += 1 }
  }

  /// Whether the escape that stands here is that of a NUL character.
  private var isNUL: Bool {
    let rest = bytes[at...]
    return rest.starts(with: Array("\\u0000".utf8)) || rest.starts(with: Array("\\U00000000".utf8))
  }

  private mutating func skipText(_ quote: UInt8) {
    let isLong = bytes[at...].starts(with: [quote, quote, quote])
    at += isLong ? 3 : 1
    while let byte {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        if nul == nil, isNUL { nul = at }
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
