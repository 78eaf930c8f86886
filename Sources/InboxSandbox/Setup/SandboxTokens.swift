import Crypto
import struct Foundation.Data
import InboxModel
import InboxVendors

/// The tokens that requests must carry, and other secrets and names that the vendors' stand-ins share with their clients.
struct SandboxTokens: Hashable, Sendable {
  private let values: [String: String]
  /// The hashes that a space's tokens are compared with, as the sandbox keeps no more of them; nil where the tokens are
  /// here.
  let hashes: [String: String]?
  let mask: TokenMask

  /// A random token, which lets no client in, where no vendor registers the name or only the holder has the token.
  subscript(name: TokenName) -> String { values[name.rawValue] ?? ControlToken.random().text }

  /// Whether a text is the token of a name, in constant time.
  func matches(_ text: String, _ name: TokenName) -> Bool {
    guard let hashes, name.isHashed else { return ControlToken.isSame(text, self[name]) }
    return ControlToken.isSame(
      Self.hash(text), hashes[name.rawValue] ?? Self.hash(ControlToken.random().text))
  }

  static func hash(_ text: String) -> String { Fingerprint.text(text) }

  // MARK: - Of a space

  /// The tokens of a holder of a space's token: all of them follow from it, so only that one has to be handed on.
  init(of token: ControlToken, _ names: [TokenName]) {
    let hash = Self.hash(token.text)
    var values: [String: String] = [:]
    for name in names { values[name.rawValue] = Self.derived(name, from: name.isHashed ? token.text : hash) }
    self.values = values
    hashes = nil
    mask = TokenMask(known: names.filter(\.isSecret).compactMap { values[$0.rawValue] } + [token.text])
  }

  /// The tokens with which a sandbox serves a space, from what it stores: names, and the keys that sign users' tokens,
  /// follow from the hash of the space's token.
  ///
  /// - Parameter hashes: The hashes of the other tokens (``hashes(_:)``).
  init(hash: String, hashes: [String: String], _ names: [TokenName]) {
    var values: [String: String] = [:]
    for name in names where !name.isHashed { values[name.rawValue] = Self.derived(name, from: hash) }
    self.values = values
    self.hashes = hashes
    mask = TokenMask(
      known: names.filter { $0.isSecret && !$0.isHashed }.compactMap { values[$0.rawValue] },
      hashes: hashes.values + [hash])
  }

  /// The tokens of a space that does not exist: they are compared like any others, and no client has them.
  static func ofNobody(_ names: [TokenName]) -> SandboxTokens {
    let token = ControlToken.random()
    return SandboxTokens(
      hash: hash(token.text), hashes: SandboxTokens(of: token, names).hashes(names), names)
  }

  /// What a sandbox stores of the tokens that let a client in.
  func hashes(_ names: [TokenName]) -> [String: String] {
    var hashes: [String: String] = [:]
    for name in names where name.isHashed { hashes[name.rawValue] = values[name.rawValue].map(Self.hash) }
    return hashes
  }

  private static func derived(_ name: TokenName, from secret: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Data(name.rawValue.utf8), using: SymmetricKey(data: Data(secret.utf8)))
    return String(Fingerprint.hexadecimal(code).prefix(32))
  }

  // MARK: - Of a folder

  private init(values: [String: String], mask: TokenMask) {
    self.values = values
    self.mask = mask
    hashes = nil
  }

  /// The given tokens, else the folder's, else new ones, which the folder keeps.
  ///
  /// - Parameter names: The tokens of every vendor that is played.
  static func load(
    _ names: [TokenName], _ options: SandboxOptions, folder: SandboxFolder?
  ) throws(SandboxError) -> SandboxTokens {
    let retained = try folder?.read(name).map(decode) ?? [:]
    let given = [TokenName.app: options.appToken, .account: options.accountToken]
    var values: [String: String] = [:]
    for token in names {
      values[token.rawValue] =
        given[token].flatMap { $0 } ?? retained[token.rawValue] ?? ControlToken.random().text
    }
    if values != retained {
      try folder?.write(Data(values.json.serialized.utf8), to: name, permissions: 0o600)
    }
    let secrets = names.filter(\.isSecret).compactMap { values[$0.rawValue] }
    return SandboxTokens(values: values, mask: TokenMask(known: secrets))
  }

  /// The control token of a sandbox that listens beyond this machine: the given one, else the folder's, else a new one,
  /// which the folder keeps in a file of its own, for its owner to hand on.
  ///
  /// - Returns: nil where it listens on loopback alone, nothing passes on to it, and it shares no store; the file, where the folder has one.
  static func control(
    _ options: SandboxOptions, folder: SandboxFolder?
  ) throws(SandboxError) -> (token: ControlToken?, path: String?) {
    guard options.needsControlToken else { return (nil, nil) }
    if let given = options.controlToken { return (given, nil) }
    let retained = try folder?.read(controlName).map { String(decoding: $0, as: UTF8.self) }
    let token =
      retained.flatMap { text in ControlToken(text.filter { !$0.isWhitespace }) } ?? ControlToken.random()
    // Written at every start: only the owner may read it, whatever its mode has become.
    try folder?.write(Data((token.text + "\n").utf8), to: controlName, permissions: 0o600)
    return (token, folder?.file(controlName))
  }

  private static let name = "tokens.json"
  private static let controlName = "control-token"

  /// By name; new tokens replace what a damaged file, or one of an earlier version, lacks.
  ///
  /// An empty one would let in a client that sends none.
  private static func decode(_ data: Data) -> [String: String] {
    (try? JSONValue.parse(data))?.members?.compactMapValues(\.text).filter { !$0.value.isEmpty } ?? [:]
  }
}
