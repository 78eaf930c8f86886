import InboxCore

/// What was learned from the domain's apple-app-site-association file (UL-7, UL-9).
public struct AssociationFacts: Hashable, Sendable {
  /// Where the file was found, as a URL; nil when it was found nowhere.
  public var place: String?
  /// What is wrong with it, or why there is none, as a clause; nil when nothing is.
  public var problem: String?
  /// Whether nobody answered, so that it stays unknown whether there is a file.
  public var isUnreachable: Bool
  /// What Apple does not say it takes, as clauses: whether links open the app cannot be told for it.
  public var doubts: [String]
  /// What is odd and does no harm, as clauses.
  public var notes: [String]
  /// The apps that it names, as `TEAMID.bundle.id`.
  public var appIDs: [String]
  /// What becomes of a link that is to open the app; nil when that could not be told.
  public var appPath: AssociationDecision?
  /// What becomes of a link that is to stay in the browser; nil when that could not be told.
  public var webPath: AssociationDecision?

  /// Makes facts; without arguments: nothing is known.
  public init(
    place: String? = nil, problem: String? = nil, isUnreachable: Bool = false, doubts: [String] = [],
    notes: [String] = [], appIDs: [String] = [], appPath: AssociationDecision? = nil,
    webPath: AssociationDecision? = nil
  ) {
    self.place = place
    self.problem = problem
    self.isUnreachable = isUnreachable
    self.doubts = doubts
    self.notes = notes
    self.appIDs = appIDs
    self.appPath = appPath
    self.webPath = webPath
  }
}
