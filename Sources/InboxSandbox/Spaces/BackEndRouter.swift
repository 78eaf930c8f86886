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

  /// Everything that a space serves over HTTP.
  ///
  /// - Parameter spaces: Those that it makes and removes; nil for none.
  static func overview(
    _ vendors: [any StandIn], _ account: Account, _ faults: FaultBoard, campaigns: [Campaign],
    hosts: Set<String>, clock: ClockControl, mask: TokenMask, realTime: any Clock<Duration>,
    spaces: Spaces? = nil
  ) -> OverviewRoutes {
    let receipts = ReceiptRoutes(account: account, realTime: realTime, faults: faults, mask: mask)
    let campaigns = CampaignRoutes(account: account, campaigns: campaigns, hosts: hosts)
    let pages = PageRoutes(account: account, mask: mask)
    return OverviewRoutes(
      account: account, vendors: vendors.map { ServedPaths($0) },
      others: receipts.all + campaigns.all + FaultRoutes(faults: faults).all + ClockRoutes(clock: clock).all
        + (spaces.map { SpaceRoutes(spaces: $0).all } ?? []) + pages.all)
  }

  static func make(
    _ parts: [ServedPaths], _ account: Account, _ access: ControlAccess
  ) -> Router<SandboxContext> {
    let router = Router(context: SandboxContext.self)
    router.add(middleware: JournalMiddleware(account: account))
    let own = parts.flatMap(\.routes).map(\.operation).filter { $0.access.contains([.control]) }
    let places = Set(own.compactMap { $0.path.split(separator: "/").first })
    router.add(middleware: ControlMiddleware(access: access, places: places))
    for part in parts { part.add(to: router) }
    return router
  }
}

extension VendorName {
  /// The kinds of message and inbox events that the vendor's wire has.
  package var events: Set<VendorReceipt.Kind> { BackEndRouter.events[self] ?? [] }
}
