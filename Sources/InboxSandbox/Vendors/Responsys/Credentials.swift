import Hummingbird
import InboxModel
import InboxVendors

/// Checks the tokens and the identity of a request.
///
/// The wire has no sessions: every request carries both tokens and the identity.
struct Credentials: Sendable {
  let tokens: SandboxTokens

  /// The identity of a request with valid tokens.
  ///
  /// - Throws: a ``Refusal`` with status 400, as the SDK's error for a bad token is 400 (MC-15).
  func identity(of request: Request) throws -> Identity {
    try checkTokens(of: request)
    guard let text = request.header(Endpoint.identityHeader), !text.isEmpty else {
      throw Refusal(status: .badRequest, error: "The header \(Endpoint.identityHeader) is missing.")
    }
    guard let identity = Identity(storageKey: text) else {
      throw Refusal(
        status: .badRequest,
        error: "The header \(Endpoint.identityHeader) is neither user:NAME nor device:ID.")
    }
    return identity
  }

  /// Accepts a request for several identities, each named in its body.
  func checkTokens(of request: Request) throws {
    try check(request, Endpoint.appTokenHeader, .app)
    try check(request, Endpoint.accountTokenHeader, .account)
  }

  private func check(_ request: Request, _ header: String, _ token: TokenName) throws {
    guard let sent = request.header(header) else {
      throw Refusal(status: .badRequest, error: "The header \(header) is missing.")
    }
    guard tokens.matches(sent, token) else {
      throw Refusal(status: .badRequest, error: "The token in the header \(header) is wrong.")
    }
  }
}
