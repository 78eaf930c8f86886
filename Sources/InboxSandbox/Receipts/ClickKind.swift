/// How a tracked link was followed.
package enum ClickKind: String, Hashable, Sendable, Codable {
  /// `/pub/acc` by an app that asked for JSON (UL-1).
  case app
  /// `/pub/acc` by a browser, redirected to the web link.
  case browser
  /// `/pub/cc`, which never leads into the app (UL-3).
  case nonApp = "non-app"
  /// A link of an email service's click domain (UL-10).
  case emailService = "esp"
  /// A OneLink that was asked itself.
  case oneLink = "onelink"
}
