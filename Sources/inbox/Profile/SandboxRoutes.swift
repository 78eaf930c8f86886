import InboxCore
import InboxSandbox
import InboxVendors

extension LinkSettings {
  /// The links of the brands that a sandbox plays.
  nonisolated init(of brands: [Brand]) {
    self.init(
      brandedDomains: brands.map(\.domain),
      appsFlyer: EmailLinkPolicy(
        emailDomains: brands.compactMap(\.emailDomain),
        oneLinkDomains: brands.compactMap(\.oneLinkDomain)),
      campaignDomains: brands.compactMap(\.appDomain),
      routes: RouteTable(brands.flatMap { $0.routes ?? [] } + SandboxRoutes.table.routes))
  }
}

/// The routes of the demonstration brands' fictitious apps, behind those that campaign files name.
///
/// One deep link of the campaigns, `lindqvarn://wishlist/…`, is missing on purpose: it shows the result of an unknown
/// route.
nonisolated enum SandboxRoutes {
  static let table = RouteTable(
    lines.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      return parts.count == 2 ? RouteTable.Route(pattern: parts[0], screen: parts[1]) : nil
    })

  private static let lines = """
    tarnvelo://bikes/{model} Bike
    tarnvelo://sale/{sale} Sale
    tarnvelo://orders/{order} Order
    tarnvelo://guides/{guide} Guide
    tarnvelo://events/{event} Event
    tidemoor://coffees/{coffee} Coffee
    tidemoor://collections/{collection} Collection
    tidemoor://offers/{offer} Offer
    onelink://offers/{offer} Offer
    railnord://tickets/{ticket} Ticket
    railnord://trips/{trip} Trip
    railnord://lines/{line} Line
    railnord://lines/{line}/live Live map
    railnord://railcards/{card} Railcard
    railnord://account/messages Message settings
    lindqvarn://orders/{order} Order
    lindqvarn://orders/{order}/delivery Choose a delivery day
    lindqvarn://products/{product} Product
    lindqvarn://collections/{collection} Collection
    korvane://accounts/{account}/statements/{period} Account statement
    korvane://cards/{card}/payments/{payment} Card payment
    korvane://savings/{product} Savings account
    korvane://security/devices Signed-in devices
    skerrylight://shows/{show} Show
    skerrylight://shows/{show}/seasons/{season} Season
    skerrylight://live/{event} Live event
    skerrylight://profiles/{profile} Profile
    https://www.skerrylight.example/profiles/{profile} Profile
    skerrylight://account/notifications Notification settings
    """
}
