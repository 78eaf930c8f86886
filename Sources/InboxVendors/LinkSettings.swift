public import InboxCore

/// What the resolver must know of the app (UL-1, UL-4, UL-10, UL-11, UL-14).
public struct LinkSettings: Hashable, Sendable {
  /// Who resolves an app link of a branded domain.
  public typealias ResponsysFlow = ResponsysLinks.Flow

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
  /// Whether the app has Iterable's SDK, which acts on links of its own schemes.
  public var isIterable = false
  /// The app's screens.
  public var routes: RouteTable

  /// By default the path of an app link is `/pub/acc` (seed 001; the PDF's `pub/acc` never matches, UL-3).
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

extension LinkSettings {
  /// The link handlers, by the vendor's name for people.
  static let vendors: [(name: String, type: any LinkHandler.Type)] = [
    ("Responsys", ResponsysLinks.self), ("AppsFlyer", AppsFlyerLinks.self),
    ("Bloomreach", BloomreachLinks.self), ("Iterable", IterableLinks.self),
  ]

  /// The handlers of an app; of several that could take a link the first one does.
  var handlers: [any LinkHandler] {
    [
      ResponsysLinks(domains: brandedDomains, appPaths: appPaths, flow: responsysFlow, platform: platform),
      AppsFlyerLinks(policy: appsFlyer), BloomreachLinks(domains: campaignDomains),
    ] + (isIterable ? [IterableLinks()] : [])
  }

  /// What a link is to an app with these settings, without any request.
  public func classify(_ link: String) -> LinkClass {
    LinkResolver(settings: self, hop: .none).classify(link)
  }
}

extension LinkResolver {
  /// A resolver for an app with the links of every vendor.
  public init(settings: LinkSettings, hop: LinkHop, limit: Int = LinkResolver.timeout) {
    self.init(handlers: settings.handlers, routes: settings.routes, hop: hop, limit: limit)
  }

  /// What an app does with a click event that it was given (UL-10), without any request.
  public func decide(_ event: ClickEvent, for request: LinkRequest) -> LinkTrail {
    let appsFlyer =
      handlers.lazy.compactMap { $0 as? AppsFlyerLinks }.first ?? AppsFlyerLinks(policy: EmailLinkPolicy())
    var trail = appsFlyer.decide(event, for: request, in: self)
    // It names no campaign, which a trail for programs says as well.
    trail.campaign = nil
    return trail
  }
}
