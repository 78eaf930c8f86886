/// Goes through JSON (RFC 8259) as far as it is some; Foundation's decoder on Linux does not say where it stopped.
struct JSONScanner {
  /// Where it stopped, and why.
  struct Stop: Error {
    var index: Int
    var problem: String
  }

  private let bytes: [UInt8]
  private var index = 0
  /// As deep as the decoder goes.
  private static let deepest = 512

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// One value and nothing else.
  mutating func document() throws(Stop) {
    // A byte order mark is let through, as the decoder does.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    try value(depth: 0)
    skipBlanks()
    guard index == bytes.count else { throw stop("\(name) comes after the end of the value") }
  }

  private mutating func value(depth: Int) throws(Stop) {
    skipBlanks()
    guard depth <= Self.deepest else { throw stop("it is nested too deeply") }
    guard let byte = current else { throw stop("it ends where a value should stand") }
    switch byte {
    case UInt8(ascii: "{"): try list(until: "}", depth, isObject: true)
    case UInt8(ascii: "["): try list(until: "]", depth, isObject: false)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw stop("\(name) stands where a value should be")
    }
  }

  private mutating func list(until end: Character, _ depth: Int, isObject: Bool) throws(Stop) {
    let begin = index
    index += 1
    skipBlanks()
    if current == end.asciiValue {
      index += 1
      return
    }
    while true {
      if isObject { try name(after: begin) }
      try value(depth: depth + 1)
      skipBlanks()
      if current == end.asciiValue {
        index += 1
        return
      }
      guard current != nil else { throw unfinished(begin, isObject ? "object" : "list") }
      guard current == UInt8(ascii: ",") else {
        throw stop("\(name) stands where a comma or “\(end)” should be")
      }
      index += 1
    }
  }

  /// The name of a member and its colon.
  private mutating func name(after begin: Int) throws(Stop) {
    skipBlanks()
    guard current != nil else { throw unfinished(begin, "object") }
    guard current == UInt8(ascii: "\"") else {
      throw stop("\(name) stands where the name of a member should be, in quotes")
    }
    try string()
    skipBlanks()
    guard current == UInt8(ascii: ":") else { throw stop("\(name) stands where a colon should be") }
    index += 1
  }

  private mutating func string() throws(Stop) {
    let begin = index
    index += 1
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case ..<0x20: throw stop("a text holds a line break or another control character: write \\n")
      default: index += 1
      }
    }
    throw Stop(index: begin, problem: "the text that begins here has no end")
  }

  private mutating func escape() throws(Stop) {
    let begin = index
    index += 1
    guard let byte = current, "\"\\/bfnrtu".utf8.contains(byte) else {
      throw Stop(index: begin, problem: "there is no such escape in a text: write \\\\ for a backslash")
    }
    index += 1
    guard byte == UInt8(ascii: "u") else { return }
    for _ in 0..<4 {
      guard let digit = current, Character(Unicode.Scalar(digit)).isHexDigit else {
        throw Stop(index: begin, problem: "\\u wants four hexadecimal digits")
      }
      index += 1
    }
  }

  private mutating func word(_ word: String) throws(Stop) {
    guard bytes[index...].starts(with: word.utf8) else { throw stop("\(name) begins no true, false or null") }
    index += word.utf8.count
  }

  private mutating func number() throws(Stop) {
    let begin = index
    if current == UInt8(ascii: "-") { index += 1 }
    let first = index
    let whole = digits()
    var isGood = whole > 0 && (whole == 1 || bytes[first] != UInt8(ascii: "0"))
    if isGood, current == UInt8(ascii: ".") {
      index += 1
      isGood = digits() > 0
    }
    if isGood, current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      index += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
      isGood = digits() > 0
    }
    guard isGood else { throw Stop(index: begin, problem: "this is no number of JSON") }
  }

  private mutating func digits() -> Int {
    let begin = index
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index - begin
  }

  private mutating func skipBlanks() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// What stands here, for a sentence.
  private var name: String {
    guard index < bytes.count else { return "the end" }
    let scalar = String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.first
    return scalar.map { "“\(Character($0))”" } ?? "something"
  }

  private func stop(_ problem: String) -> Stop { Stop(index: index, problem: problem) }

  private func unfinished(_ begin: Int, _ what: String) -> Stop {
    Stop(index: begin, problem: "the \(what) that begins here has no end")
  }
}
