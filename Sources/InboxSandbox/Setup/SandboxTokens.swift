import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder
import InboxCore
import InboxVendors

/// The tokens that requests must carry, and other secrets and names that the vendors' stand-ins share with their clients.
struct SandboxTokens: Hashable, Sendable {
  private let values: [String: String]
  /// Takes whatever is secret here out of texts.
  let mask: SecretMask

  /// One that is registered by no vendor is one that nobody knows.
  subscript(name: TokenName) -> String { values[name.rawValue] ?? ControlToken.random().text }

  /// The given tokens, else the folder's, else new ones, which the folder keeps.
  ///
  /// - Parameter names: Those of every vendor that is played.
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
    if let folder, values != retained { try folder.write(encode(values), to: name, permissions: 0o600) }
    let secrets = names.filter(\.isSecret).compactMap { values[$0.rawValue] }
    return SandboxTokens(values: values, mask: SecretMask(known: secrets))
  }

  /// The control token of a sandbox that listens beyond this machine: the given one, else the folder's, else a new one,
  /// which the folder keeps in a file of its own, for its owner to hand on.
  ///
  /// - Returns: nil where it listens on loopback alone; the file, where the folder has one.
  static func control(
    _ options: SandboxOptions, folder: SandboxFolder?
  ) throws(SandboxError) -> (token: ControlToken?, path: String?) {
    guard !options.address.isLoopback else { return (nil, nil) }
    if let given = options.controlToken { return (given, nil) }
    let retained = try folder?.read(controlName).map { String(decoding: $0, as: UTF8.self) }
    let token =
      retained.flatMap { text in ControlToken(text.filter { !$0.isWhitespace }) } ?? ControlToken.random()
    // Written each time: only the owner may read it, whatever its mode was set to since.
    try folder?.write(Data((token.text + "\n").utf8), to: controlName, permissions: 0o600)
    return (token, folder?.file(controlName))
  }

  private static let name = "tokens.json"
  private static let controlName = "control-token"

  /// By name; new tokens replace what a damaged file, or one of an earlier version, lacks.
  private static func decode(_ data: Data) -> [String: String] {
    do { return try JSONDecoder().decode([String: String].self, from: data) } catch { return [:] }
  }

  private static func encode(_ values: [String: String]) throws(SandboxError) -> Data {
    do { return try JSONEncoder().encode(values) } catch {
      throw .folderUnusable(path: name, reason: "the tokens cannot be encoded")
    }
  }
}
