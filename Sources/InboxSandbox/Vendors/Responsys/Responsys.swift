import InboxVendors

/// Oracle Responsys: the message center's back end, which is ours (SB-6), and branded domains as published.
struct Responsys: StandIn {
  static let tokens: [TokenName] = [.app, .account]
  let world: SandboxWorld
  let linkHosts: [any LinkHost] = [BrandedDomain()]

  var routes: [APIRoute] { MessageCenterRoutes(world: world).all }

  let note: String? = """
    The message-center back end (ours; Oracle publishes no wire format), with the headers
    \(Endpoint.appTokenHeader), \(Endpoint.accountTokenHeader) and \(Endpoint.identityHeader): user:NAME or device:ID
    (engagements name theirs inside):
    """
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
