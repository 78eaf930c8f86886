import InboxModel

/// Takes a link, where it was found and a gesture, gives an outcome and the trail to it (UL-1…5, 10, 11, 14…16).
///
/// The one path that every link takes. Only a gesture that follows makes requests, and never one a second time by
/// itself: for a tracked link the request is the click.
public struct LinkResolver: Sendable {
  /// Seconds that the vendor's example waits (seed 001).
  public static let timeout = 10
  /// How much of a body that could not be used is kept.
  private static let longestBody = 4_096

  /// Knows no app and no vendor, and sends nothing.
  public static let offline = LinkResolver(handlers: [], hop: .none)

  /// Those who know the vendors' links, in the order in which they are asked.
  public let handlers: [any LinkHandler]
  /// The app's screens.
  public let routes: RouteTable
  /// Makes the requests.
  public let hop: LinkHop
  /// Seconds that a gesture takes at most, over all of its requests.
  public let limit: Int

  /// A resolver for an app; the limit is the seconds that a gesture takes at most, over all of its requests.
  public init(
    handlers: [any LinkHandler], routes: RouteTable = RouteTable([]), hop: LinkHop,
    limit: Int = LinkResolver.timeout
  ) {
    self.handlers = handlers
    self.routes = routes
    self.hop = hop
    self.limit = limit
  }

  /// Does with a link what the gesture says; a failure is an outcome of the trail.
  public func resolve(_ request: LinkRequest) async -> LinkTrail {
    let plan = plan(request)
    var trail = plan.trail
    if let follow = plan.follow {
      switch request.gesture {
      case .follow: trail = await follow(trail, hop)
      case .dryRun:
        // Where nothing would be sent either, following it says what becomes of it; and here nothing can be.
        if let reason = hop.refusal(Self.requestURL(request.link)) {
          trail = await follow(trail, LinkHop { _ throws(LinkHop.Failure) in throw .refused(reason) })
        }
      }
    }
    trail.isBrowsedAsClick = trail.outcome.browserURL.map(isTracked) ?? false
    return trail
  }

  /// What a link is, without any request.
  public func classify(_ link: String) -> LinkClass {
    plan(LinkRequest(link, from: .commandLine, gesture: .dryRun)).trail.linkClass
  }

  /// Whether its sender counts a click when the link is opened.
  public func isTracked(_ link: String) -> Bool { classify(link).isTracked }

  /// Whether a request of ours makes a click of the link, and is made when it is followed.
  package func counts(_ link: String) -> Bool {
    plan(LinkRequest(link, from: .commandLine, gesture: .dryRun)).follow != nil
  }

  /// Whether each request of an address is a click, so that nothing but a gesture that follows it may make one (UL-5).
  public func countsRequests(of address: String) -> Bool {
    plan(LinkRequest(address, from: .commandLine, gesture: .dryRun)).countsRequests
  }

  /// What is known of a link without any request.
  private func plan(_ request: LinkRequest) -> LinkPlan {
    var plan =
      switch LinkText.read(request.link) {
      case .refused(let reason): refused(request, reason)
      case .deepLink:
        handlers.lazy.compactMap { $0.plan(appLink: request, in: self) }.first ?? LinkPlan(deepLink(request))
      case .web(let link): self.plan(request, link)
      }
    for handler in handlers { handler.annotate(&plan.trail) }
    return plan
  }

  private func plan(_ request: LinkRequest, _ link: WebLink) -> LinkPlan {
    if !handlers.contains(where: { $0.declares(host: link.host) }),
      let reason = HostName.confusable(link.host)
    {
      return refused(request, reason)
    }
    return handlers.lazy.compactMap { $0.plan(request, link, in: self) }.first ?? LinkPlan(web(request))
  }

  private func refused(_ request: LinkRequest, _ reason: String) -> LinkPlan {
    LinkPlan(
      LinkTrail(
        request, .refused(reason), branch: LinkBranch.refused.rawValue, reason: reason,
        outcome: .stop(reason: reason, offered: nil)))
  }

  private func web(_ request: LinkRequest) -> LinkTrail {
    LinkTrail(
      request, .web, branch: LinkBranch.browser.rawValue, reason: "an ordinary web link goes to the browser",
      outcome: .browser(url: request.link))
  }

  private func deepLink(_ request: LinkRequest) -> LinkTrail {
    let screen = routes.screen(for: request.link)
    if screen == nil, let reason = Self.otherScheme(request.link) {
      return LinkTrail(
        request, .customScheme, branch: LinkBranch.otherScheme.rawValue, reason: reason,
        outcome: .deepLink(url: request.link))
    }
    return LinkTrail(
      request, .customScheme, branch: (screen == nil ? LinkBranch.unknownRoute : .route).rawValue,
      reason: screen == nil
        ? "no route of the app matches this deep link" : "the app's route table knows this deep link",
      outcome: screen.map { .screen($0) } ?? .deepLink(url: request.link))
  }

  /// Schemes that other apps of a phone open, and those that a phone opens with none.
  private static let schemes = (
    ofOtherApps: ["mailto", "tel", "sms", "smsto", "mms", "mmsto", "facetime", "facetime-audio", "geo"],
    ofNone: ["ftp", "ftps", "sftp", "ssh", "telnet", "gopher", "ws", "wss"]
  )

  /// Why a link is none of the app's, by its scheme alone; nil where it may be one.
  private static func otherScheme(_ link: String) -> String? {
    let scheme = link.prefix { $0 != ":" }.lowercased()
    if schemes.ofOtherApps.contains(scheme) {
      return "\(scheme): links open another app of a phone; they are shown, not run"
    }
    return schemes.ofNone.contains(scheme)
      ? "\(scheme): links are not the app's; they are shown, not run" : nil
  }

  /// Where a link ends that a response led to: as hostile as any other, and not resolved again, as that would be a
  /// second click.
  public func end(of link: String, for request: LinkRequest) -> LinkEnd {
    let plan = plan(LinkRequest(link, from: request.origin, gesture: .dryRun))
    let trail = plan.trail
    if trail.linkClass.isRefused {
      return LinkEnd(trail.outcome, reason: "\(link) is refused: \(trail.reason)", isRefused: true)
    }
    return plan.end ?? LinkEnd(trail.outcome, reason: trail.reason)
  }

  /// The same for what a vendor calls a web link: the browser gets it untouched, unless no browser may.
  public func webEnd(of link: String, for request: LinkRequest) -> LinkEnd {
    let end = end(of: link, for: request)
    guard !end.isRefused, WebLink(valid: link) != nil else { return end }
    return LinkEnd(.browser(url: link), reason: "")
  }

  /// The host of a web link, in lower case; nil for anything else.
  public static func host(of link: String) -> String? { WebLink(valid: link)?.host }

  /// What is asked for a link.
  public static func requestURL(_ link: String) -> String { WebLink(valid: link)?.requestURL ?? link }

  /// The beginning of a body, as far as it is text.
  public static func text(of response: LinkHop.Response) -> String? {
    response.body.isEmpty ? nil : String(decoding: response.text.utf8.prefix(longestBody), as: UTF8.self)
  }
}
