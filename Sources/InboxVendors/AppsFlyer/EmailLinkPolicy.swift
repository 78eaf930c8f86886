import InboxCore
import InboxModel

/// What an app does with a resolved link of an email service: AppsFlyer's ESP 2.0 (UL-10, seed 002).
///
/// Every test that fails stops the flow, and ``Branch`` says which.
public struct EmailLinkPolicy: Hashable, Sendable {
  /// Where the flow of seed 002 ended.
  public enum Branch: Hashable, Sendable {
    /// `link` is a OneLink: the deep link flow goes on.
    case oneLink(String)
    /// `link` is something else: the browser gets it.
    case browser(String)
    /// A deferred deep link is not a click on a link of a mail.
    case deferred
    /// There is no `original_link`: the click did not come through an email service.
    case noOriginalLink
    /// `original_link` is not a URL.
    case invalidOriginalLink(String)
    /// `original_link` has no host.
    case originalLinkWithoutHost(String)
    /// The host of `original_link` is not in the list of email domains.
    case notAnEmailDomain(String)
    /// There is no `link`.
    case noLink
    /// `link` is not a URL.
    case invalidLink(String)
    /// `link` has no host.
    case linkWithoutHost(String)
  }

  /// What `resolveDeepLinkURLs` holds: click domains of email services, in lower case.
  public let emailDomains: Set<String>
  /// What `oneLinkCustomDomains` holds: branded OneLink domains, in lower case (decision of ours: the seed knows only
  /// `.onelink.me`).
  public let oneLinkDomains: Set<String>

  /// Takes domains in any case of letters.
  public init(emailDomains: [String] = [], oneLinkDomains: [String] = []) {
    self.emailDomains = Set(emailDomains.map { $0.lowercased() })
    self.oneLinkDomains = Set(oneLinkDomains.map { $0.lowercased() })
  }

  /// Whether a host is in the list: whole, never a part of it.
  public func isEmailDomain(_ host: String) -> Bool { emailDomains.contains(host.lowercased()) }

  /// Whether a host ends in `.onelink.me` or is a declared custom domain; `onelink.me` itself is none (seed 002).
  public func isOneLink(_ host: String) -> Bool {
    let host = host.lowercased()
    return host.hasSuffix(".onelink.me") || oneLinkDomains.contains(host)
  }

  /// Takes the branch for a click event.
  public func branch(of event: ClickEvent) -> Branch {
    if event.isDeferred { return .deferred }
    guard let original = event.originalLink else { return .noOriginalLink }
    switch Self.host(of: original) {
    case .none: return .invalidOriginalLink(original)
    case .some(nil): return .originalLinkWithoutHost(original)
    case .some(let host?):
      guard LinkResolver.webLink(original) != nil else { return .invalidOriginalLink(original) }
      guard isEmailDomain(host) else { return .notAnEmailDomain(host) }
    }
    guard let link = event.link else { return .noLink }
    switch Self.host(of: link) {
    case .none: return .invalidLink(link)
    case .some(nil): return .linkWithoutHost(link)
    case .some(let host?):
      // Only web links are OneLinks, whatever host another scheme names.
      return LinkResolver.webLink(link) != nil && isOneLink(host) ? .oneLink(link) : .browser(link)
    }
  }

  /// The host of a URL; nil within for a URL without one, nil for what is not a URL.
  private static func host(of text: String) -> String?? {
    if let link = LinkResolver.webLink(text) { return link.host }
    guard let colon = text.firstIndex(of: ":"), text.first?.isLetter == true,
      !text.contains(where: { $0.isWhitespace || $0.isNewline })
    else { return .none }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.index(after: colon)...]
    guard rest.hasPrefix("//") else { return .some(nil) }
    let host = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    if host.isEmpty { return .some(nil) }
    // A web link that could not be taken apart hides its host.
    return scheme == "http" || scheme == "https" ? .none : String(host)
  }
}

extension EmailLinkPolicy {
  /// A branch in one word or two.
  enum BranchName: String, CaseIterable {
    case oneLink = "onelink"
    case browser = "esp-browser"
    case deferred
    case noOriginalLink = "no-original-link"
    case invalidOriginalLink = "original-link-bad-url"
    case originalLinkWithoutHost = "original-link-no-host"
    case notAnEmailDomain = "not-an-esp-domain"
    case noLink = "no-link"
    case invalidLink = "link-bad-url"
    case linkWithoutHost = "link-no-host"
  }
}

extension EmailLinkPolicy.Branch {
  /// The branch in one word or two.
  public var name: String {
    let name: EmailLinkPolicy.BranchName =
      switch self {
      case .oneLink: .oneLink
      case .browser: .browser
      case .deferred: .deferred
      case .noOriginalLink: .noOriginalLink
      case .invalidOriginalLink: .invalidOriginalLink
      case .originalLinkWithoutHost: .originalLinkWithoutHost
      case .notAnEmailDomain: .notAnEmailDomain
      case .noLink: .noLink
      case .invalidLink: .invalidLink
      case .linkWithoutHost: .linkWithoutHost
      }
    return name.rawValue
  }

  /// Why, as a sentence without a full stop.
  public var reason: String {
    switch self {
    case .oneLink(let link): "the mail's link wraps the OneLink \(link): the deep link flow goes on"
    case .browser(let link): "the mail's link wraps \(link), which is not a OneLink: the browser gets it"
    case .deferred: "the deep link is deferred; only a direct one comes from a link in a mail"
    case .noOriginalLink: "the click event has no original_link: it did not come through an email service"
    case .invalidOriginalLink(let link): "original_link “\(link)” is not a usable URL"
    case .originalLinkWithoutHost(let link): "original_link “\(link)” has no host"
    case .notAnEmailDomain(let host): "the host \(host) of original_link is not in the list of email domains"
    case .noLink: "the click event has no link"
    case .invalidLink(let link): "link “\(link)” is not a usable URL"
    case .linkWithoutHost(let link): "link “\(link)” has no host"
    }
  }
}
