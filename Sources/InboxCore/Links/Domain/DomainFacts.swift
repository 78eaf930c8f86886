/// All that was learned about a domain (UL-9).
public struct DomainFacts: Hashable, Sendable {
  /// The name servers that it is delegated to.
  public var nameServers: NameServerAnswer
  /// Its TLS.
  public var tls: Result<TLSFacts, TLSFailure>
  /// Its apple-app-site-association file.
  public var association: AssociationFacts
  /// The app's entitlement.
  public var entitlement: EntitlementFacts
  /// The app, as `TEAMID.bundle.id`; nil when the person did not say.
  public var appID: String?
  /// The path of app links that was looked at: the first that does not open the app, else the first.
  public var appPath: String
  /// What became of a link that was followed as part of the check; nil when none was.
  public var link: LinkTrail?

  /// Makes facts.
  public init(
    nameServers: NameServerAnswer, tls: Result<TLSFacts, TLSFailure>, association: AssociationFacts,
    entitlement: EntitlementFacts = .notGiven, appID: String? = nil,
    appPath: String = "/pub/acc", link: LinkTrail? = nil
  ) {
    self.nameServers = nameServers
    self.tls = tls
    self.association = association
    self.entitlement = entitlement
    self.appID = appID
    self.appPath = appPath
    self.link = link
  }
}
