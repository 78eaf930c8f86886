import Hummingbird
import InboxVendors

/// Everything that the HTTP listener serves.
enum BackEndRouter {
  private static let kinds: [any StandIn.Type] = [
    Responsys.self, AppsFlyer.self, Bloomreach.self, Iterable.self,
  ]

  static let tokens = kinds.flatMap { $0.tokens }

  /// The kinds of message and inbox events that each vendor's wire has.
  fileprivate static let events = kinds.reduce(into: [:]) { $0.merge($1.events) { first, _ in first } }

  static func standIns(_ world: SandboxWorld) -> [any StandIn] { kinds.map { $0.init(world: world) } }

  static func make(
    _ vendors: [ServedVendor], _ account: Account, _ faults: FaultBoard, campaigns: [Campaign],
    hosts: Set<String>, clock: ClockControl, access: ControlAccess, mask: TokenMask,
    realTime: any Clock<Duration>, spaces: Spaces? = nil
  ) -> Router<SandboxContext> {
    let router = Router(context: SandboxContext.self)
    router.add(middleware: JournalMiddleware(account: account))
    router.add(
      middleware: ControlMiddleware(
        access: access, operations: ControlOperations.all + SpaceRoutes.operations))
    for vendor in vendors {
      for path in vendor.standIn.basePaths {
        for route in vendor.routes { route.add(to: router.group(RouterPath(path))) }
      }
    }
    ReceiptRoutes(account: account, realTime: realTime, faults: faults, mask: mask).add(to: router)
    ClockRoutes(clock: clock).add(to: router)
    CampaignRoutes(account: account, campaigns: campaigns, hosts: hosts).add(to: router)
    FaultRoutes(faults: faults).add(to: router)
    PageRoutes(account: account, mask: mask).add(to: router)
    if let spaces { SpaceRoutes(spaces: spaces).add(to: router) }
    OverviewRoutes(
      account: account, vendors: vendors, document: { document(vendors, withSpaces: spaces != nil) }
    ).add(to: router)
    return router
  }

  /// The document of all routes, and of the pages of brands.
  ///
  /// - Parameter withSpaces: Whether the sandbox makes and removes spaces.
  static func document(_ vendors: [ServedVendor], withSpaces: Bool) -> OpenAPIDocument {
    let own = ControlOperations.all + PageRoutes.operations + (withSpaces ? SpaceRoutes.operations : [])
    let paths = vendors.flatMap { vendor in
      vendor.standIn.basePaths.flatMap { path in
        vendor.routes.map { (base: path.isEmpty ? "" : "/" + path, operation: $0.operation) }
      }
    }
    return OpenAPIDocument(
      operations: paths
        + (own + own.compactMap(\.head) + WebOperations.all).map { (base: "", operation: $0) })
  }
}

extension VendorName {
  /// The kinds of message and inbox events that the vendor's wire has.
  package var events: Set<VendorReceipt.Kind> { BackEndRouter.events[self] ?? [] }
}
