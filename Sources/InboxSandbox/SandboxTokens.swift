import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder

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
    let kept = try folder?.read(name).flatMap(decode)
    let tokens = SandboxTokens(
      app: options.appToken ?? kept?.app ?? random(),
      account: options.accountToken ?? kept?.account ?? random(), project: kept?.project ?? random(),
      tracking: kept?.tracking ?? random())
    if let folder, tokens != kept { try folder.write(encode(tokens), to: name, permissions: 0o600) }
    return tokens
  }

  private static let name = "tokens.json"

  /// Nil for a file that somebody damaged: new tokens replace it.
  private static func decode(_ data: Data) -> SandboxTokens? {
    do { return try JSONDecoder().decode(SandboxTokens.self, from: data) } catch { return nil }
  }

  private static func encode(_ tokens: SandboxTokens) throws(SandboxError) -> Data {
    do { return try JSONEncoder().encode(tokens) } catch {
      throw .folderUnusable(path: name, reason: "the tokens cannot be encoded")
    }
  }

  private static func random() -> String {
    let digits = Array("0123456789abcdef")
    var generator = SystemRandomNumberGenerator()
    return String((0..<32).map { _ in digits[Int(generator.next(upperBound: 16 as UInt32))] })
  }
}
