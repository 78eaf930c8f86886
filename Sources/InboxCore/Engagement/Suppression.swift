/// Why a display or an open was not reported (EN-9).
public enum Suppression: Hashable, Sendable, Codable {
  /// It was reported before in this session (EN-2).
  case alreadyDisplayed(session: Int)
  /// Only a part of the row was on screen (EN-1).
  case notWhollyVisible
  /// Something lay over the row or a part of it (EN-1).
  case covered
  /// No session was open (EN-6).
  case noSession
  /// The identity changed while it was on its way (EN-10).
  case identityChanged
  /// The message was captured elsewhere: it was not sent to the person who reads it now.
  case captured
  /// The same gesture, repeated while the open was in flight (EN-5).
  case openInFlight

  /// The reason as the end of a *why* line.
  public var reason: String {
    switch self {
    case .alreadyDisplayed(let session): "\(cause.words) in session \(session)"
    default: cause.words
    }
  }

  /// The reason without what is known of the session anyhow: what attempts are counted by.
  public enum Cause: String, Hashable, Sendable, Codable, CaseIterable {
    /// See ``Suppression/alreadyDisplayed(session:)``.
    case alreadyDisplayed = "already-displayed"
    /// See ``Suppression/notWhollyVisible``.
    case notWhollyVisible = "not-wholly-visible"
    /// See ``Suppression/covered``.
    case covered
    /// See ``Suppression/noSession``.
    case noSession = "no-session"
    /// See ``Suppression/identityChanged``.
    case identityChanged = "identity-changed"
    /// See ``Suppression/openInFlight``.
    case openInFlight = "open-in-flight"
    /// See ``Suppression/captured``.
    case captured

    /// The cause as a person reads it.
    public var words: String {
      switch self {
      case .alreadyDisplayed: "already displayed"
      case .notWhollyVisible: "not fully visible"
      case .covered: "hidden by a dialog"
      case .noSession: "no session"
      case .identityChanged: "identity changed"
      case .openInFlight: "the same open is still in flight"
      case .captured: "captured responses are read-only"
      }
    }
  }

  /// What kind of reason it is.
  public var cause: Cause {
    switch self {
    case .alreadyDisplayed: .alreadyDisplayed
    case .notWhollyVisible: .notWhollyVisible
    case .covered: .covered
    case .noSession: .noSession
    case .identityChanged: .identityChanged
    case .openInFlight: .openInFlight
    case .captured: .captured
    }
  }
}
