import InboxCore

/// Which entry of the entitlement covers a host for universal links, or why none does (UL-8).
public struct AssociatedDomainCoverage: Hashable, Sendable {
  /// The entry that wins; nil if the host is not covered.
  public var entry: AssociatedDomain?
  /// One line for a person: the entry and what it won against, or what to add.
  public var reason: String
  /// A sentence for each entry that is malformed and so does not count.
  public var problems: [String]

  /// Makes a result.
  public init(entry: AssociatedDomain?, reason: String, problems: [String]) {
    self.entry = entry
    self.reason = reason
    self.problems = problems
  }
}
