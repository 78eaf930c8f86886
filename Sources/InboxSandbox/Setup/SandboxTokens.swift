import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder
import InboxVendors

/// The tokens that requests must carry.
struct SandboxTokens: Hashable, Sendable, Codable {
  var app: String
  var account: String
  /// Bloomreach's project token.
  var project: String
  /// What its `Authorization` header carries behind `Token`.
  var tracking: String

  /// The given tokens, else the folder's, else new ones, which the folder keeps.
  static func load(_ options: SandboxOptions, folder: SandboxFolder?) throws(SandboxError) -> SandboxTokens {
    let retained = try folder?.read(name).flatMap(decode)
    let tokens = SandboxTokens(
      app: options.appToken ?? retained?.app ?? ControlToken.random().text,
      account: options.accountToken ?? retained?.account ?? ControlToken.random().text,
      project: retained?.project ?? ControlToken.random().text,
      tracking: retained?.tracking ?? ControlToken.random().text)
    if let folder, tokens != retained { try folder.write(encode(tokens), to: name, permissions: 0o600) }
    return tokens
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

  /// Nil for a damaged file: new tokens replace it.
  private static func decode(_ data: Data) -> SandboxTokens? {
    do { return try JSONDecoder().decode(SandboxTokens.self, from: data) } catch { return nil }
  }

  private static func encode(_ tokens: SandboxTokens) throws(SandboxError) -> Data {
    do { return try JSONEncoder().encode(tokens) } catch {
      throw .folderUnusable(path: name, reason: "the tokens cannot be encoded")
    }
  }
}
