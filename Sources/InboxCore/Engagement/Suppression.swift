/// Why a display or an open was not reported (EN-9): what attempts are counted by.
public enum Suppression: String, Hashable, Sendable, Codable, CaseIterable {
  /// It was reported before in this session (EN-2).
  case alreadyDisplayed = "already-displayed"
  /// Only a part of the row was on screen (EN-1).
  case notWhollyVisible = "not-wholly-visible"
  /// Something lay over the row or a part of it (EN-1).
  case covered
  /// No session was open (EN-6).
  case noSession = "no-session"
  /// The identity changed while it was on its way (EN-10).
  case identityChanged = "identity-changed"
  /// The same gesture, repeated while the open was in flight (EN-5).
  case openInFlight = "open-in-flight"
  /// The message was captured elsewhere: it was not sent to the person who reads it now.
  case captured

  /// The reason as a person reads it.
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

  /// The reason as the end of a *why* line about an attempt in a session.
  public func words(in session: Int?) -> String {
    guard self == .alreadyDisplayed, let session else { return words }
    return "\(words) in session \(session)"
  }
}
