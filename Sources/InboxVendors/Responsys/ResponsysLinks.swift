public import InboxCore
public import InboxModel

/// App links of a branded domain (UL-1…5, seeds 000 and 001).
public struct ResponsysLinks: LinkHandler {
  /// Who resolves an app link.
  public enum Flow: Hashable, Sendable {
    /// The app itself, by the vendor's example code (UL-1).
    case independent
    /// The vendor's SDK (UL-4); it resolves only with `executeRsysWebURL` on, else the browser gets the link.
    case sdk(executesWebURL: Bool)
  }

  /// What becomes of its links.
  enum Branch: String, CaseIterable {
    case sdkOff = "sdk-off"
    case wouldResolve = "would-resolve"
    case deepLink = "deep-link"
    case webLink = "web-link"
    case nowhere
  }

  /// `responsys-app` and `responsys-other`.
  public static let classes = [LinkClass.responsysApp, .responsysOther]
  /// The branches that its links take.
  public static var branches: [String] { Branch.allCases.map(\.rawValue) }

  /// Hosts of the account's branded domains, in lower case.
  let domains: Set<String>
  let appPaths: [String]
  let flow: Flow
  let platform: LinkPlatform

  /// Whether a link is resolved at all.
  private var resolves: Bool { flow != .sdk(executesWebURL: false) }

  /// Whether a host is one of the branded domains.
  public func declares(host: String) -> Bool { domains.contains(host) }

  /// Plans a link of this vendor; nil for any other.
  public func plan(_ request: LinkRequest, _ link: WebLink, in resolver: LinkResolver) -> LinkPlan? {
    guard domains.contains(link.host) else { return nil }
    func trail(
      _ linkClass: LinkClass, _ branch: String, _ reason: String, _ outcome: LinkOutcome
    ) -> LinkTrail { LinkTrail(request, linkClass, branch: branch, reason: reason, outcome: outcome) }
    let isAppPath = appPaths.contains(link.comparablePath)
    guard link.scheme == "https", isAppPath else {
      return LinkPlan(
        trail(
          .responsysOther, LinkBranch.browser.rawValue,
          "a link of a branded domain that is not an app link goes to the browser untouched",
          .browser(url: request.link)),
        // Clicks, conversions and opt-outs (vendors.md A.3); the rest of a branded domain is content.
        countsRequests: isAppPath || link.comparablePath.lowercased().hasPrefix("/pub/"))
    }
    let end = LinkEnd(
      .browser(url: request.link), reason: "it is a tracked link itself and is not resolved a second time")
    guard resolves else {
      return LinkPlan(
        trail(
          .responsysApp, Branch.sdkOff.rawValue,
          "the SDK does not resolve app links (executeRsysWebURL is off): the browser gets it",
          .browser(url: request.link)), end: end, countsRequests: true)
    }
    return LinkPlan(
      trail(
        .responsysApp, Branch.wouldResolve.rawValue,
        "an app link of a branded domain: one GET resolves it and counts as a click",
        .unresolved(url: request.link)), end: end, countsRequests: true
    ) { await follow($0, over: $1, in: resolver) }
  }

  /// The SDK reports every universal link that it is handed to the app (UL-4).
  public func annotate(_ trail: inout LinkTrail) {
    guard flow == .sdk(executesWebURL: true), !trail.linkClass.isRefused, trail.linkClass != .customScheme
    else { return }
    if trail.notice == nil {
      trail.notice = WebURLNotice(requested: trail.link, isPubWeb: trail.linkClass == .responsysApp)
    }
  }

  /// One GET, which is the click.
  private func follow(
    _ planned: LinkTrail, over hop: LinkHop, in resolver: LinkResolver
  ) async -> LinkTrail {
    let request = LinkHop.Request(
      url: LinkResolver.requestURL(planned.link),
      headers: [.init("Accept", "application/json"), .init("User-Agent", platform.userAgent)],
      timeout: resolver.limit)
    var trail: LinkTrail
    do {
      trail = settle(planned, with: try await hop.get(request), in: resolver)
    } catch {
      trail = planned
      trail.fail(error, at: planned.link, within: resolver.limit, asking: "the branded domain")
    }
    let reason = trail.reason
    if trail.isFailure { trail.notice?.error = reason }
    return trail
  }

  private func settle(
    _ planned: LinkTrail, with response: LinkHop.Response, in resolver: LinkResolver
  ) -> LinkTrail {
    var trail = planned
    trail.click = .yes
    trail.hops = [.init(url: planned.link, status: response.status, milliseconds: response.milliseconds)]
    guard (200..<300).contains(response.status) else {
      // Only the vendor knows whether a request that it did not serve counts.
      trail.click = .unknown
      trail.body = LinkResolver.text(of: response)
      trail.stop(
        LinkBranch.statusFailure.rawValue,
        "the branded domain responded with status \(response.status)\(Self.excerpt(response))")
      return trail
    }
    guard !response.isCut else {
      trail.body = LinkResolver.text(of: response)
      trail.stop(
        LinkBranch.parseFailure.rawValue,
        "the response is larger than \(response.body.count) bytes\(Self.excerpt(response))")
      return trail
    }
    do {
      return follow(trail, try PubWebResponse(body: response.body), in: resolver)
    } catch {
      trail.body = LinkResolver.text(of: response)
      trail.stop(LinkBranch.parseFailure.rawValue, "the response cannot be read\(Self.excerpt(response))")
      return trail
    }
  }

  /// The deep link if there is one, else the web link, else nowhere (UL-2).
  private func follow(
    _ resolved: LinkTrail, _ pair: PubWebResponse, in resolver: LinkResolver
  ) -> LinkTrail {
    var trail = resolved
    trail.notice?.deepLink = pair.deepLink
    trail.notice?.webLink = pair.webLink
    var lead = "there is no deep link for this platform, so the web link is used"
    if let deepLink = pair.deepLink {
      let end = resolver.end(of: deepLink, for: trail.request)
      trail.branch = Branch.deepLink.rawValue
      trail.reason = "the link resolved to the deep link \(deepLink); \(end.reason)"
      trail.outcome = end.outcome
      guard end.isRefused else { return trail }
      lead = "the deep link \(end.reason), so the web link is used"
    }
    if let webLink = pair.webLink {
      let end = resolver.webEnd(of: webLink, for: trail.request)
      trail.branch = Branch.webLink.rawValue
      trail.reason = end.reason.isEmpty ? lead : "\(lead); \(end.reason)"
      trail.outcome = end.outcome
    }
    // Nothing that may be followed: the link itself is offered (UL-2).
    if trail.isFailure { trail.stop(trail.branch, trail.reason) }
    if pair.deepLink == nil, pair.webLink == nil {
      trail.stop(
        Branch.nowhere.rawValue, "nowhere to go: the response holds neither a deep link nor a web link")
    }
    return trail
  }

  private static func excerpt(_ response: LinkHop.Response) -> String {
    if let compression = response.compression { return ": \(compression)" }
    let text = String(decoding: response.text.utf8.prefix(200), as: UTF8.self)
    return text.isEmpty ? "" : ": \(text)"
  }
}

extension LinkClass {
  /// An app link of a branded domain: one GET resolves it, and that GET is the click (UL-1, UL-5).
  public static let responsysApp = Self("responsys-app", isTracked: true)
  /// Another link of a branded domain, such as `/pub/cc`: the browser gets it untouched (UL-3).
  public static let responsysOther = Self("responsys-other", isTracked: true)
}
