public import InboxCore

/// All that was learned about a domain (UL-9).
public struct DomainFacts: Hashable, Sendable {
  /// Whose links it carries.
  public var vendor: DomainVendor
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
  /// The link that is to open the app: the first that does not, else the first; nil where nobody gave one.
  public var appLink: String?
  /// What became of a link that was followed as part of the check; nil when none was.
  public var link: LinkTrail?

  /// Makes facts.
  public init(
    vendor: DomainVendor = .responsys, nameServers: NameServerAnswer, tls: Result<TLSFacts, TLSFailure>,
    association: AssociationFacts,
    entitlement: EntitlementFacts = .notGiven, appID: String? = nil,
    appLink: String? = "https://news.example.com/pub/acc", link: LinkTrail? = nil
  ) {
    self.vendor = vendor
    self.nameServers = nameServers
    self.tls = tls
    self.association = association
    self.entitlement = entitlement
    self.appID = appID
    self.appLink = appLink
    self.link = link
  }
}
