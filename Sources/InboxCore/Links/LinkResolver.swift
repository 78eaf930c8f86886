/// Takes a link and a gesture, gives an outcome and the trail to it (UL-1…3, 5, 14, 16).
///
/// Only ``resolve(_:)`` makes a request, at most one for a Responsys app link, and never a second time by itself:
/// the request is the click.
public struct LinkResolver: Sendable {
  /// Seconds that the vendor's example waits (seed 001).
  public static let timeout = 10
  /// What the vendor's example calls itself (seed 001).
  public static let userAgent = "ResponsysPubWebResolver (CPU iPhone OS like Mac OS X)"

  private let classifier: LinkClassifier
  private let hop: LinkHop

  /// Makes a resolver for an app.
  public init(settings: LinkSettings, hop: LinkHop) {
    classifier = LinkClassifier(settings: settings)
    self.hop = hop
  }

  /// What would be done with a link, without any request (UL-15 `--dry-run`).
  public func plan(_ link: String) -> LinkTrail {
    let linkClass = classifier.classify(link)
    func trail(_ branch: String, _ reason: String, _ outcome: LinkOutcome) -> LinkTrail {
      LinkTrail(link: link, linkClass: linkClass, branch: branch, reason: reason, outcome: outcome)
    }
    switch linkClass {
    case .responsysApp:
      return trail(
        "would-resolve", "an app link of a branded domain: one GET resolves it and counts as a click",
        .stop(reason: "not resolved: nothing was sent", offered: link))
    case .responsysOther:
      return trail(
        "browser", "a link of a branded domain that is not an app link goes to the browser untouched",
        .browser(url: link))
    case .web:
      return trail("browser", "an ordinary web link goes to the browser", .browser(url: link))
    case .customScheme:
      if let screen = classifier.settings.routes.screen(for: link) {
        return trail("route", "the app's route table knows this deep link", .screen(screen))
      }
      return trail("unknown-route", "no route of the app matches this deep link", .unknownRoute(url: link))
    case .refused(let reason):
      return trail("refused", reason, .stop(reason: reason, offered: nil))
    }
  }

  /// Follows a link for one gesture.
  public func resolve(_ link: String) async -> LinkTrail {
    let trail = plan(link)
    guard trail.linkClass == .responsysApp else { return trail }
    let request = LinkHop.Request(
      url: link,
      headers: [.init("Accept", "application/json"), .init("User-Agent", Self.userAgent)],
      timeout: Self.timeout)
    do {
      return settle(trail, with: try await hop.get(request))
    } catch {
      return failed(trail, error)
    }
  }

  private func settle(_ planned: LinkTrail, with answer: LinkHop.Answer) -> LinkTrail {
    var trail = planned
    trail.click = .yes
    trail.hops = [.init(url: planned.link, status: answer.status, milliseconds: answer.milliseconds)]
    guard (200..<300).contains(answer.status) else {
      // Only the vendor knows whether a request that it did not serve counts.
      trail.click = .unknown
      trail.branch = "status-failure"
      trail.reason = "the branded domain answered with status \(answer.status)\(Self.excerpt(answer))"
      trail.outcome = .stop(reason: trail.reason, offered: planned.link)
      return trail
    }
    do {
      let pair = try PubWebAnswer(body: answer.body)
      return follow(trail, pair)
    } catch {
      trail.branch = "parse-failure"
      trail.reason = "the answer cannot be read\(Self.excerpt(answer))"
      trail.outcome = .stop(reason: trail.reason, offered: planned.link)
      return trail
    }
  }

  /// The deep link if there is one, else the web link, else nowhere (UL-2).
  private func follow(_ resolved: LinkTrail, _ pair: PubWebAnswer) -> LinkTrail {
    var trail = resolved
    if let deepLink = pair.deepLink {
      let end = plan(deepLink)
      trail.branch = "deep-link"
      trail.reason = "the link resolved to the deep link \(deepLink); \(end.reason)"
      // A deep link that is itself an app link is not resolved again: that would be a second click.
      trail.outcome = end.linkClass == .responsysApp ? .browser(url: deepLink) : end.outcome
    } else if let webLink = pair.webLink {
      let end = plan(webLink)
      trail.branch = "web-link"
      trail.reason = "there is no deep link for this platform, so the web link is used"
      trail.outcome = end.linkClass == .responsysApp ? .browser(url: webLink) : end.outcome
    } else {
      trail.branch = "nowhere"
      trail.reason = "nowhere to go: the answer holds neither a deep link nor a web link"
      trail.outcome = .stop(reason: trail.reason, offered: trail.link)
    }
    return trail
  }

  private func failed(_ planned: LinkTrail, _ failure: LinkHop.Failure) -> LinkTrail {
    var trail = planned
    switch failure {
    case .transport(let reason):
      trail.branch = "transport-failure"
      trail.reason = "the branded domain could not be reached: \(reason)"
      trail.hops = [.init(url: planned.link, status: nil, milliseconds: 0)]
    case .interrupted(let reason):
      trail.branch = "unknown"
      trail.reason =
        "\(reason) after the request had left: the click may have been counted, so it is not repeated"
      trail.click = .unknown
      trail.hops = [.init(url: planned.link, status: nil, milliseconds: 0)]
    case .timedOut:
      trail.branch = "unknown"
      trail.reason =
        "no answer within \(Self.timeout) s: the click may have been counted, so it is not repeated by itself"
      trail.click = .unknown
      trail.hops = [.init(url: planned.link, status: nil, milliseconds: Self.timeout * 1_000)]
    }
    trail.outcome = .stop(reason: trail.reason, offered: planned.link)
    return trail
  }

  private static func excerpt(_ answer: LinkHop.Answer) -> String {
    let text = String(decoding: answer.body.prefix(200), as: UTF8.self)
    return text.isEmpty ? "" : ": \(text)"
  }
}
