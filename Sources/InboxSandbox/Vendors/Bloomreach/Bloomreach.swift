import HTTPTypes
import Hummingbird
import InboxCore
import InboxVendors

/// Bloomreach: its tracking (UL-11; vendors.md B.3), campaign clicks and customer events, and the app's own domain,
/// whose universal links the app tracks itself.
struct Bloomreach: StandIn {
  let account: Account
  let tokens: SandboxTokens
  let faults: FaultBoard
  let vendor: VendorName? = .bloomreach
  /// Its tracking was at the root before it had a path of its own.
  let basePaths = ["", VendorName.bloomreach.basePath]
  let linkHosts: [any LinkHost] = [AppDomain()]

  func add(to router: RouterGroup<SandboxContext>) {
    let project = "track/v2/projects/:project"
    router.post("\(project)/campaigns/clicks") { request, context in
      try await take(request, context) { record in
        guard record.type == VendorEvent.TrackingKind.campaignClick.rawValue else {
          throw Refusal(status: .badRequest, error: "event_type “\(record.type)” is no campaign_click.")
        }
        guard record.url?.isEmpty == false else {
          throw Refusal(status: .badRequest, error: "A campaign click needs its url.")
        }
      }
    }
    router.post("\(project)/customers/events") { request, context in
      try await take(request, context) { _ in }
    }
  }

  var overview: String? {
    """
    Bloomreach's tracking, with Authorization: Token … (endpoint.json has project and token):
      POST   /track/v2/projects/PROJECT/campaigns/clicks
      POST   /track/v2/projects/PROJECT/customers/events
    """
  }

  private func take(
    _ request: Request, _ context: SandboxContext, _ check: @Sendable (TrackingWire.Record) throws -> Void
  ) async throws -> Response {
    try await faults.respond(.tracking, context: context) {
      let project = try context.parameter("project")
      guard project == tokens.project else {
        throw Refusal(status: .notFound, error: "There is no project “\(project)”.")
      }
      guard let header = request.headers[.authorization],
        ControlToken.carries(header, "Token", tokens.tracking)
      else {
        throw Refusal(status: .unauthorized, error: "The Authorization header is missing or wrong.")
      }
      let body = try await request.bodyData()
      let record = try Refusal.unprocessable { () throws(InboxError) in try TrackingWire.decode(body) }
      try check(record)
      try await account.accept(record)
      return .json(.object(["success": .bool(true)]))
    }
  }

  private struct AppDomain: LinkHost {
    let associatedPaths = ["/*"]

    func host(of brand: Brand) -> String? { brand.appDomain }

    func link(_ request: Request) -> LinkRequest? { nil }
  }
}
