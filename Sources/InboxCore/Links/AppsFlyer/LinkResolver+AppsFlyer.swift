/// Links of email services and OneLinks (UL-10, seed 002).
extension LinkResolver {
  /// Follows the redirects, makes the click event of them and takes the branch that the vendor's example takes.
  func followEmailLink(_ planned: LinkTrail) async -> LinkTrail {
    var trail = planned
    trail.deepLinkStatus = .failure
    var chain = RedirectChain(planned.link, policy: settings.appsFlyer)
    var url = planned.link
    var left = limit * 1_000
    while true {
      let answer: LinkHop.Answer
      do {
        answer = try await hop.get(request(url, within: left))
      } catch {
        fail(
          &trail, error, at: url, within: Self.seconds(left), asking: Self.webLink(url)?.host ?? url)
        return trail
      }
      trail.hops.append(.init(url: url, status: answer.status, milliseconds: answer.milliseconds))
      // Only the service knows whether a request that it did not serve counts.
      if trail.hops.count == 1 { trail.click = answer.status < 400 ? .yes : .unknown }
      left -= answer.milliseconds
      switch chain.next(status: answer.status, location: answer.location) {
      case .ask(let next) where left > 0: url = next
      case .ask(let next):
        trail.stop(
          "unknown",
          "the \(limit) s were over before \(next) was asked; the click was counted at the first request"
        )
        return trail
      case .end(let end): return await ended(trail, at: end, left: left)
      case .fail(let branch, let reason):
        trail.body = Self.text(of: answer)
        trail.stop(branch, reason)
        return trail
      }
    }
  }

  /// Asks for what a OneLink without parameters stands for.
  ///
  /// The vendor's SDK asks a server of its own, whose format is not published; a redirect to the whole OneLink is how
  /// one looks to everybody else (decision of ours).
  func followShortLink(_ planned: LinkTrail) async -> LinkTrail {
    var trail = planned
    trail.reason = ""
    return await expand(
      trail, ClickEvent(original: nil, link: planned.link, isOneLink: true), within: limit * 1_000)
  }

  /// What an app does with a click event that it was given (UL-10), without any request.
  public func decide(_ event: ClickEvent, for request: LinkRequest) -> LinkTrail {
    let trail = LinkTrail(
      request, .appsFlyerEmail, branch: "click-event", reason: "",
      outcome: .stop(reason: "", offered: nil))
    return decided(trail, event)
  }

  /// A OneLink's screen: the app goes by `deep_link_value`.
  func taken(_ planned: LinkTrail, _ event: ClickEvent) -> LinkTrail {
    var trail = planned
    let link = event.link ?? planned.link
    trail.clickEvent = event
    trail.branch = "onelink"
    let lead = trail.reason.isEmpty ? "" : trail.reason + "; "
    if let value = event.deepLinkValue {
      trail.deepLinkStatus = .found
      let screen = settings.routes.screen(forDeepLinkValue: value, subs: event.subs, url: link)
      trail.outcome = screen.map { .screen($0) } ?? .deepLink(url: link)
      trail.reason = lead + "deep_link_value is “\(value)”"
      if screen == nil { trail.reason += ", which no route of the app matches" }
    } else if let target = event.members["af_dp"]?.text, let screen = settings.routes.screen(for: target) {
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

  private func ended(_ followed: LinkTrail, at end: String, left: Int) async -> LinkTrail {
    let isOneLink = Self.webLink(end).map { settings.appsFlyer.isOneLink($0.host) } ?? false
    let event = ClickEvent(original: followed.link, link: end, isOneLink: isOneLink)
    guard isOneLink, OneLink.isShort(end) else { return decided(followed, event) }
    var trail = followed
    trail.reason = EmailLinkPolicy.Branch.oneLink(end).reason
    return await expand(trail, event, within: left)
  }

  private func decided(_ followed: LinkTrail, _ event: ClickEvent) -> LinkTrail {
    var trail = followed
    let branch = settings.appsFlyer.branch(of: event)
    var event = event
    if case .oneLink(let link) = branch {
      // A captured event may leave to the link what the link says already.
      event.members.merge(ClickEvent(original: nil, link: link, isOneLink: true).members) { kept, _ in kept }
    }
    trail.clickEvent = event
    trail.branch = branch.name
    trail.reason = branch.reason
    switch branch {
    case .oneLink: return taken(trail, event)
    case .browser(let link):
      trail.deepLinkStatus = .notFound
      let end = webEnd(of: link, for: trail.request)
      if !end.reason.isEmpty { trail.reason = "the mail's link wraps \(link); \(end.reason)" }
      trail.outcome = end.outcome
      if end.isRefused { trail.stop("link-refused", trail.reason) }
    default:
      trail.deepLinkStatus = .notFound
      trail.stop(branch.name, branch.reason, offered: event.link ?? event.originalLink)
    }
    return trail
  }

  private func expand(_ planned: LinkTrail, _ event: ClickEvent, within left: Int) async -> LinkTrail {
    var trail = planned
    let short = event.link ?? planned.link
    do {
      let answer = try await hop.get(request(short, within: left))
      trail.hops.append(.init(url: short, status: answer.status, milliseconds: answer.milliseconds))
      if trail.hops.count == 1 { trail.click = answer.status < 400 ? .yes : .unknown }
      guard answer.status < 400 else {
        trail.clickEvent = event
        trail.deepLinkStatus = .failure
        trail.body = Self.text(of: answer)
        trail.stop(
          "status-failure", "\(Self.webLink(short)?.host ?? short) answered with status \(answer.status)")
        return trail
      }
      guard let whole = whole(short, answer) else {
        trail.reason = Self.joined(trail.reason, "its server does not say what it stands for")
        return taken(trail, event)
      }
      var event = event
      event.members.merge(ClickEvent(original: nil, link: whole, isOneLink: true).members) { kept, _ in kept }
      return taken(trail, event)
    } catch {
      fail(&trail, error, at: short, within: Self.seconds(left), asking: Self.webLink(short)?.host ?? short)
      trail.clickEvent = event
      trail.deepLinkStatus = .failure
      return trail
    }
  }

  /// The OneLink with parameters that a short one redirects to.
  private func whole(_ short: String, _ answer: LinkHop.Answer) -> String? {
    var chain = RedirectChain(short, policy: settings.appsFlyer)
    guard case .end(let end) = chain.next(status: answer.status, location: answer.location), end != short,
      let link = Self.webLink(end), settings.appsFlyer.isOneLink(link.host)
    else { return nil }
    return end
  }

  private func request(_ url: String, within milliseconds: Int) -> LinkHop.Request {
    LinkHop.Request(
      url: Self.requestURL(url),
      headers: [.init("Accept", "*/*"), .init("User-Agent", "inbox")],
      timeout: Self.seconds(milliseconds), takesRedirectsByHead: true)
  }

  /// At least one: a part of a second is asked for as a whole one.
  private static func seconds(_ milliseconds: Int) -> Int { max(1, (milliseconds + 999) / 1_000) }

  private static func joined(_ first: String, _ second: String) -> String {
    first.isEmpty ? second : "\(first); \(second)"
  }
}
