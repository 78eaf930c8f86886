import InboxCore
import InboxModel
import InboxVendors

/// Links, one a line, and what the vendors' systems make of them.
nonisolated enum LinksFuzzer {
  private static let settings = LinkSettings(
    brandedDomains: ["news.brand.example"],
    appsFlyer: EmailLinkPolicy(emailDomains: ["click.brand.example"], oneLinkDomains: ["go.brand.example"]),
    campaignDomains: ["shop.brand.example"],
    routes: RouteTable([
      .init(pattern: "shop://products/{id}", screen: "Product"),
      .init(pattern: "https://shop.brand.example/{a}/{b}", screen: "Page"),
    ]))

  static func run(_ input: FuzzInput) {
    let links = input.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).prefix(8)
    let resolver = LinkResolver(settings: settings, hop: .none)
    var chain: RedirectChain?
    for link in links {
      let kind = resolver.classify(link)
      requireSame(kind, resolver.classify(link), "the same link")
      judge(link, kind)
      _ = settings.routes.screen(for: link)
      _ = settings.routes.screen(forDeepLinkValue: link, subs: [], url: link)
      _ = PicturePolicy().refusal(of: link, after: links.first)
      chain = follow(link, chain)
    }
    text(input.text)
  }

  private static func judge(_ link: String, _ kind: LinkClass) {
    if let reason = kind.refusal {
      require(!reason.isEmpty, "refused without a reason: \(link)")
      return
    }
    if kind == .customScheme {
      require(!link.lowercased().hasPrefix("http:") && !link.lowercased().hasPrefix("https:"), link)
      return
    }
    guard let parsed = parse(link) else { fatalError("\(kind.name), and no link: \(link)") }
    require(Harmless.isText(link), "a link that is followed holds what steers a terminal: \(link)")
    require(
      parsed.requestURL.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "no request: \(parsed.requestURL)")
    // What is asked is judged like what was given, or a look at the link would not tell where it leads.
    guard let asked = parse(parsed.requestURL) else { fatalError("no link any more: \(parsed.requestURL)") }
    require(asked.host == parsed.host && asked.port == parsed.port, "another host is asked: \(link)")
    requireSame(parsed.requestURL, asked.requestURL, "a request that is written again")
    if settings.brandedDomains.contains(parsed.host) {
      require(kind == .responsysApp || kind == .responsysOther, "a branded domain is \(kind.name): \(link)")
    }
    for (name, value) in parsed.items.firstValues {
      require(parsed.items.first(name) == value, "an item has two values: \(link)")
    }
    _ = CampaignData(link).map(\.properties)
  }

  private static func parse(_ link: String) -> WebLink? {
    attempt { () throws(WebLink.Flaw) in try WebLink(link) }
  }

  /// Each line is where the one before it sends to.
  private static func follow(_ link: String, _ chain: RedirectChain?) -> RedirectChain? {
    guard var chain else { return RedirectChain(link, policy: settings.appsFlyer) }
    guard case .ask(let next) = chain.next(status: 302, location: link) else { return nil }
    require(chain.asked.count <= RedirectChain.most + 1, "too many are asked")
    require(!settings.classify(next).isRefused, "asked, although refused: \(next)")
    return chain
  }

  /// Words with links in them, as a message without markup has them.
  private static func text(_ text: String) {
    let rich = RichText.plain(text)
    requireSame(rich.links.map(\.number), Array(1...(rich.links.count + 1)).dropLast(), "links of a text")
    for link in rich.links { require(link.url.utf8.contains(UInt8(ascii: ":")), "no link: \(link.url)") }
    _ = HostName.unicode(text)
  }
}
