/// What the resolver must know of the app (UL-1, UL-4, UL-10, UL-11, UL-14).
public struct LinkSettings: Hashable, Sendable {
  /// Who resolves an app link of a branded domain.
  public enum ResponsysFlow: Hashable, Sendable {
    /// The app itself, by the vendor's example code (UL-1).
    case independent
    /// The vendor's SDK (UL-4); it resolves only with `executeRsysWebURL` on, else the browser gets the link.
    case sdk(executesWebURL: Bool)
  }

  /// Hosts of the account's branded domains, in lower case.
  public var brandedDomains: Set<String>
  /// Paths of app links.
  ///
  /// Oracle says the path may differ with global routing, so it is a setting.
  public var appPaths: [String]
  /// Who resolves app links.
  public var responsysFlow = ResponsysFlow.independent
  /// Whose app it is.
  public var platform = LinkPlatform.ios
  /// Click domains of email services, and OneLink domains.
  public var appsFlyer: EmailLinkPolicy
  /// Hosts whose universal links the app tracks as campaign clicks, in lower case.
  public var campaignDomains: Set<String>
  /// The app's screens.
  public var routes: RouteTable

  /// Makes settings; the path of an app link is `/pub/acc` (seed 001; the PDF's `pub/acc` never matches, UL-3).
  public init(
    brandedDomains: [String] = [], appPaths: [String] = ["/pub/acc"],
    appsFlyer: EmailLinkPolicy = EmailLinkPolicy(), campaignDomains: [String] = [],
    routes: RouteTable = RouteTable([])
  ) {
    self.brandedDomains = Set(brandedDomains.map { $0.lowercased() })
    self.appPaths = appPaths
    self.appsFlyer = appsFlyer
    self.campaignDomains = Set(campaignDomains.map { $0.lowercased() })
    self.routes = routes
  }
}
