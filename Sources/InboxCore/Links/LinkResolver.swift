/// Takes a link, where it was found and a gesture, gives an outcome and the trail to it (UL-1…5, 10, 11, 14…16).
///
/// The one way that a link goes, whoever asks. Only a gesture that follows makes requests, and never one a second time
/// by itself: for a tracked link the request is the click.
public struct LinkResolver: Sendable {
  /// Seconds that the vendor's example waits (seed 001).
  public static let timeout = 10
  /// What the vendor's example calls itself (seed 001).
  public static let userAgent = "ResponsysPubWebResolver (CPU iPhone OS like Mac OS X)"
  /// How much of an answer that could not be used is kept.
  private static let longestBody = 4_096

  /// Knows no app and asks nobody.
  public static let offline = LinkResolver(settings: LinkSettings(), hop: .none)

  /// What it knows of the app.
  public let settings: LinkSettings
  let hop: LinkHop

  /// Makes a resolver for an app.
  public init(settings: LinkSettings, hop: LinkHop) {
    self.settings = settings
    self.hop = hop
  }

  /// Does with a link what the gesture says.
  public func resolve(_ request: LinkRequest) async -> LinkTrail {
    let planned = plan(request)
    guard request.gesture == .follow else { return planned }
    switch planned.linkClass {
    case .responsysApp where executesResponsys: return await followResponsys(planned)
    case .appsFlyerEmail: return await followEmailLink(planned)
    case .oneLink where OneLink.isShort(request.link): return await followShortLink(planned)
    default: return planned
    }
  }

  /// What is known of a link without any request.
  private func plan(_ request: LinkRequest) -> LinkTrail {
    let link = request.link
    let linkClass = LinkClassifier(settings: settings).classify(link)
    func trail(_ branch: String, _ reason: String, _ outcome: LinkOutcome) -> LinkTrail {
      var trail = LinkTrail(request, linkClass, branch: branch, reason: reason, outcome: outcome)
      if let web = Self.webLink(link), !Self.isRefused(linkClass) { trail.campaign = CampaignData(web) }
      if isTold(linkClass) {
        trail.notice = WebURLNotice(requested: link, isPubWeb: linkClass == .responsysApp)
      }
      return trail
    }
    switch linkClass {
    case .responsysApp:
      guard executesResponsys else {
        return trail(
          "sdk-off", "the SDK does not resolve app links (executeRsysWebURL is off): the browser gets it",
          .browser(url: link))
      }
      return trail(
        "would-resolve", "an app link of a branded domain: one GET resolves it and counts as a click",
        .stop(reason: "not resolved: nothing was sent", offered: link))
    case .responsysOther:
      return trail(
        "browser", "a link of a branded domain that is not an app link goes to the browser untouched",
        .browser(url: link))
    case .appsFlyerEmail:
      return trail(
        "would-follow", "a link of an email service: following its redirects counts as a click",
        .stop(reason: "not resolved: nothing was sent", offered: link))
    case .oneLink:
      return taken(
        trail("onelink", "", .deepLink(url: link)), ClickEvent(original: nil, link: link, isOneLink: true))
    case .bloomreach: return campaign(trail("campaign", "", .browser(url: link)))
    case .web: return trail("browser", "an ordinary web link goes to the browser", .browser(url: link))
    case .customScheme:
      if let screen = settings.routes.screen(for: link) {
        return trail("route", "the app's route table knows this deep link", .screen(screen))
      }
      return trail("unknown-route", "no route of the app matches this deep link", .deepLink(url: link))
    case .refused(let reason):
      return trail("refused", reason, .stop(reason: reason, offered: nil))
    }
  }

  /// A universal link that Bloomreach tracks: the click is an event of ours and not a request (UL-11).
  private func campaign(_ planned: LinkTrail) -> LinkTrail {
    var trail = planned
    let host = Self.webLink(trail.link)?.host ?? ""
    guard settings.campaignDomains.contains(host) else {
      trail.branch = "browser"
      trail.reason =
        "it names a campaign, but \(host) is none of the app's domains: the browser gets it, nothing is tracked"
      return trail
    }
    let what =
      trail.campaign?.isCampaign == true
      ? "a universal link of a campaign" : "a universal link without xnpe_cmp, which is no campaign click"
    if let screen = settings.routes.screen(for: trail.link) {
      trail.outcome = .screen(screen)
      trail.reason = "\(what); the app's route table knows it"
    } else {
      trail.reason = "\(what); no route of the app matches it, so the browser gets it"
    }
    return trail
  }

  /// Where a link ends that an answer led to: it is not resolved again, as that would be a second click.
  func end(of link: String, for request: LinkRequest) -> (outcome: LinkOutcome, reason: String) {
    let end = plan(LinkRequest(link, from: request.origin, gesture: .look))
    switch end.linkClass {
    case .responsysApp, .appsFlyerEmail:
      return (.browser(url: link), "it is a tracked link itself and is not resolved a second time")
    default: return (end.outcome, end.reason)
    }
  }

  private var executesResponsys: Bool { settings.responsysFlow != .sdk(executesWebURL: false) }

  /// Whether the SDK would tell the app about a link: every universal link that it is handed (UL-4).
  private func isTold(_ linkClass: LinkClass) -> Bool {
    guard settings.responsysFlow == .sdk(executesWebURL: true) else { return false }
    switch linkClass {
    case .customScheme, .refused: return false
    default: return true
    }
  }

  private static func isRefused(_ linkClass: LinkClass) -> Bool {
    if case .refused = linkClass { true } else { false }
  }

  /// The host of a web link, in lower case; nil for anything else.
  public static func host(of link: String) -> String? { webLink(link)?.host }

  static func webLink(_ text: String) -> WebLink? {
    do { return try WebLink(text) } catch { return nil }
  }

  /// The beginning of a body, as far as it is text.
  static func text(of answer: LinkHop.Answer) -> String? {
    answer.body.isEmpty ? nil : String(decoding: answer.body.prefix(longestBody), as: UTF8.self)
  }
}
