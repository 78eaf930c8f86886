package import InboxCore

/// All that was learned about a domain (UL-9).
package struct DomainFacts: Hashable, Sendable {
  package var vendor = DomainVendor.responsys
  package var nameServers: NameServerResponse
  package var tls: Result<TLSFacts, TLSFailure>
  /// Its apple-app-site-association file.
  package var association: AssociationFacts
  /// What the app's entitlement says of it (UL-8); nil where the person gave none.
  package var entitlement: AssociatedDomainCoverage?
  /// The app, as `TEAMID.bundle.id`; nil when the person did not say.
  package var appID: String?
  /// The link that is to open the app: the first that does not, else the first; nil where none was given.
  package var appLink: String?
  /// What became of a link that was followed as part of the check; nil when none was.
  package var link: LinkTrail?
}

/// What was learned from the domain's apple-app-site-association file (UL-7, UL-9); without arguments nothing is known.
package struct AssociationFacts: Hashable, Sendable {
  /// Where the file was found, as a URL; nil when it was found nowhere.
  package var place: String?
  /// What is wrong with it, or why there is none, as a clause; nil when nothing is.
  package var problem: String?
  /// Whether nothing responded, so that it stays unknown whether there is a file.
  package var isUnreachable = false
  /// What Apple does not say it takes, as clauses: whether links open the app cannot be known from it.
  package var doubts: [String] = []
  /// What is odd and does no harm, as clauses.
  package var notes: [String] = []
  /// The apps that it names, as `TEAMID.bundle.id`.
  package var appIDs: [String] = []
  /// What becomes of a link that is to open the app; nil when that is not known.
  package var appPath: AssociationDecision?
  /// What becomes of a link that is to stay in the browser; nil when that is not known.
  package var webPath: AssociationDecision?
}
