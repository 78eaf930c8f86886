/// What a link is, told from its text alone (UL-15).
public enum LinkClass: Hashable, Sendable, Codable {
  /// An app link of a branded domain: one GET resolves it, and that GET is the click (UL-1, UL-5).
  case responsysApp
  /// Another link of a branded domain, such as `/pub/cc`: the browser gets it untouched (UL-3).
  case responsysOther
  /// A link of an email service's click domain: its redirects are followed (UL-10).
  case appsFlyerEmail
  /// A OneLink: its parameters are the deep link (UL-10).
  case oneLink
  /// A universal link of the app that Bloomreach tracks, or one that names a campaign of it (UL-11).
  case bloomreach
  /// A deep link of the app (UL-14).
  case customScheme
  /// An ordinary web link.
  case web
  /// Shown, never run, and why.
  case refused(String)

  /// Whether it is never followed.
  public var isRefused: Bool { if case .refused = self { true } else { false } }

  /// The name in output for programs.
  public var name: String {
    switch self {
    case .responsysApp: "responsys-app"
    case .responsysOther: "responsys-other"
    case .appsFlyerEmail: "appsflyer-esp"
    case .oneLink: "appsflyer-onelink"
    case .bloomreach: "bloomreach-campaign"
    case .customScheme: "custom-scheme"
    case .web: "web"
    case .refused: "refused"
    }
  }
}
