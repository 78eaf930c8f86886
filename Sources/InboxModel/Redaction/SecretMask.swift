public import struct Foundation.Data

/// Takes secrets out of what is recorded or handed on (FE-3).
///
/// They are found by the name they go by, by their value where that is known, and JSON Web Tokens by their form.
/// Masking twice is masking once.
public struct SecretMask: Hashable, Sendable {
  /// What stands in for a secret.
  public static let replacement = "•••"

  /// The values that are replaced wherever they stand, such as the profile's tokens.
  public let known: [String]
  private let secrets: KnownSecrets

  /// Known values of fewer than four bytes are left out: they would mask ordinary words.
  public init(known: [String] = []) {
    self.known = known.filter { $0.utf8.count >= 4 && !Self.replacement.contains($0) }
    secrets = KnownSecrets(self.known)
  }

  /// Whether a header, a query item or a JSON member of this name holds a secret.
  ///
  /// `custom_key_value_pairs` (MC-8) does not, although it says “key”; the pairs in it are judged one by one.
  public static func isSecret(_ name: String) -> Bool {
    // Every member of every response is asked about.
    let lower = Array(name.lowercased().utf8)
    func has(_ word: [UInt8]) -> Bool {
      lower.count >= word.count
        && (0...lower.count - word.count).contains { lower[$0] == word[0] && lower[$0...].starts(with: word) }
    }
    if words.contains(where: has) { return true }
    guard has(key), !lower.elementsEqual("custom_key_value_pairs".utf8) else { return false }
    return parts(of: name).contains { isKey($0) }
  }

  /// The member of Bloomreach's bodies that names a customer, and the id in it of a browser or a device.
  static let customerIDs = "customer_ids"
  static let cookie = "cookie"

  private static let key = Array("key".utf8)
  private static let words = [
    "authorization", "cookie", "credential", "jwt", "passphrase", "passw", "secret", "token",
  ].map { Array($0.utf8) }

  /// `key` is a word of its own, or the end of one that says what it opens: a keyword is not a key.
  private static func isKey(_ part: String) -> Bool {
    part == "key" || part == "keys"
      || ["access", "api", "app", "auth", "client", "private", "project", "shared", "signing", "user"]
        .contains { part == $0 + "key" || part == $0 + "keys" }
  }

  /// The words of a name such as `X-Api-Key`, `api_key` or `apiKey`, in lower case.
  private static func parts(of name: String) -> [String] {
    var parts: [String] = [""]
    var before: Character = " "
    for character in name {
      if !character.isLetter || (character.isUppercase && before.isLowercase) { parts.append("") }
      if character.isLetter { parts[parts.count - 1].append(contentsOf: character.lowercased()) }
      before = character
    }
    return parts.filter { !$0.isEmpty }
  }

  private static let schemes: Set = ["basic", "bearer", "digest", "negotiate", "token"]

  /// The value of a header; a scheme such as `Token` stays readable.
  public func header(_ name: String, _ value: String) -> String {
    guard Self.isSecret(name), !value.isEmpty else { return text(value) }
    return Self.schemePrefix(of: value) + Self.replacement
  }

  /// The scheme word of a credential with the blank behind it, or nothing.
  package static func schemePrefix(of value: some StringProtocol) -> String {
    guard let blank = value.firstIndex(of: " "), schemes.contains(value[..<blank].lowercased()) else {
      return ""
    }
    return String(value[...blank])
  }

  /// Running text: assignments, JSON members, header lines and addresses in it.
  public func text(_ text: String) -> String {
    String(decoding: bytes(Array(text.utf8)), as: UTF8.self)
  }

  /// A body of any kind, which keeps every other byte even when it is cut or not UTF-8.
  public func body(_ body: Data) -> Data { Data(bytes(Array(body))) }

  /// Text in which only the known values are masked, in whatever form: names and sentences of ours, which nothing in
  /// them makes a secret.
  public func known(in text: String) -> String {
    secrets.isEmpty ? text : String(decoding: withoutKnown(Array(text.utf8)), as: UTF8.self)
  }

  /// A sentence of ours with words of a server in it: the known values, and what has the form of a token.
  public func sentence(_ text: String) -> String {
    String(decoding: JWTMask.masked(withoutKnown(Array(text.utf8))), as: UTF8.self)
  }

  /// A JSON value: members with secret names lose their value, texts are masked as ``text(_:)`` does, names as
  /// ``known(in:)`` does.
  ///
  /// Where the names are this program's own (`isOwn`), `key` is a key that was pressed.
  public func json(_ value: JSONValue, isOwn: Bool = false) -> JSONValue {
    switch value {
    case .string(let value): .string(text(value))
    case .array(let values): .array(values.map { json($0, isOwn: isOwn) })
    case .object(let members): .object(object(members, isOwn, namesCustomer: false))
    case .null, .bool, .integer, .number, .huge: value
    }
  }

  private func object(
    _ members: [String: JSONValue], _ isOwn: Bool, namesCustomer: Bool
  ) -> [String: JSONValue] {
    var masked: [String: JSONValue] = [:]
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      let isSecret =
        Self.isSecret(name) && !(isOwn && ["key", "keys", "keyPressed"].contains(name))
        && !(namesCustomer && name == Self.cookie)
      var shown = known(in: name)
      // Two names that are the same without their secrets stay two.
      while masked[shown] != nil { shown += Self.replacement }
      masked[shown] =
        if isSecret, member != .null {
          .string(Self.replacement)
        } else if name == Self.customerIDs, case .object(let ids) = member {
          .object(object(ids, isOwn, namesCustomer: true))
        } else {
          json(member, isOwn: isOwn)
        }
    }
    return masked
  }

  /// The arguments of a command line: `--app-token abc` and `--app-token=abc` both lose their value.
  public func arguments(_ arguments: [String]) -> [String] {
    var isValue = false
    return arguments.map { argument in
      defer {
        isValue =
          argument.hasPrefix("--") && !argument.contains("=") && Self.isSecret(argument)
          && argument != "--keys"
      }
      return isValue ? Self.replacement : text(url(argument))
    }
  }

  private func bytes(_ source: [UInt8]) -> [UInt8] {
    var scanner = SecretScanner(JWTMask.masked(withoutKnown(source)))
    return scanner.masked()
  }

  private func withoutKnown(_ source: [UInt8]) -> [UInt8] {
    guard !secrets.isEmpty else { return source }
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var (copied, index) = (0, 0)
    while index < source.count {
      guard let length = secrets.length(at: index, of: source) else {
        index += 1
        continue
      }
      result += source[copied..<index]
      result += Self.replacement.utf8
      index += length
      copied = index
    }
    return result + source[copied...]
  }
}
