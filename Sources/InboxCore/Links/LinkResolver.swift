/// Takes a link, where it was found and a gesture, gives an outcome and the trail to it (UL-1…5, 10, 11, 14…16).
///
/// The one way that a link goes, whoever asks. Only a gesture that follows makes requests, and never one a second time
/// by itself: for a tracked link the request is the click.
public struct LinkResolver: Sendable {
  /// Seconds that the vendor's example waits (seed 001).
  public static let timeout = 10
  /// How much of an answer that could not be used is kept.
  private static let longestBody = 4_096

  /// Knows no app and asks nobody.
  public static let offline = LinkResolver(settings: LinkSettings(), hop: .none)

  /// What it knows of the app.
  public let settings: LinkSettings
  let hop: LinkHop
  /// Seconds that a gesture takes at most, over all of its requests.
  let limit: Int

  /// Makes a resolver for an app; the limit is the seconds that a gesture takes at most, over all of its requests.
  public init(settings: LinkSettings, hop: LinkHop, limit: Int = LinkResolver.timeout) {
    self.settings = settings
    self.hop = hop
    self.limit = limit
  }

  /// Does with a link what the gesture says.
  public func resolve(_ request: LinkRequest) async -> LinkTrail {
    var trail = await resolved(request)
    trail.isBrowsedAsClick = trail.outcome.browserURL.map(isTracked) ?? false
    return trail
  }

  private func resolved(_ request: LinkRequest) async -> LinkTrail {
    let planned = plan(request)
    guard request.gesture == .look else { return await follow(planned) }
    // Where nothing would be sent either, following it says what becomes of it; and here nothing can be.
    guard let reason = hop.refusal(Self.requestURL(request.link)) else { return planned }
    let refusing = LinkHop { _ throws(LinkHop.Failure) in throw .refused(reason) }
    return await LinkResolver(settings: settings, hop: refusing, limit: limit).follow(planned)
  }

  private func follow(_ planned: LinkTrail) async -> LinkTrail {
    switch planned.linkClass {
    case .responsysApp where executesResponsys: return await followResponsys(planned)
    case .appsFlyerEmail: return await followEmailLink(planned)
    case .oneLink where OneLink.isShort(planned.link): return await followShortLink(planned)
    default: return planned
    }
  }

  /// Whether a request of ours makes a click of the link, and is made when it is followed.
  func counts(_ link: String) -> Bool {
    switch LinkClassifier(settings: settings).classify(link) {
    case .responsysApp: executesResponsys
    case .appsFlyerEmail: true
    case .oneLink: OneLink.isShort(link)
    case .responsysOther, .bloomreach, .web, .customScheme, .refused: false
    }
  }

  /// Whether whoever opens a link is counted as a click by its sender.
  public func isTracked(_ link: String) -> Bool {
    switch LinkClassifier(settings: settings).classify(link) {
    case .responsysApp, .responsysOther, .appsFlyerEmail, .oneLink: true
    case .bloomreach: CampaignData(link)?.isCampaign == true
    case .web, .customScheme, .refused: false
    }
  }

  /// What is known of a link without any request.
  private func plan(_ request: LinkRequest) -> LinkTrail {
    let link = request.link
    let linkClass = LinkClassifier(settings: settings).classify(link)
    func trail(_ branch: String, _ reason: String, _ outcome: LinkOutcome) -> LinkTrail {
      var trail = LinkTrail(request, linkClass, branch: branch, reason: reason, outcome: outcome)
      if let web = Self.webLink(link), !linkClass.isRefused { trail.campaign = CampaignData(web) }
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
        .unresolved(url: link))
    case .responsysOther:
      return trail(
        "browser", "a link of a branded domain that is not an app link goes to the browser untouched",
        .browser(url: link))
    case .appsFlyerEmail:
      return trail(
        "would-follow", "a link of an email service: following its redirects counts as a click",
        .unresolved(url: link))
    case .oneLink where OneLink.isShort(link):
      return trail(
        "would-ask",
        "a short OneLink: only its server knows what it stands for, and asking it counts as a click",
        .unresolved(url: link))
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

  /// Where a link ends that an answer led to: as hostile as any other, and not resolved again, as that would be a
  /// second click.
  func end(of link: String, for request: LinkRequest) -> End {
    let end = plan(LinkRequest(link, from: request.origin, gesture: .look))
    switch end.linkClass {
    case .responsysApp, .appsFlyerEmail:
      return End(
        outcome: .browser(url: link), reason: "it is a tracked link itself and is not resolved a second time")
    case .oneLink where OneLink.isShort(link): return End(outcome: .deepLink(url: link), reason: end.reason)
    case .refused:
      return End(outcome: end.outcome, reason: "\(link) is refused: \(end.reason)", isRefused: true)
    default: return End(outcome: end.outcome, reason: end.reason)
    }
  }

  /// The same for what a vendor calls a web link: the browser gets it untouched, unless no browser may.
  func webEnd(of link: String, for request: LinkRequest) -> End {
    let end = end(of: link, for: request)
    guard !end.isRefused, Self.webLink(link) != nil else { return end }
    return End(outcome: .browser(url: link), reason: "")
  }

  /// Where an answer led.
  struct End {
    var outcome: LinkOutcome
    /// Why, as a clause; empty when there is nothing to add.
    var reason: String
    var isRefused = false
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

  /// The host of a web link, in lower case; nil for anything else.
  public static func host(of link: String) -> String? { webLink(link)?.host }

  /// What is asked for a link.
  static func requestURL(_ link: String) -> String { webLink(link)?.requestURL ?? link }

  static func webLink(_ text: String) -> WebLink? {
    do { return try WebLink(text) } catch { return nil }
  }

  /// The beginning of a body, as far as it is text.
  static func text(of answer: LinkHop.Answer) -> String? {
    answer.body.isEmpty ? nil : String(decoding: answer.body.prefix(longestBody), as: UTF8.self)
  }
}
