/// What was learned from the domain's apple-app-site-association file (UL-7, UL-9).
public struct AssociationFacts: Hashable, Sendable {
  /// What the file says about a path.
  public struct PathVerdict: Hashable, Sendable {
    /// Whether a link with the path opens the app.
    public var isMatched: Bool
    /// The rule that decided, for people; empty when none did.
    public var rule: String

    /// Makes a verdict.
    public init(isMatched: Bool, rule: String) {
      self.isMatched = isMatched
      self.rule = rule
    }
  }

  /// Where the file was found, as a URL; nil when it was found nowhere.
  public var place: String?
  /// What is wrong with it, or why there is none, as a clause; nil when nothing is.
  public var problem: String?
  /// Whether nobody answered, so that it stays unknown whether there is a file.
  public var isUnreachable: Bool
  /// The apps that it names, as `TEAMID.bundle.id`.
  public var appIDs: [String]
  /// What becomes of `/pub/acc`; nil when that could not be told.
  public var appPath: PathVerdict?
  /// What becomes of `/pub/cc`; nil when that could not be told.
  public var webPath: PathVerdict?

  /// Makes facts; without arguments: nothing is known.
  public init(
    place: String? = nil, problem: String? = nil, isUnreachable: Bool = false, appIDs: [String] = [],
    appPath: PathVerdict? = nil, webPath: PathVerdict? = nil
  ) {
    self.place = place
    self.problem = problem
    self.isUnreachable = isUnreachable
    self.appIDs = appIDs
    self.appPath = appPath
    self.webPath = webPath
  }
}
