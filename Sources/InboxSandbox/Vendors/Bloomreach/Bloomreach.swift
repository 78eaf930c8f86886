import Hummingbird
import InboxCore

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

  func add(to routes: RouterGroup<SandboxContext>) {
    let access = BloomreachAccess(account: account, tokens: tokens)
    AppInboxRoutes(account: account, access: access, faults: faults).add(to: routes)
    TrackingRoutes(account: account, access: access, faults: faults).add(to: routes)
    CustomerTokenRoutes(account: account, access: access).add(to: routes)
  }

  var overview: String? {
    """
    Bloomreach, under /bloomreach (also at the root), with Authorization: Token …, or Bearer and a customer token;
    endpoint.json has project, stream, token and key:
      POST   /webxp/projects/PROJECT/appinbox/fetch           {"customer_ids":{"registered":"maria"}}; also
      POST   /webxp/projects/PROJECT/appinbox/markasread      …/streams/STREAM/…
      POST   /webxp/exampleapp/customertokens                 {"project_id":…,"kid":…,"sub":{"registered":"maria"}}
      POST   /track/v2/projects/PROJECT/campaigns/clicks, …/customers/events, …/customers, …/batch
      GET    /track/v2/projects/PROJECT/system/time
      POST   /track/u/v1/campaigns/clicks?stream_id=STREAM, …/customers/events, …/customers
    """
  }

  private struct AppDomain: LinkHost {
    let associatedPaths = ["/*"]

    func host(of brand: Brand) -> String? { brand.appDomain }

    func link(_ request: Request) -> LinkRequest? { nil }
  }
}
