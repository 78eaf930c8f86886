import Hummingbird

/// Bloomreach: the App Inbox (VE-9; wires.md 1), tracking (UL-11; vendors.md B.3), and the app's own domain, whose
/// universal links the app tracks itself.
struct Bloomreach: StandIn {
  let account: Account
  let tokens: SandboxTokens
  let faults: FaultBoard
  let vendor: VendorName? = .bloomreach
  /// Its tracking was at the root before it had a path of its own.
  let basePaths = ["", VendorName.bloomreach.basePath]
  let linkHosts: [any LinkHost] = [AppDomain()]

  var routes: [APIRoute] {
    let access = BloomreachAccess(account: account, tokens: tokens)
    let calls = BloomreachCalls(account: account, access: access, faults: faults)
    return AppInboxRoutes(calls: calls).all + TrackingRoutes(calls: calls).all
      + CustomerTokenRoutes(calls: calls).all
  }

  let note: String? = """
    Bloomreach, under /bloomreach (also at the root), with Authorization: Token …, or Bearer and a customer token;
    endpoint.json has project, stream, token and key. App Inbox and events are also there for streams:
    """

  private struct AppDomain: LinkHost {
    let associatedPaths = ["/*"]

    func host(of brand: Brand) -> String? { brand.appDomain }

    func link(_ request: Request) -> LinkRequest? { nil }
  }
}
