/// What the resolver must know of the app (UL-1, UL-14).
public struct LinkSettings: Hashable, Sendable {
  /// Hosts of the account's branded domains, compared exactly and without case.
  public var brandedDomains: Set<String>
  /// Paths of app links.
  ///
  /// Oracle says the path may differ with global routing, so it is a setting.
  public var appPaths: [String]
  /// The app's screens.
  public var routes: RouteTable

  /// Makes settings; the path of an app link is `/pub/acc` (seed 001; the PDF's `pub/acc` never matches, UL-3).
  public init(
    brandedDomains: [String] = [], appPaths: [String] = ["/pub/acc"], routes: RouteTable = RouteTable([])
  ) {
    self.brandedDomains = Set(brandedDomains.map { $0.lowercased() })
    self.appPaths = appPaths
    self.routes = routes
  }
}
