/// Where a link ends (UL-14, UL-16): one gesture, one outcome.
public enum LinkOutcome: Hashable, Sendable {
  /// A screen of the app.
  case screen(AppScreen)
  /// A deep link that no route knows: shown as such.
  case unknownRoute(url: String)
  /// The browser would get this URL.
  case browser(url: String)
  /// Nowhere, and why; the link itself is offered where a browser can take it.
  case stop(reason: String, offered: String?)

  /// The kind in output for programs.
  public var kind: String {
    switch self {
    case .screen: "screen"
    case .unknownRoute: "deeplink"
    case .browser: "browser"
    case .stop: "stop"
    }
  }

  /// The URL of the outcome, if there is one.
  public var url: String? {
    switch self {
    case .screen(let screen): screen.url
    case .unknownRoute(let url), .browser(let url): url
    case .stop(_, let offered): offered
    }
  }
}
