/// Where Bloomreach's tracking is, and who may use it.
public struct TrackingSettings: Hashable, Sendable {
  /// Without a trailing slash; the vendor's default is `https://api.exponea.com`.
  public var base: String
  /// The project's token.
  public var project: String
  /// The whole `Authorization` header: `Token …` or `Bearer …`.
  public var authorization: String

  /// Makes settings; one slash at the end of the base is taken off.
  public init(base: String, project: String, authorization: String) {
    self.base = BaseURL.trimmed(base)
    self.project = project
    self.authorization = authorization
  }

  /// Secrets: masked wherever requests are shown or stored.
  public var secrets: [String] {
    // What stands behind the scheme is the secret, also where it is repeated without it.
    [authorization, authorization.split(separator: " ").last.map(String.init)].compactMap { $0 }
  }
}
