import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder
import InboxCore
import InboxVendors

/// The tokens that requests must carry.
struct SandboxTokens: Hashable, Sendable, Codable {
  var app: String
  var account: String
  /// Bloomreach's project token.
  var project: String
  /// What its `Authorization` header carries behind `Token`.
  var tracking: String
  /// The id of Bloomreach's event stream.
  var stream: String
  /// What signs Bloomreach's customer tokens, and their `kid`.
  var customerTokenSecret: String
  var customerTokenKeyID: String
  /// Iterable's keys: of apps, of apps that send a user's token, and of servers.
  var iterableKey: String
  var iterableTokenKey: String
  var iterableServerKey: String
  /// What signs the tokens of Iterable's users.
  var userTokenSecret: String

  /// Takes whatever is secret here out of texts; Bloomreach's project and stream are names.
  var mask: SecretMask {
    SecretMask(known: [
      app, account, tracking, customerTokenSecret, iterableKey, iterableTokenKey, iterableServerKey,
      userTokenSecret,
    ])
  }

  /// The given tokens, else the folder's, else new ones, which the folder keeps.
  static func load(_ options: SandboxOptions, folder: SandboxFolder?) throws(SandboxError) -> SandboxTokens {
    let retained = try folder?.read(name).map(decode) ?? [:]
    let kept = { (key: CodingKeys) in retained[key.rawValue] ?? ControlToken.random().text }
    let tokens = SandboxTokens(
      app: options.appToken ?? kept(.app), account: options.accountToken ?? kept(.account),
      project: kept(.project), tracking: kept(.tracking), stream: kept(.stream),
      customerTokenSecret: kept(.customerTokenSecret), customerTokenKeyID: kept(.customerTokenKeyID),
      iterableKey: kept(.iterableKey), iterableTokenKey: kept(.iterableTokenKey),
      iterableServerKey: kept(.iterableServerKey), userTokenSecret: kept(.userTokenSecret))
    let data = try encode(tokens)
    if let folder, decode(data) != retained { try folder.write(data, to: name, permissions: 0o600) }
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

  private enum CodingKeys: String, CodingKey {
    case app, account, project, tracking, stream, customerTokenSecret, customerTokenKeyID, iterableKey,
      iterableTokenKey, iterableServerKey, userTokenSecret
  }

  /// By name; new tokens replace what a damaged file, or one of an earlier version, lacks.
  private static func decode(_ data: Data) -> [String: String] {
    do { return try JSONDecoder().decode([String: String].self, from: data) } catch { return [:] }
  }

  private static func encode(_ tokens: SandboxTokens) throws(SandboxError) -> Data {
    do { return try JSONEncoder().encode(tokens) } catch {
      throw .folderUnusable(path: name, reason: "the tokens cannot be encoded")
    }
  }
}

/// What clients of the vendors need.
extension SandboxTokens {
  /// - Parameter server: The HTTP listener, without a slash at the end.
  func bloomreach(on server: String) -> BloomreachEndpoint {
    BloomreachEndpoint(
      baseURL: "\(server)/\(VendorName.bloomreach.basePath)", host: VendorName.bloomreach.host,
      project: project,
      authorization: "Token \(tracking)", stream: stream, tokenSecret: customerTokenSecret,
      tokenKeyID: customerTokenKeyID)
  }

  /// - Parameter server: The HTTP listener, without a slash at the end.
  func iterable(on server: String) -> IterableEndpoint {
    IterableEndpoint(
      baseURL: "\(server)/\(VendorName.iterable.basePath)", host: VendorName.iterable.host,
      apiKey: iterableKey, tokenKey: iterableTokenKey, serverKey: iterableServerKey,
      tokenSecret: userTokenSecret)
  }
}
