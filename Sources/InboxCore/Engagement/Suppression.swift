/// Why a display or an open was not reported (EN-9).
public enum Suppression: Hashable, Sendable, Codable {
  /// It was reported before in this session (EN-2).
  case alreadyDisplayed(session: Int)
  /// Only a part of the row was on screen (EN-1).
  case notWhollyVisible
  /// Something lay over the list (EN-1).
  case covered
  /// No session was open (EN-6).
  case noSession
  /// The identity changed while it was on its way (EN-10).
  case identityChanged
  /// The message was captured elsewhere: whoever looks at it now is not the person it was sent to.
  case captured
  /// The same gesture, repeated while the open was in flight (EN-5).
  case openInFlight

  /// The reason as the end of a *why* line.
  public var reason: String {
    switch self {
    case .alreadyDisplayed(let session): "already displayed in session \(session)"
    case .notWhollyVisible: "not wholly visible"
    case .covered: "covered"
    case .noSession: "no session"
    case .identityChanged: "identity changed"
    case .captured: "captured answers are only looked at"
    case .openInFlight: "the same open is still in flight"
    }
  }
}
