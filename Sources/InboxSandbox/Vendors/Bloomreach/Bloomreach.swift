/// Bloomreach: the App Inbox (VE-9; wires.md 1), tracking (UL-11; vendors.md B.3), and the app's own domain, whose
/// universal links the app tracks itself.
struct Bloomreach: StandIn {
  static let tokens: [TokenName] = [.project, .tracking, .stream, .customerTokenSecret, .customerTokenKeyID]
  static let events: [VendorName: Set<VendorReceipt.Kind>] = [.bloomreach: [.open, .click, .read]]
  let world: SandboxWorld
  let vendor: VendorName? = .bloomreach
  /// Its tracking was served at the root before it got its own path.
  let basePaths = ["", VendorName.bloomreach.basePath]
  let linkHosts: [any LinkHost] = [AppDomain()]

  var more: [String: String] { ["authorization": "Token \(world.tokens[.tracking])"] }

  var routes: [APIRoute] {
    let calls = BloomreachCalls(world: world)
    return AppInboxRoutes(calls: calls).all + TrackingRoutes(calls: calls).all
      + [ExportRoutes(calls: calls).events] + StartRoutes(calls: calls).all
  }

  let note: String? = """
    Bloomreach, under /bloomreach (also at the root), with Authorization: Token …, or Bearer and a
    customer token; endpoint.json has project, stream, token and key. App Inbox and events are also
    there for streams; what was recorded is exported with the private key alone,
    Authorization: Basic base64(KEY_ID:SECRET):
    """

  private struct AppDomain: LinkHost {
    let associatedPaths = ["/*"]

    func host(of brand: Brand) -> String? { brand.appDomain }
  }
}

extension TokenName {
  /// The project token, which is in paths.
  static let project = TokenName("project", key: "project", isSecret: false)
  /// What the `Authorization` header carries behind `Token`.
  static let tracking = TokenName("tracking")
  /// The id of the one event stream.
  static let stream = TokenName("stream", key: "stream", isSecret: false)
  /// What signs customer tokens, and their `kid`.
  static let customerTokenSecret = TokenName("customerTokenSecret", key: "tokenSecret", signs: true)
  static let customerTokenKeyID = TokenName("customerTokenKeyID", key: "tokenKeyID", isSecret: false)
}

extension APIAccess {
  static let bloomreachKey = header("bloomreachKey", "Authorization", "“Token” and the project's public key.")
  static let bloomreachPrivateKey = http(
    "bloomreachPrivateKey", "basic", "The id and the secret of the private key.")
  static let customerToken = http(
    "customerToken", "bearer", "A customer token: a JWT that the private key signs.")
}
