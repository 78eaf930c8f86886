/// Iterable: the mobile inbox, embedded messages, their events, and what a server reads back (wires.md §2).
struct Iterable: StandIn {
  static let tokens: [TokenName] = [.iterableKey, .iterableTokenKey, .iterableServerKey, .userTokenSecret]
  static let events: [VendorName: Set<VendorReceipt.Kind>] = [
    .iterable: [.delivery, .display, .open, .click, .close, .delete, .session]
  ]
  let world: SandboxWorld
  let vendor: VendorName? = .iterable

  var routes: [APIRoute] {
    IterableWire.Form.allCases.flatMap { form in
      let calls = IterableCalls(world: world, form: form)
      return IterableMessageRoutes(calls: calls).all + IterableEventRoutes(calls: calls).all
        + IterableUserRoutes(calls: calls).all + IterableServerRoutes(calls: calls).all
    }
  }

  let note: String? = """
    Iterable, under /iterable, with Api-Key and email= or userId= (endpoint.json has the keys; tokenKey
    also asks for Authorization: Bearer JWT, users, events/EMAIL, inApp/target and inApp/cancel for
    serverKey); under /iterable/older/api in-app messages have their older form:
    """
}

extension TokenName {
  /// Keys: of apps, of apps that send a user's token, and of servers.
  static let iterableKey = TokenName("iterableKey", key: "apiKey")
  static let iterableTokenKey = TokenName("iterableTokenKey", key: "tokenKey")
  static let iterableServerKey = TokenName("iterableServerKey", key: "serverKey")
  /// What signs users' tokens.
  static let userTokenSecret = TokenName("userTokenSecret", key: "tokenSecret", signs: true)
}

extension APIAccess {
  static let iterableKey = header("iterableKey", "Api-Key", "The key of apps, or of servers.")
  static let iterableUserToken = http(
    "iterableUserToken", "bearer", "A user's JWT, if the key requires one.")
}
