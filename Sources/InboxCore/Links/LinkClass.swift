/// What a link is, told from its text alone (UL-15).
public enum LinkClass: Hashable, Sendable {
  /// An app link of a branded domain: one GET resolves it, and that GET is the click (UL-1, UL-5).
  case responsysApp
  /// Another link of a branded domain, such as `/pub/cc`: the browser gets it untouched (UL-3).
  case responsysOther
  /// A deep link of the app (UL-14).
  case customScheme
  /// An ordinary web link.
  case web
  /// Shown, never run, and why.
  case refused(String)

  /// The name in output for programs.
  public var name: String {
    switch self {
    case .responsysApp: "responsys-app"
    case .responsysOther: "responsys-other"
    case .customScheme: "custom-scheme"
    case .web: "web"
    case .refused: "refused"
    }
  }
}
