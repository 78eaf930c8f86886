import Crypto
import struct Foundation.Data
import InboxModel

/// Takes the tokens of a space out of texts, also those of which only the hashes are known.
struct TokenMask: Hashable, Sendable {
  private let known: SecretMask
  private let hashes: Set<String>

  init(known secrets: [String], hashes: [String] = []) {
    known = SecretMask(known: secrets)
    self.hashes = Set(hashes)
  }

  func known(in text: String) -> String {
    let text = known.known(in: text)
    guard !hashes.isEmpty else { return text }
    // Every token that was made here is 32 hexadecimal digits.
    return text.replacing(/[0-9a-f]{32,}/) { masked($0.output) }
  }

  /// The same of every name and text in the members of an object.
  func known(in members: [String: JSONValue]) -> [String: JSONValue] {
    var masked: [String: JSONValue] = [:]
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      var shown = known(in: name)
      // Two names that are the same without their secrets stay two.
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

  /// Digits may stand before a token and behind it.
  private func masked(_ digits: Substring) -> String {
    var (text, rest) = ("", digits)
    while rest.count >= Self.length {
      let isToken = hashes.contains(SandboxTokens.hash(String(rest.prefix(Self.length))))
      text += isToken ? SecretMask.replacement : String(rest.prefix(1))
      rest = rest.dropFirst(isToken ? Self.length : 1)
    }
    return text + rest
  }

  private static let length = 32
}
