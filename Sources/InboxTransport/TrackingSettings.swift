/// Where Bloomreach's tracking is, and who may use it.
package struct TrackingSettings: Hashable, Sendable {
  /// Without a trailing slash; the vendor's default is `https://api.exponea.com`.
  package var base: String
  /// The project's token.
  package var project: String
  /// The whole `Authorization` header: `Token …` or `Bearer …`.
  package var authorization: String

  package init(base: String, project: String, authorization: String) {
    self.base = base.hasSuffix("/") && !base.hasSuffix("//") ? String(base.dropLast()) : base
    self.project = project
    self.authorization = authorization
  }
}
