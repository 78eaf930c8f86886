import struct Foundation.Data

/// Finds values that are secrets wherever they stand among bytes, in each way in which text writes them: as they are,
/// percent-encoded (once or more, whole or in part), escaped in JSON, as references of HTML, in Base64.
struct KnownSecrets: Hashable, Sendable {
  private let values: [[UInt8]]
  /// Their forms in Base64 by first byte, as every byte of every exchange is looked up.
  private let codes: [[[UInt8]]]
  /// With which bytes anything begins that may be a secret.
  private let begins: [Bool]

  /// Fewer letters of Base64 than this also occur in ordinary words.
  private static let shortestCode = 8

  init(_ values: [String]) {
    // Of one length, in an order that is always the same.
    let longestFirst: ([UInt8], [UInt8]) -> Bool = {
      $0.count == $1.count ? $1.lexicographicallyPrecedes($0) : $0.count > $1.count
    }
    self.values = Set(values.map { Array($0.utf8) }).sorted(by: longestFirst)
    var codes = [[[UInt8]]](repeating: [], count: 256)
    for code in Set(self.values.flatMap(Self.codes)).sorted(by: longestFirst) {
      codes[Int(code[0])].append(code)
    }
    self.codes = codes
    let firsts = Set(self.values.map { $0[0] })
    begins = (0...UInt8.max).map {
      firsts.contains($0) || !codes[Int($0)].isEmpty || Self.beginsEscape($0)
    }
  }

  var isEmpty: Bool { values.isEmpty }

  /// How many bytes from here on are a secret; nil where none begins.
  func length(at index: Int, of source: [UInt8]) -> Int? {
    let first = source[index]
    guard begins[Int(first)] else { return nil }
    for value in values where first == value[0] || Self.beginsEscape(first) {
      if first == value[0], source[index...].starts(with: value) { return value.count }
      if let end = Self.end(of: value, from: index, in: source) { return end - index }
    }
    return codes[Int(first)].first { source[index...].starts(with: $0) }?.count
  }

  // MARK: - As text writes it

  private static func beginsEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&")
  }

  /// Where a value ends of which any byte may be escaped.
  private static func end(of value: [UInt8], from start: Int, in source: [UInt8]) -> Int? {
    var position = start
    for byte in value {
      guard position < source.count else { return nil }
      if let end = endOfEscape(of: byte, at: position, in: source) {
        position = end
      } else if source[position] == byte
        || (byte == UInt8(ascii: " ") && source[position] == UInt8(ascii: "+"))
      {
        position += 1
      } else {
        return nil
      }
    }
    return position
  }

  private static func endOfEscape(of byte: UInt8, at position: Int, in source: [UInt8]) -> Int? {
    switch source[position] {
    case UInt8(ascii: "%"):
      var digits = position + 1
      while source[digits...].starts(with: "25".utf8), number(source[(digits + 2)...].prefix(2), 16) != nil {
        digits += 2
      }
      return number(source[digits...].prefix(2), 16) == Int(byte) ? digits + 2 : nil
    case UInt8(ascii: "\\"):
      // JSON within JSON doubles them.
      let run = source[position...].prefix(64)
      guard let letter = run.firstIndex(where: { $0 != UInt8(ascii: "\\") }) else { return nil }
      if source[letter] == UInt8(ascii: "u") {
        return number(source[(letter + 1)...].prefix(4), 16) == Int(byte) && byte < 0x80 ? letter + 5 : nil
      }
      if byte == UInt8(ascii: "\\") {
        let count = letter - position
        return count < 2 ? nil : count.nonzeroBitCount == 1 ? letter : position + 2
      }
      return source[letter] == byte && !byte.isASCIIAlphanumeric ? letter + 1 : nil
    case UInt8(ascii: "&"): return endOfReference(to: byte, at: position, in: source)
    default: return nil
    }
  }

  private static func endOfReference(to byte: UInt8, at position: Int, in source: [UInt8]) -> Int? {
    guard let end = source[position...].prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: source[(position + 1)..<end], as: UTF8.self).lowercased()
    let code: Int? =
      switch name {
      case "amp": 0x26
      case "lt": 0x3C
      case "gt": 0x3E
      case "quot": 0x22
      case "apos": 0x27
      case _ where name.hasPrefix("#x"): Int(name.dropFirst(2), radix: 16)
      case _ where name.hasPrefix("#"): Int(name.dropFirst())
      default: nil
      }
    return code == Int(byte) && byte < 0x80 ? end + 1 : nil
  }

  private static func number(_ digits: ArraySlice<UInt8>, _ radix: Int) -> Int? {
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy(\.isASCIIAlphanumeric) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: radix)
  }

  // MARK: - Base64

  /// A value in Base64 behind none, one or two other bytes, without the letters that depend on what is around it.
  private static func codes(of value: [UInt8]) -> [[UInt8]] {
    (0..<3).flatMap { before -> [[UInt8]] in
      let code = Array(Data([UInt8](repeating: 0, count: before) + value).base64EncodedString().utf8)
      let own = Array(code[((before * 8 + 5) / 6)..<((before + value.count) * 8 / 6)])
      guard own.count >= shortestCode else { return [] }
      return [
        own,
        own.map {
          $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
        },
      ]
    }
  }
}
