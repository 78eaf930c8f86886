/// The branches that any link can take; a vendor's handler has its own.
public enum LinkBranch: String, CaseIterable, Sendable {
  /// The browser gets it.
  case browser
  /// The app's route table knows the deep link.
  case route
  /// No route of the app matches the deep link.
  case unknownRoute = "unknown-route"
  /// Its scheme is another app's, or no app's: it is shown, not run (UL-14).
  case otherScheme = "other-scheme"
  /// It is never followed.
  case refused
  /// Its address is not asked.
  case addressRefused = "address-refused"
  /// A redirect leads to what is not asked.
  case redirectRefused = "redirect-refused"
  /// Its server responded with a status that is a failure.
  case statusFailure = "status-failure"
  /// The response of its server cannot be read.
  case parseFailure = "parse-failure"
  /// Its server could not be reached.
  case transportFailure = "transport-failure"
  /// Whether the click was counted is not known.
  case unknown
  /// The click could not be stored.
  case notStored = "not-stored"

  /// Those on which no response says where the link leads.
  package static let cutOff = [Self.unknown, .transportFailure, .statusFailure, .parseFailure]
}
