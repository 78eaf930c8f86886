import Foundation
import InboxCore
import InboxVendors

/// An app with a domain of every kind.
enum LinkFixture {
  static let settings = LinkSettings(
    brandedDomains: ["news.brand.example", "News.Other.example"],
    appsFlyer: EmailLinkPolicy(
      emailDomains: ["click.brand.example", "email.brand.example"], oneLinkDomains: ["go.brand.example"]),
    campaignDomains: ["www.brand.example"],
    routes: RouteTable([
      .init(pattern: "shop://products/{id}", screen: "Product"),
      .init(pattern: "shop://account/messages", screen: "Messages"),
      .init(pattern: "onelink://apples", screen: "Fruit"),
      .init(pattern: "onelink://fruits/{fruit}", screen: "Fruit"),
      .init(pattern: "https://www.brand.example/engagement/{page}", screen: "Page"),
    ]))

  /// A resolver whose responses come from a function.
  static func resolver(
    _ settings: LinkSettings = settings,
    _ response: @escaping @Sendable (LinkHop.Request) throws(LinkHop.Failure) -> LinkHop.Response
  ) -> LinkResolver {
    LinkResolver(
      settings: settings, hop: LinkHop { request async throws(LinkHop.Failure) in try response(request) })
  }

  /// Follows a link from the command line.
  static func follow(_ link: String, _ resolver: LinkResolver) async -> LinkTrail {
    await resolver.resolve(LinkRequest(link, from: .commandLine))
  }

  /// What is known of a link without a request.
  static func dryRun(_ link: String, _ settings: LinkSettings = settings) async -> LinkTrail {
    await LinkResolver(settings: settings, hop: .none)
      .resolve(LinkRequest(link, from: .commandLine, gesture: .dryRun))
  }
}

extension LinkHop.Response {
  /// A response with a body.
  init(_ status: Int, _ body: String = "", location: String? = nil, milliseconds: Int = 3) {
    self.init(status: status, location: location, body: Data(body.utf8), milliseconds: milliseconds)
  }
}
