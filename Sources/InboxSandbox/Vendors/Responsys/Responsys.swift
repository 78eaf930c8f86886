import Hummingbird
import InboxVendors

/// Oracle Responsys: the message center's back end, which is ours (SB-6), and branded domains as published.
struct Responsys: StandIn {
  static let tokens: [TokenName] = [.app, .account]
  let world: SandboxWorld
  let linkHosts: [any LinkHost] = [BrandedDomain()]

  init(_ world: SandboxWorld) { self.world = world }

  var routes: [APIRoute] {
    let (account, credentials) = (world.account, Credentials(tokens: world.tokens))
    return MessageCenterRoutes(account: account, credentials: credentials, faults: world.faults).all
      + [PushRoutes(account: account, credentials: credentials, faults: world.faults).route]
  }

  let note: String? = """
    The message-center back end (ours; Oracle publishes no wire format), with the headers
    \(Endpoint.appTokenHeader), \(Endpoint.accountTokenHeader) and \(Endpoint.identityHeader): user:NAME or device:ID
    (engagements name theirs inside):
    """
}

extension APIRoute {
  /// A path of the message center, with its errors.
  ///
  /// - Parameter accesses: The accepted credentials: the tokens, and the identity where the body does not name it.
  static func responsys(
    _ operation: APIOperation, _ accesses: [APIAccess] = [.appToken, .accountToken, .identity],
    errors: Int..., respond: @escaping Handler
  ) -> APIRoute {
    let error = APIOperation.Content.json(.object(["error!": .text, "served_ts": .text]))
    return APIRoute(
      operation.refusing(errors + [400], with: error, bodies: [422: error], access: [accesses]),
      respond: respond)
  }
}

extension TokenName {
  static let app = TokenName("app")
  static let account = TokenName("account")
}

extension APIAccess {
  static let appToken = header("appToken", Endpoint.appTokenHeader, "The app's token.")
  static let accountToken = header("accountToken", Endpoint.accountTokenHeader, "The account's token.")
  static let identity = header("identity", Endpoint.identityHeader, "Whose: user:NAME or device:ID.")
}
