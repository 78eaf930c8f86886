import struct Foundation.Data

/// Masks secrets in bytes that may be JSON, a form, HTML or prose, whole or cut, without taking them apart.
///
/// What is not a secret stays as it is, byte by byte.
struct SecretScanner {
  private let source: [UInt8]
  private var output: [UInt8] = []
  private var index = 0
  /// Where the last `customer_ids` end: its `cookie` is an id of a customer, not a credential.
  private var endOfIDs = 0

  /// Names longer than this are none.
  private static let longestName = 200
  private static let literalEnds = Set(",}] \t\r\n".utf8)
  private static let emptyEnds = Set(",}]: \t\r\n\"".utf8)
  private static let valueEnds = Set("& \t\r\n\"'<>".utf8)
  private static let authorityEnds = Set("/?#\\ \t\r\n\"'<>".utf8)
  private static let lineEnds = Set("\r\n\"<".utf8)
  private static let blanks = Set(" \t\r\n".utf8)
  private static let escapes = Set("\"nrtu".utf8)
  /// What ``masked()`` looks at, by its byte.
  private static let marks = (0...UInt8.max).map { "\"=%:".utf8.contains($0) }
  private static let nameMarks = Set("-_.%[]".utf8)

  init(_ source: [UInt8]) { self.source = source }

  mutating func masked() -> [UInt8] {
    output.reserveCapacity(source.count)
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "\""): maskMember()
      case UInt8(ascii: "="): maskAssignment()
      case UInt8(ascii: "%"): maskEncodedAssignment()
      case UInt8(ascii: ":"): maskAfterColon()
      default: copyPlain()
      }
    }
    return output
  }

  /// Copies as far as nothing begins that may be masked.
  private mutating func copyPlain() {
    var end = index + 1
    while end < source.count, !Self.marks[Int(source[end])] { end += 1 }
    copy(to: end)
  }

  // MARK: - `"name": value`

  private mutating func maskMember() {
    let start = index + 1
    let limit = min(source.count, start + Self.longestName)
    guard start < limit, let end = source[start..<limit].firstIndex(of: UInt8(ascii: "\"")) else {
      return copy(to: start)
    }
    let colon = skippingBlanks(end + 1)
    guard byte(colon) == UInt8(ascii: ":") else { return copy(to: start) }
    let name = source[start..<end].last == UInt8(ascii: "\\") ? source[start..<end - 1] : source[start..<end]
    if start >= endOfIDs, name.elementsEqual(SecretMask.customerIDs.utf8) {
      endOfIDs = endOfContainer(from: skippingBlanks(colon + 1))
    }
    let isID = start < endOfIDs && name.elementsEqual(SecretMask.cookie.utf8)
    guard !isID, isSecret(member: String(decoding: name, as: UTF8.self)) else { return copy(to: start) }
    copy(to: skippingBlanks(colon + 1))
    maskValue(quote: byte(end - 1) == UInt8(ascii: "\\") ? "\\\"" : "\"")
  }

  private func isSecret(member name: String) -> Bool {
    if SecretMask.isSecret(name) { return true }
    guard name.contains("\\"), let read = try? JSONValue.parse(.init("\"\(name)\"".utf8)).text else {
      return false
    }
    return SecretMask.isSecret(read)
  }

  private mutating func maskValue(quote: String) {
    let start = index
    if hasPrefix(quote, at: index) {
      index = endOfText(quote, from: start + quote.utf8.count)
      let isEmpty = index == start + 2 * quote.utf8.count
      return isEmpty
        ? output.append(contentsOf: source[start..<index]) : write(quote + SecretMask.replacement + quote)
    }
    if byte(index) == UInt8(ascii: "{") || byte(index) == UInt8(ascii: "[") {
      index = endOfContainer(from: start)
    } else {
      index = end(from: start) { Self.literalEnds.contains($0) }
    }
    let value = source[start..<index]
    if value.isEmpty || value.elementsEqual("null".utf8) {
      output += value
    } else {
      write(quote + SecretMask.replacement + quote)
    }
  }

  private func endOfText(_ quote: String, from start: Int) -> Int {
    var position = start
    while position < source.count {
      if hasPrefix(quote, at: position) { return position + quote.utf8.count }
      position += source[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return source.count
  }

  private func endOfContainer(from start: Int) -> Int {
    var position = start
    var depth = 0
    while position < source.count {
      switch source[position] {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "\""):
        position = endOfText("\"", from: position + 1) - 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return min(position, source.count) }
    }
    return source.count
  }

  // MARK: - `name=value`

  private mutating func maskAssignment() {
    let name = name(before: index)
    copy(to: index + 1)
    guard SecretMask.isSecret(PercentCoding.decode(name)) else { return }
    for quote in ["\"", "'", "\\\""] where hasPrefix(quote, at: index) {
      let start = index + quote.utf8.count
      guard let first = byte(start), !Self.emptyEnds.contains(first) else { return }
      copy(to: start)
      index = endOfText(quote, from: start)
      return write(SecretMask.replacement + quote)
    }
    let start = index
    index = end(from: start) { Self.valueEnds.contains($0) }
    if start < index { write(SecretMask.replacement) }
  }

  // MARK: - `name%3Dvalue`, in an address that is itself a part of one (MC-8)

  private static let encodedEnds = ["20", "22", "23", "26", "27", "3B", "3C", "3E"]

  private mutating func maskEncodedAssignment() {
    guard let length = lengthOfEscape(["3D"], at: index) else { return copy(to: index + 1) }
    var name = name(before: index)
    // It may be encoded more than once.
    for _ in 0..<3 { name = PercentCoding.decode(name) }
    let last = name.split { "?&;#/".contains($0) }.last ?? ""
    copy(to: index + length)
    guard SecretMask.isSecret(String(last)) else { return }
    let start = index
    while index < source.count, !Self.valueEnds.contains(source[index]),
      lengthOfEscape(Self.encodedEnds, at: index) == nil
    {
      index += 1
    }
    if start < index { write(SecretMask.replacement) }
  }

  /// How many bytes an escape such as `%3D`, `%253D` takes; nil where none of these stands.
  private func lengthOfEscape(_ codes: [String], at position: Int) -> Int? {
    guard byte(position) == UInt8(ascii: "%") else { return nil }
    var end = position + 1
    while hasPrefix("25", at: end) { end += 2 }
    guard end + 2 <= source.count else { return nil }
    let code = String(decoding: source[end..<end + 2], as: UTF8.self).uppercased()
    return codes.contains(code) ? end + 2 - position : nil
  }

  // MARK: - `://user:password@host` and `Authorization: Token value`

  private mutating func maskAfterColon() {
    let name = name(before: index)
    copy(to: index + 1)
    for slashes in ["//", "\\/\\/"] where hasPrefix(slashes, at: index) {
      copy(to: index + slashes.utf8.count)
      let authority = source[index..<end(from: index) { Self.authorityEnds.contains($0) }]
      guard let at = authority.lastIndex(of: UInt8(ascii: "@")), at > index else { return }
      index = at
      return write(SecretMask.replacement)
    }
    guard Self.isHeader(name.lowercased()) else { return }
    copy(to: skippingBlanks(index))
    let start = index
    index = end(from: start) { Self.lineEnds.contains($0) }
    guard start < index else { return }
    let value = String(decoding: source[start..<index], as: UTF8.self)
    write(SecretMask.schemePrefix(of: value) + SecretMask.replacement)
  }

  private static func isHeader(_ name: String) -> Bool {
    name.hasSuffix("authorization") || name.hasSuffix("cookie")
      || (name.hasPrefix("x-") && SecretMask.isSecret(name))
  }

  // MARK: - Bytes

  private func byte(_ position: Int) -> UInt8? { source.indices.contains(position) ? source[position] : nil }

  private func hasPrefix(_ prefix: String, at position: Int) -> Bool {
    position < source.count && source[position...].starts(with: prefix.utf8)
  }

  private mutating func copy(to end: Int) {
    let end = min(end, source.count)
    output += source[index..<end]
    index = end
  }

  private mutating func write(_ text: String) { output += text.utf8 }

  private func skippingBlanks(_ start: Int) -> Int {
    var position = start
    while let byte = byte(position), Self.blanks.contains(byte) { position += 1 }
    return position
  }

  /// Where a bare value ends: at a byte that cannot be in it, or at an escape of JSON for such a byte.
  private func end(from start: Int, where isEnd: (UInt8) -> Bool) -> Int {
    var position = start
    while position < source.count, !isEnd(source[position]) {
      if source[position] == UInt8(ascii: "\\"), let next = byte(position + 1), Self.escapes.contains(next) {
        break
      }
      position += 1
    }
    return position
  }

  private func name(before end: Int) -> String {
    let first = max(0, end - Self.longestName)
    let isPart: (UInt8) -> Bool = { $0 >= 0x80 || $0.isASCIIAlphanumeric || Self.nameMarks.contains($0) }
    let start = source[first..<end].lastIndex { !isPart($0) }.map { $0 + 1 } ?? first
    return String(decoding: source[start..<end], as: UTF8.self)
  }
}
