import Crypto
import struct Foundation.Data
import InboxModel

/// Takes the tokens of a space out of texts, also those of which only the hashes are known, and JSON Web Tokens, which
/// its apps get for their users.
struct TokenMask: Hashable, Sendable {
  private let known: SecretMask
  private let hashes: Set<String>

  init(known secrets: [String], hashes: [String] = []) {
    known = SecretMask(known: secrets)
    self.hashes = Set(hashes)
  }

  func known(in text: String) -> String {
    let text = known.sentence(text)
    guard !hashes.isEmpty else { return text }
    var rest = Self.mostHashed
    let encoded = Self.replacing(in: masked(in: text, &rest), Self.isPercentCoded) { run in
      let isHidden = run.contains("%") && hides(PercentCoding.decode(run), &rest)
      return isHidden ? SecretMask.replacement : String(run)
    }
    return Self.replacing(in: encoded, \.isASCIIAlphanumeric) { run in
      let isHidden = run.utf8.count > Self.length && Self.decoded(run).contains { hides($0, &rest) }
      return isHidden ? SecretMask.replacement : String(run)
    }
  }

  /// How many places of a text are searched for a token; runs of digits behind them are hidden as they are.
  ///
  /// A megabyte of digits would keep the process busy for seconds.
  private static let mostHashed = 16_384

  private func masked(in text: String, _ rest: inout Int) -> String {
    Self.replacing(in: text, Self.isHexadecimal) { run in
      rest -= run.utf8.count - Self.length + 1
      return rest < 0 ? SecretMask.replacement : masked(run)
    }
  }

  /// Whether a text has a token in it.
  private func hides(_ text: String, _ rest: inout Int) -> Bool { masked(in: text, &rest) != text }

  /// Every token made here is 32 hexadecimal digits.
  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte.isASCIIHexDigit && byte == byte.asciiLowercased
  }

  private static func isPercentCoded(_ byte: UInt8) -> Bool {
    byte.isASCIIHexDigit || byte == UInt8(ascii: "%")
  }

  /// The texts that a run encodes in Base64 from each of its first letters on, up to its end or to its last whole
  /// group.
  private static func decoded(_ run: Substring) -> [String] {
    (0..<4).flatMap { offset in
      let text = run.dropFirst(offset)
      let whole = text.prefix(text.utf8.count / 4 * 4)
      let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
      return [text + padding, String(whole)].compactMap { code in
        Data(base64Encoded: code).map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  /// Replaces what may be a token: the runs of such bytes that are long enough.
  private static func replacing(
    in text: String, _ isMember: (UInt8) -> Bool, _ replace: (Substring) -> String
  ) -> String {
    var result = ""
    var (copied, index) = (text.startIndex, text.startIndex)
    while index < text.endIndex {
      guard let start = text.utf8[index...].firstIndex(where: isMember) else { break }
      let end = text.utf8[start...].firstIndex { !isMember($0) } ?? text.endIndex
      if text.utf8.distance(from: start, to: end) >= length {
        result += text[copied..<start] + replace(text[start..<end])
        copied = end
      }
      index = end
    }
    return copied == text.startIndex ? text : result + text[copied...]
  }

  /// The same of every name and text in the members of an object.
  func known(in members: [String: JSONValue]) -> [String: JSONValue] {
    var masked: [String: JSONValue] = [:]
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      var shown = known(in: name)
      // Two names that are equal without their secrets stay two.
      while masked[shown] != nil { shown += SecretMask.replacement }
      masked[shown] = known(in: member)
    }
    return masked
  }

  private func known(in value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(known(in: text))
    case .array(let values): .array(values.map { known(in: $0) })
    case .object(let members): .object(known(in: members))
    case .null, .bool, .integer, .number, .huge: value
    }
  }

  /// Other digits may stand before a token and after it.
  private func masked(_ digits: Substring) -> String {
    let bytes = Array(digits.utf8)
    var text: [UInt8] = []
    var index = 0
    while index + Self.length <= bytes.count {
      let part = String(decoding: bytes[index..<index + Self.length], as: UTF8.self)
      let isToken = hashes.contains(SandboxTokens.hash(part))
      if isToken { text += SecretMask.replacement.utf8 } else { text.append(bytes[index]) }
      index += isToken ? Self.length : 1
    }
    return String(decoding: text + bytes[index...], as: UTF8.self)
  }

  private static let length = 32
}
