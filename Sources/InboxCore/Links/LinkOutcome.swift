import InboxModel

/// Where a link ends (UL-14, UL-16): one gesture, one outcome.
public enum LinkOutcome: Hashable, Sendable, Codable {
  case screen(AppScreen)
  /// A deep link that no route of the profile knows: shown as such.
  case deepLink(url: String)
  /// The browser would get this URL.
  case browser(url: String)
  /// What the link stands for is not known: it was a dry run.
  case unresolved(url: String)
  /// Nowhere, and why; a link is offered where a browser can take it, and nil where none may.
  case stop(reason: String, offered: String?)

  /// The kinds in output for programs.
  public enum Kind: String, CaseIterable, Sendable {
    case screen
    case deepLink = "deeplink"
    case browser, unresolved, stop
  }

  /// The kind in output for programs.
  public var kind: String {
    let kind: Kind =
      switch self {
      case .screen: .screen
      case .deepLink: .deepLink
      case .browser: .browser
      case .unresolved: .unresolved
      case .stop: .stop
      }
    return kind.rawValue
  }

  /// The URL of the outcome, if there is one.
  public var url: String? {
    switch self {
    case .screen(let screen): screen.url
    case .deepLink(let url), .browser(let url), .unresolved(let url): url
    case .stop(_, let offered): offered
    }
  }

  /// What a browser may be given: http and https only (UL-14).
  public var browserURL: String? { url.flatMap { Self.isForBrowsers($0) ? $0 : nil } }

  /// Whether a browser may be given a URL: http and https only, never through a shell (UL-14).
  public static func isForBrowsers(_ url: String) -> Bool {
    let lower = url.lowercased()
    return lower.hasPrefix("https://") || lower.hasPrefix("http://")
  }

  /// Whether a stopped link is offered for a browser: a web link that hides nothing.
  static func mayBeOffered(_ url: String) -> Bool {
    LinkText.flaw(in: url) == nil && WebLink(valid: url) != nil
  }
}
