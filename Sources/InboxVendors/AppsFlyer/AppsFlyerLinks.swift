public import InboxCore
public import InboxModel

/// Links of email services and OneLinks (UL-10, seed 002).
public struct AppsFlyerLinks: LinkHandler {
  /// What becomes of its links, beside what their redirects and their click events say.
  enum Branch: String, CaseIterable {
    case wouldFollow = "would-follow"
    case wouldAsk = "would-ask"
    case clickEvent = "click-event"
    case linkRefused = "link-refused"
  }

  /// `appsflyer-esp` and `appsflyer-onelink`.
  public static let classes = [LinkClass.appsFlyerEmail, .oneLink]
  /// The branches that its links take.
  public static var branches: [String] {
    Branch.allCases.map(\.rawValue) + EmailLinkPolicy.Branch.Name.allCases.map(\.rawValue)
      + RedirectChain.Failure.allCases.map(\.rawValue)
  }

  let policy: EmailLinkPolicy

  /// Whether a host is one of the click domains of email services and OneLink domains.
  public func declares(host: String) -> Bool { policy.isEmailDomain(host) || policy.isOneLink(host) }

  /// Plans a link of this vendor; nil for any other.
  public func plan(_ request: LinkRequest, _ link: WebLink, in resolver: LinkResolver) -> LinkPlan? {
    func planned(_ linkClass: LinkClass, _ branch: String, _ reason: String) -> LinkTrail {
      LinkTrail(
        request, linkClass, branch: branch, reason: reason,
        outcome: .unresolved(url: request.link))
    }
    if policy.isEmailDomain(link.host) {
      let trail = planned(
        .appsFlyerEmail, Branch.wouldFollow.rawValue,
        "a link of an email service: following its redirects counts as a click")
      let end = LinkEnd(
        .browser(url: request.link), reason: "it is a tracked link itself and is not resolved a second time")
      return LinkPlan(trail, end: end, countsRequests: true) {
        await followEmailLink($0, Context(resolver: resolver, hop: $1))
      }
    }
    guard policy.isOneLink(link.host) else { return nil }
    guard link.isShortOneLink else {
      let event = ClickEvent(original: nil, link: request.link, isOneLink: true)
      return LinkPlan(
        taken(planned(.oneLink, EmailLinkPolicy.Branch.Name.oneLink.rawValue, ""), event, in: resolver),
        countsRequests: true)
    }
    let trail = planned(
      .oneLink, Branch.wouldAsk.rawValue,
      "a short OneLink: only its server knows what it stands for, and asking it counts as a click")
    let end = LinkEnd(.deepLink(url: request.link), reason: trail.reason)
    return LinkPlan(trail, end: end, countsRequests: true) {
      await followShortLink($0, Context(resolver: resolver, hop: $1))
    }
  }

  /// Adds `clickEvent` and `deepLinkStatus` to any trail; null where the link has none.
  public func annotate(_ trail: inout LinkTrail) {
    for name in ["clickEvent", "deepLinkStatus"] where trail.facts[name] == nil { trail.facts[name] = .null }
  }

  /// What asks for a link, and for how long.
  private struct Context {
    var resolver: LinkResolver
    var hop: LinkHop
  }

  /// Follows the redirects, makes the click event of them and takes the branch that the vendor's example takes.
  private func followEmailLink(_ planned: LinkTrail, _ context: Context) async -> LinkTrail {
    var trail = planned
    trail.deepLinkStatus = .failure
    var chain = RedirectChain(planned.link, policy: policy)
    var url = planned.link
    var left = context.resolver.limit * 1_000
    while true {
      guard let response = await ask(url, within: left, &trail, context.hop) else { return trail }
      left -= response.milliseconds
      switch chain.next(status: response.status, location: response.location, mask: response.mask) {
      case .ask(let next) where isCountedElsewhere(next, in: context.resolver):
        let event = ClickEvent(original: planned.link, link: next, isOneLink: false)
        var ended = decided(trail, event, in: context.resolver)
        ended.reason += "; it is a tracked link itself and was not requested here, as that would be its click"
        return ended
      case .ask(let next) where left > 0: url = next
      case .ask(let next):
        trail.stop(
          LinkBranch.unknown.rawValue,
          "the \(context.resolver.limit) s were over before \(next) was asked; the click was counted at the first request"
        )
        return trail
      case .end(let end): return await ended(trail, at: end, left: left, context)
      case .fail(let branch, let reason):
        trail.body = LinkResolver.text(of: response)
        trail.stop(branch, reason)
        return trail
      }
    }
  }

  /// Whether a redirect leads to a link of another sender, who counts its request as a click: the browser will make
  /// that request, and two would be two clicks for one gesture (UL-5).
  private func isCountedElsewhere(_ link: String, in resolver: LinkResolver) -> Bool {
    let linkClass = resolver.classify(link)
    return linkClass.isTracked && linkClass != .appsFlyerEmail
  }

  /// Asks for what a OneLink without parameters stands for.
  ///
  /// The vendor's SDK asks a server of its own, whose format is not published; a redirect to the whole OneLink is how
  /// one looks to other programs (decision of ours).
  private func followShortLink(_ planned: LinkTrail, _ context: Context) async -> LinkTrail {
    var trail = planned
    trail.reason = ""
    return await expand(
      trail, ClickEvent(original: nil, link: planned.link, isOneLink: true),
      within: context.resolver.limit * 1_000, context)
  }

  /// What an app does with a click event that it was given (UL-10), without any request.
  func decide(_ event: ClickEvent, for request: LinkRequest, in resolver: LinkResolver) -> LinkTrail {
    let trail = LinkTrail(
      request, .appsFlyerEmail, branch: Branch.clickEvent.rawValue, reason: "",
      outcome: .stop(reason: "", offered: nil))
    return decided(trail, event, in: resolver)
  }

  /// A OneLink's screen: the app goes by `deep_link_value`.
  private func taken(_ planned: LinkTrail, _ event: ClickEvent, in resolver: LinkResolver) -> LinkTrail {
    var trail = planned
    let link = event.link ?? planned.link
    trail.clickEvent = event
    trail.branch = EmailLinkPolicy.Branch.Name.oneLink.rawValue
    let lead = trail.reason.isEmpty ? "" : trail.reason + "; "
    if let value = event.deepLinkValue {
      trail.deepLinkStatus = .found
      let screen = resolver.routes.screen(forDeepLinkValue: value, subs: event.subs, url: link)
      trail.outcome = screen.map { .screen($0) } ?? .deepLink(url: link)
      trail.reason = lead + "deep_link_value is “\(value)”"
      if screen == nil { trail.reason += ", which no route of the app matches" }
    } else if let target = event.members["af_dp"]?.text, let screen = resolver.routes.screen(for: target) {
      trail.deepLinkStatus = .found
      trail.outcome = .screen(screen)
      trail.reason = lead + "it has no deep_link_value; af_dp is a deep link that the app's route table knows"
    } else {
      trail.deepLinkStatus = .notFound
      trail.outcome = .deepLink(url: link)
      trail.reason = lead + "it has no deep_link_value: the app opens and shows its first screen"
    }
    return trail
  }

  private func ended(
    _ followed: LinkTrail, at end: String, left: Int, _ context: Context
  ) async -> LinkTrail {
    let oneLink = WebLink(valid: end).flatMap { policy.isOneLink($0.host) ? $0 : nil }
    let event = ClickEvent(original: followed.link, link: end, isOneLink: oneLink != nil)
    guard oneLink?.isShortOneLink == true else { return decided(followed, event, in: context.resolver) }
    var trail = followed
    trail.reason = EmailLinkPolicy.Branch(name: .oneLink, subject: end).reason
    return await expand(trail, event, within: left, context)
  }

  private func decided(
    _ followed: LinkTrail, _ event: ClickEvent, in resolver: LinkResolver
  ) -> LinkTrail {
    var trail = followed
    let branch = policy.branch(of: event)
    var event = event
    if branch.name == .oneLink {
      // A captured event may leave to the link what the link says already.
      event.members.merge(ClickEvent(original: nil, link: branch.subject, isOneLink: true).members) {
        retained, _ in retained
      }
    }
    trail.clickEvent = event
    trail.branch = branch.name.rawValue
    trail.reason = branch.reason
    switch branch.name {
    case .oneLink: return taken(trail, event, in: resolver)
    case .browser:
      trail.deepLinkStatus = .notFound
      let end = resolver.webEnd(of: branch.subject, for: trail.request)
      if !end.reason.isEmpty { trail.reason = "the mail's link wraps \(branch.subject); \(end.reason)" }
      trail.outcome = end.outcome
      if end.isRefused { trail.stop(Branch.linkRefused.rawValue, trail.reason) }
    default:
      trail.deepLinkStatus = .notFound
      trail.stop(branch.name.rawValue, branch.reason, offered: event.link ?? event.originalLink)
    }
    return trail
  }

  private func expand(
    _ planned: LinkTrail, _ event: ClickEvent, within left: Int, _ context: Context
  ) async -> LinkTrail {
    var trail = planned
    let short = event.link ?? planned.link
    (trail.clickEvent, trail.deepLinkStatus) = (event, .failure)
    guard let response = await ask(short, within: left, &trail, context.hop) else { return trail }
    guard response.status < 400 else {
      trail.body = LinkResolver.text(of: response)
      trail.stop(
        LinkBranch.statusFailure.rawValue,
        "\(WebLink(valid: short)?.host ?? short) responded with status \(response.status)")
      return trail
    }
    guard let whole = whole(short, response) else {
      if !trail.reason.isEmpty { trail.reason += "; " }
      trail.reason += "its server does not say what it stands for"
      return taken(trail, event, in: context.resolver)
    }
    var event = event
    event.members.merge(ClickEvent(original: nil, link: whole, isOneLink: true).members) { retained, _ in
      retained
    }
    return taken(trail, event, in: context.resolver)
  }

  /// Requests an address on the way; nil where no response came, and the trail ends there.
  private func ask(
    _ url: String, within milliseconds: Int, _ trail: inout LinkTrail, _ hop: LinkHop
  ) async -> LinkHop.Response? {
    // Rounded up, and at least one.
    let seconds = max(1, (milliseconds + 999) / 1_000)
    let request = LinkHop.Request(
      url: LinkResolver.requestURL(url),
      headers: [.init("Accept", "*/*"), .init("User-Agent", "inbox")], timeout: seconds,
      takesRedirectsByHead: true)
    do {
      let response = try await hop.get(request)
      trail.hops.append(.init(url: url, status: response.status, milliseconds: response.milliseconds))
      // Only the service knows whether a request that it did not serve counts.
      if trail.hops.count == 1 { trail.click = response.status < 400 ? .yes : .unknown }
      return response
    } catch {
      trail.fail(error, at: url, within: seconds, asking: WebLink(valid: url)?.host ?? url)
      return nil
    }
  }

  /// The OneLink with parameters that a short one redirects to.
  private func whole(_ short: String, _ response: LinkHop.Response) -> String? {
    var chain = RedirectChain(short, policy: policy)
    guard case .end(let end) = chain.next(status: response.status, location: response.location), end != short,
      let link = WebLink(valid: end), policy.isOneLink(link.host)
    else { return nil }
    return end
  }
}

extension WebLink {
  /// Whether a OneLink (`https://SUB.onelink.me/TEMPLATE[/SHORT]?…`) carries no parameters: then only AppsFlyer's
  /// server knows what it stands for.
  fileprivate var isShortOneLink: Bool { items.items.isEmpty && path.split(separator: "/").count > 1 }
}

extension LinkClass {
  /// A link of an email service's click domain: its redirects are followed (UL-10).
  public static let appsFlyerEmail = Self("appsflyer-esp", isTracked: true)
  /// A OneLink: its parameters are the deep link (UL-10).
  public static let oneLink = Self("appsflyer-onelink", isTracked: true)
}
