/// Where the message-center back end is, and which app of which account asks.
public struct ResponsysSettings: Hashable, Sendable {
  /// Without a trailing slash; content from here is asked for with the tokens, any other without (MC-17).
  public var base: String
  /// The app's token, a secret (``Endpoint/appTokenHeader``).
  public var appToken: String
  /// The account's token, a secret (``Endpoint/accountTokenHeader``).
  public var accountToken: String

  /// Makes settings; one slash at the end of the base is taken off.
  public init(base: String, appToken: String, accountToken: String) {
    self.base = BaseURL.trimmed(base)
    self.appToken = appToken
    self.accountToken = accountToken
  }

  /// Those of a profile that is not of this vendor.
  public static let none = Self(base: "", appToken: "", accountToken: "")

  /// Secrets: masked wherever requests are shown or stored.
  public var secrets: [String] { [appToken, accountToken] }
}
