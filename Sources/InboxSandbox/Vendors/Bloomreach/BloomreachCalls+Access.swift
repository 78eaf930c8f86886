import HTTPTypes
import Hummingbird
import InboxModel
import InboxVendors

/// Who asks: by a project's public key, a private key or a customer token, or by a stream's customer token.
extension BloomreachCalls {
  private var tokens: SandboxTokens { world.tokens }

  /// What a project's path is for: customer tokens open the App Inbox alone, private keys the tracking of servers and
  /// their export, which public keys do not open; the vendor's example app asks for tokens.
  enum Purpose { case inbox, tracking, export, tokens }

  /// The customer token of a request on a path of the project or of the stream; nil for a client with everything that its
  /// key allows, and for one without a token on a stream, which takes events of anyone.
  ///
  /// - Throws: 404 for an unknown one, 401 without a key or a token that is right, 403 where its secret is wrong.
  func checkAccess(
    _ request: Request, _ context: SandboxContext, _ body: JSONValue?, for purpose: Purpose
  ) throws -> JSONWebToken? {
    guard purpose != .tokens else {
      guard let body else { throw Refusal.invalidJSON }
      guard body["project_id"]?.text == tokens[.project] else { throw Refusal.unknownProject }
      // The example app sends the public key that it has.
      let key = body["kid"]?.text ?? ""
      guard tokens.matches(key, .customerTokenKeyID) || tokens.matches(key, .tracking) else {
        throw Refusal.unknownKey
      }
      return nil
    }
    let header = request.headers[.authorization]
    let token = request.credential("Bearer")
    guard let project = context.parameters.get("project") else {
      guard context.parameters.get("stream") ?? request.query("stream_id") == tokens[.stream] else {
        throw Refusal.access(.notFound, "Invalid stream id")
      }
      if header == nil, purpose != .inbox { return nil }
      guard let token else { throw Refusal.badToken }
      return try customerToken(token)
    }
    guard project == tokens[.project] else { throw Refusal.unknownProject }
    guard header != nil else { throw Refusal.access(.unauthorized, "Access key not provided") }
    if purpose != .export, tokens.matches(request.credential("Token") ?? "", .tracking) { return nil }
    if purpose == .inbox, let token { return try customerToken(token) }
    // The private key, which also signs customer tokens.
    guard purpose != .inbox, let key = request.basicCredential, tokens.matches(key.name, .customerTokenKeyID)
    else { throw Refusal.unknownKey }
    guard tokens.matches(key.password, .customerTokenSecret) else { throw Refusal.wrongSecret }
    return nil
  }

  /// Refuses a customer token that is another customer's.
  ///
  /// Every id that it names must be among the request's, and one of them a hard one.
  static func check(_ token: JSONWebToken?, of ids: CustomerIDs) throws {
    guard let token else { return }
    guard let named = try? CustomerIDs(token.claims["sub"]) else { throw Refusal.badToken }
    // By their bytes, as people are compared.
    let isTheirs = named.all.allSatisfy { ids.all[$0]?.hasBytes(of: $1) ?? false }
    guard !named.hard.isEmpty, isTheirs else {
      throw Refusal.access(.forbidden, "The customer token is for other customer ids.")
    }
  }

  private func customerToken(_ text: String) throws -> JSONWebToken {
    guard let token = JSONWebToken(text), case .object? = token.claims["sub"], let expiry = token.expiry
    else { throw Refusal.badToken }
    guard token.header["kid"]?.text == tokens[.customerTokenKeyID] else { throw Refusal.unknownKey }
    guard token.isSigned(by: tokens[.customerTokenSecret]) else { throw Refusal.wrongSecret }
    let now = account.clock.date
    guard now < expiry else { throw Refusal.access(.unauthorized, "The customer token has expired.") }
    guard token.hasBegun(at: now) else { throw Refusal.badToken }
    return token
  }
}
