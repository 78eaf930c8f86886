import InboxModel

/// What an app does with a resolved link of an email service: AppsFlyer's ESP 2.0 (UL-10, seed 002).
///
/// Every test that fails stops the flow, and ``Branch`` says which.
public struct EmailLinkPolicy: Hashable, Sendable {
  /// Where the flow of seed 002 ended.
  public struct Branch: Hashable, Sendable {
    /// A branch in one word or two.
    public enum Name: String, CaseIterable, Sendable {
      /// `link` is a OneLink: the deep link flow goes on.
      case oneLink = "onelink"
      /// `link` is something else: the browser gets it.
      case browser = "esp-browser"
      /// A deferred deep link is not a click on a link of a mail.
      case deferred
      /// There is no `original_link`: the click did not come through an email service.
      case noOriginalLink = "no-original-link"
      /// `original_link` is not a URL.
      case invalidOriginalLink = "original-link-bad-url"
      /// `original_link` has no host.
      case originalLinkWithoutHost = "original-link-no-host"
      /// The host of `original_link` is not in the list of email domains.
      case notAnEmailDomain = "not-an-esp-domain"
      /// There is no `link`.
      case noLink = "no-link"
      /// `link` is not a URL.
      case invalidLink = "link-bad-url"
      /// `link` has no host.
      case linkWithoutHost = "link-no-host"
    }

    /// Which of them.
    public var name: Name
    /// The link or host that it is about; empty where there is none.
    public var subject = ""
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
    Self.isShared(host) || oneLinkDomains.contains(host.lowercased())
  }

  /// What stands for every host that is a OneLink's without being declared.
  public static let anyOneLink = "*.onelink.me"

  /// Whether a host is a OneLink's without being declared.
  public static func isShared(_ host: String) -> Bool { host.lowercased().hasSuffix(anyOneLink.dropFirst()) }

  /// Takes the branch for a click event.
  public func branch(of event: ClickEvent) -> Branch {
    if event.isDeferred { return Branch(name: .deferred) }
    guard let original = event.originalLink else { return Branch(name: .noOriginalLink) }
    switch Self.host(of: original) {
    case .none: return Branch(name: .invalidOriginalLink, subject: original)
    case .some(nil): return Branch(name: .originalLinkWithoutHost, subject: original)
    case .some(let host?):
      guard WebLink(valid: original) != nil else {
        return Branch(name: .invalidOriginalLink, subject: original)
      }
      guard isEmailDomain(host) else { return Branch(name: .notAnEmailDomain, subject: host) }
    }
    guard let link = event.link else { return Branch(name: .noLink) }
    switch Self.host(of: link) {
    case .none: return Branch(name: .invalidLink, subject: link)
    case .some(nil): return Branch(name: .linkWithoutHost, subject: link)
    case .some(let host?):
      // Only web links are OneLinks, whatever host another scheme names.
      let isOneLink = WebLink(valid: link) != nil && isOneLink(host)
      return Branch(name: isOneLink ? .oneLink : .browser, subject: link)
    }
  }

  /// The host of a URL; nil within for a URL without one, nil for what is not a URL.
  private static func host(of text: String) -> String?? {
    if let link = WebLink(valid: text) { return link.host }
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

extension EmailLinkPolicy.Branch {
  /// Why, as a sentence without a full stop.
  public var reason: String {
    switch name {
    case .oneLink: "the mail's link wraps the OneLink \(subject): the deep link flow goes on"
    case .browser: "the mail's link wraps \(subject), which is not a OneLink: the browser gets it"
    case .deferred: "the deep link is deferred; only a direct one comes from a link in a mail"
    case .noOriginalLink: "the click event has no original_link: it did not come through an email service"
    case .invalidOriginalLink: "original_link “\(subject)” is not a usable URL"
    case .originalLinkWithoutHost: "original_link “\(subject)” has no host"
    case .notAnEmailDomain: "the host \(subject) of original_link is not in the list of email domains"
    case .noLink: "the click event has no link"
    case .invalidLink: "link “\(subject)” is not a usable URL"
    case .linkWithoutHost: "link “\(subject)” has no host"
    }
  }
}
