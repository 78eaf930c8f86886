import Hummingbird

/// The back ends of vendors over HTTPS: each on a host of its own, and under its path on any host that is not a brand's.
struct VendorHosts: Sendable {
  private let owners: [String: RouterResponder<SandboxContext>]
  private let shared: RouterResponder<SandboxContext>
  private let basePaths: Set<Substring>

  /// - Parameter shared: The router that serves every vendor under its path.
  init(_ parts: [ServedPaths], _ account: Account, shared: Router<SandboxContext>) {
    var owners: [String: RouterResponder<SandboxContext>] = [:]
    for served in parts {
      guard let vendor = served.vendor else { continue }
      let router = Router(context: SandboxContext.self)
      router.add(middleware: JournalMiddleware(account: account))
      for route in served.routes { route.add(to: router.group()) }
      owners[vendor.host] = router.buildResponder()
    }
    self.owners = owners
    self.shared = shared.buildResponder()
    basePaths = Set(parts.compactMap(\.vendor).map { Substring($0.basePath) })
  }

  var hosts: Set<String> { Set(owners.keys) }

  /// The responder for a request, which also logs it; nil where the request is for no vendor's back end.
  func responder(host: String, path: String, isBrand: Bool) -> RouterResponder<SandboxContext>? {
    if let owner = owners[host] { return owner }
    guard !isBrand, let first = path.split(separator: "/").first, basePaths.contains(first) else {
      return nil
    }
    return shared
  }
}
