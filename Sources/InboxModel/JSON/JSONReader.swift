/// Reads JSON (RFC 8259) byte by byte, and says where it stops being some.
///
/// Foundation's decoder on Linux does not say where it stopped, and one bad byte in one text makes it refuse everything
/// around it. ``elements()`` and ``members()`` find where the parts of a value lie without reading them, so that each
/// can be read alone.
struct JSONReader {
  /// Where it stopped, and why.
  struct Stop: Error {
    /// The place among the bytes, from 0.
    var index: Int
    /// What is wrong there, as the end of a sentence.
    var problem: String
  }

  /// A member of an object, by where it lies.
  struct Member {
    var name: Range<Int>
    var value: Range<Int>
  }

  private let bytes: [UInt8]
  private let refusesHugeNumbers: Bool
  private let keepsNumbers: Bool
  private var index: Int
  /// Where the first comma stood that nothing followed, which RFC 8259 does not have.
  private(set) var surplusComma: Int?
  /// Where reading ends.
  private let limit: Int
  /// The deepest nesting, as for Foundation's decoder.
  private static let deepest = 512

  /// - Parameters:
  ///   - range: What is read of the bytes; nil for all.
  ///   - refusesHugeNumbers: Whether a number beyond what a Double holds is an error, as for Foundation; else its
  ///     digits are kept.
  ///   - keepsNumbers: Whether a number keeps its digits as they are written.
  init(
    _ bytes: [UInt8], _ range: Range<Int>? = nil, refusesHugeNumbers: Bool = false, keepsNumbers: Bool = false
  ) {
    self.bytes = bytes
    self.refusesHugeNumbers = refusesHugeNumbers
    self.keepsNumbers = keepsNumbers
    limit = range?.upperBound ?? bytes.count
    // A byte order mark is let through, as Foundation's decoder does.
    index = range?.lowerBound ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  /// One value and nothing else.
  mutating func document() throws(Stop) -> JSONValue {
    let value = try value(depth: 0)
    try end()
    return value
  }

  /// Where the elements lie; nil where the bytes are not one list.
  mutating func elements() throws(Stop) -> [Range<Int>]? {
    skipBlanks()
    guard current == UInt8(ascii: "[") else { return nil }
    var elements: [Range<Int>] = []
    try items(until: "]", "list") { reader throws(Stop) in elements.append(try reader.passed()) }
    try end()
    return elements
  }

  /// Where the members lie; nil where the bytes are not one object.
  mutating func members() throws(Stop) -> [Member]? {
    skipBlanks()
    guard current == UInt8(ascii: "{") else { return nil }
    var members: [Member] = []
    try items(until: "}", "object") { reader throws(Stop) in
      let begin = reader.index
      try reader.beginName()
      try reader.passText()
      let name = begin..<reader.index
      try reader.colon()
      members.append(Member(name: name, value: try reader.passed()))
    }
    try end()
    return members
  }

  private mutating func end() throws(Stop) {
    skipBlanks()
    guard index == limit else { throw stop("\(name) comes after the end of the value") }
  }

  // MARK: - Values

  private mutating func value(depth: Int) throws(Stop) -> JSONValue {
    skipBlanks()
    guard depth <= Self.deepest else { throw stop("it is nested too deeply") }
    guard let byte = current else { throw stop("it ends where a value should stand") }
    switch byte {
    case UInt8(ascii: "{"): return .object(try object(depth))
    case UInt8(ascii: "["): return .array(try array(depth))
    case UInt8(ascii: "\""): return .string(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw stop("\(name) stands where a value should be")
    }
  }

  /// Of two members with one name the later one counts.
  private mutating func object(_ depth: Int) throws(Stop) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    try items(until: "}", "object") { reader throws(Stop) in
      try reader.beginName()
      let name = try reader.text()
      try reader.colon()
      members[name] = try reader.value(depth: depth + 1)
    }
    return members
  }

  private mutating func array(_ depth: Int) throws(Stop) -> [JSONValue] {
    var elements: [JSONValue] = []
    try items(until: "]", "list") { reader throws(Stop) in
      elements.append(try reader.value(depth: depth + 1))
    }
    return elements
  }

  /// The items between brackets, separated by commas; one behind the last is let through, as by Foundation.
  private mutating func items(
    until end: Character, _ what: String, _ item: (inout JSONReader) throws(Stop) -> Void
  ) throws(Stop) {
    let begin = index
    let unfinished = Stop(index: begin, problem: "the \(what) that begins here has no end")
    index += 1
    var comma: Int?
    while true {
      skipBlanks()
      if current == end.asciiValue {
        index += 1
        surplusComma = surplusComma ?? comma
        return
      }
      if current == nil, what == "object" { throw unfinished }
      try item(&self)
      skipBlanks()
      guard let byte = current else { throw unfinished }
      index += 1
      if byte == end.asciiValue { return }
      guard byte == UInt8(ascii: ",") else {
        index -= 1
        throw stop("\(name) stands where a comma or “\(end)” should be")
      }
      comma = index - 1
    }
  }

  private mutating func beginName() throws(Stop) {
    guard current == UInt8(ascii: "\"") else {
      throw stop("\(name) stands where the name of a member should be, in quotes")
    }
  }

  private mutating func colon() throws(Stop) {
    skipBlanks()
    guard current == UInt8(ascii: ":") else { throw stop("\(name) stands where a colon should be") }
    index += 1
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Stop) -> JSONValue {
    guard bytes[index..<limit].starts(with: word.utf8) else {
      throw stop("\(name) begins no true, false or null")
    }
    index += word.utf8.count
    return value
  }

  // MARK: - Numbers

  private mutating func number() throws(Stop) -> JSONValue {
    let begin = index
    if current == UInt8(ascii: "-") { index += 1 }
    let first = index
    let whole = digits()
    let end = index
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
    guard isGood else { throw Stop(index: begin, problem: "this is not a JSON number") }
    let text = String(decoding: bytes[begin..<index], as: UTF8.self)
    if keepsNumbers { return .huge(text) }
    if let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      guard !refusesHugeNumbers else {
        throw Stop(index: begin, problem: "the number is beyond what can be read")
      }
      return .huge(text)
    }
    if index == end { return JSONValue(whole: text) }
    return Int64(exactly: value).map { .integer($0) } ?? .number(value)
  }

  private mutating func digits() -> Int {
    let begin = index
    while let byte = current, byte.isASCIIDigit { index += 1 }
    return index - begin
  }

  // MARK: - Texts

  private mutating func text() throws(Stop) -> String {
    let begin = index
    var decoded: [UInt8] = []
    var plain = index + 1
    index += 1
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        decoded += bytes[plain..<index]
        index += 1
        guard let text = String(validating: decoded, as: UTF8.self) else { throw notUTF8(in: begin..<index) }
        return text
      case UInt8(ascii: "\\"):
        decoded += bytes[plain..<index]
        decoded += String(try escape()).utf8
        plain = index
      case ..<0x20: throw stop("a text holds a line break or another control character: write \\n")
      default: index += 1
      }
    }
    throw Stop(index: begin, problem: "the text that begins here has no end")
  }

  private mutating func escape() throws(Stop) -> Unicode.Scalar {
    let begin = index
    index += 1
    if let byte = current, let scalar = Self.escaped(byte) {
      index += 1
      return scalar
    }
    guard current == UInt8(ascii: "u") else {
      throw Stop(index: begin, problem: "there is no such escape in a text: write \\\\ for a backslash")
    }
    let unit = try codeUnit(from: begin)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let half = Stop(
      index: begin,
      problem:
        "\(String(decoding: bytes[begin..<index], as: UTF8.self)) is half of a surrogate pair, which is not a "
        + "character")
    guard UTF16.isLeadSurrogate(unit), current == UInt8(ascii: "\\"),
      index + 1 < limit, bytes[index + 1] == UInt8(ascii: "u")
    else { throw half }
    let second = index
    index += 1
    let low = try codeUnit(from: second)
    guard UTF16.isTrailSurrogate(low) else { throw half }
    return UTF16.decode(UTF16.EncodedScalar([unit, low]))
  }

  private static func escaped(_ letter: UInt8) -> Unicode.Scalar? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(letter)
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    default: nil
    }
  }

  /// The four digits behind `\u`.
  private mutating func codeUnit(from begin: Int) throws(Stop) -> UInt16 {
    index += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw Stop(index: begin, problem: "\\u wants four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  /// The first byte of a text that is not UTF-8; what is escaped in it is.
  private func notUTF8(in text: Range<Int>) -> Stop {
    let bad = text.lowerBound + Self.endOfUTF8(bytes[text])
    let digits = String(bytes[min(bad, text.upperBound - 1)], radix: 16, uppercase: true)
    return Stop(index: bad, problem: "the byte 0x\(digits) is not UTF-8")
  }

  /// How many bytes are UTF-8, from the first on.
  static func endOfUTF8(_ bytes: ArraySlice<UInt8>) -> Int {
    var (decoder, iterator) = (UTF8(), bytes.makeIterator())
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
    return count
  }

  // MARK: - What is passed over

  /// Where the value lies that begins here, whatever is wrong inside it: texts end at a quote and brackets close one
  /// another.
  private mutating func passed() throws(Stop) -> Range<Int> {
    skipBlanks()
    let begin = index
    var open: [UInt8] = []
    repeat {
      guard let byte = current else {
        guard !open.isEmpty else { throw stop("it ends where a value should stand") }
        let what = bytes[begin] == UInt8(ascii: "{") ? "object" : "list"
        throw Stop(index: begin, problem: "the \(what) that begins here has no end")
      }
      switch byte {
      case UInt8(ascii: "\""): try passText()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.popLast() == byte else { throw stop("\(name) closes nothing that is open") }
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard !open.isEmpty else { throw stop("\(name) stands where a value should be") }
        index += 1
      default: passWord()
      }
      if !open.isEmpty { skipBlanks() }
    } while !open.isEmpty
    return begin..<index
  }

  private mutating func passText() throws(Stop) {
    let begin = index
    index += 1
    while let byte = current {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return }
    }
    throw Stop(index: begin, problem: "the text that begins here has no end")
  }

  /// A number, a word, or whatever stands in its place.
  private mutating func passWord() {
    index += 1
    while let byte = current, !"\"{}[],: \t\r\n".utf8.contains(byte) { index += 1 }
  }

  // MARK: - Bytes

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
  }

  private var current: UInt8? { index < limit ? bytes[index] : nil }

  /// What stands here, for a sentence.
  private var name: String {
    guard index < limit else { return "the end" }
    let scalar = String(decoding: bytes[index..<limit].prefix(4), as: UTF8.self).unicodeScalars.first
    return scalar.map { "“\(Character($0))”" } ?? "something"
  }

  private func stop(_ problem: String) -> Stop { Stop(index: index, problem: problem) }
}
