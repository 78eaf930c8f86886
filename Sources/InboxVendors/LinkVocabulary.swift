import InboxCore

/// The words in which programs read what became of a link.
public enum LinkVocabulary {
  /// Values of a key of a link's result, and whose links have them.
  public struct Row: Hashable, Sendable {
    /// `class`, `branch`, `outcome` or `click`.
    public var key: String
    /// The vendor; nil for those of any link.
    public var vendor: String?
    /// The values, as programs read them.
    public var values: [String]
  }

  /// Every value of every key that a link's result can have.
  public static let rows: [Row] =
    [Row(key: "class", values: LinkClass.common.map(\.name))]
    + LinkSettings.vendors.map { Row(key: "class", vendor: $0.name, values: $0.type.classes.map(\.name)) }
    + [Row(key: "branch", values: LinkBranch.allCases.map(\.rawValue))]
    + LinkSettings.vendors.map { Row(key: "branch", vendor: $0.name, values: $0.type.branches) }
    + [
      Row(key: "outcome", values: LinkOutcome.Kind.allCases.map(\.rawValue)),
      Row(key: "click", values: LinkTrail.Click.allCases.map(\.rawValue)),
    ]

  /// All values of a key; none for one whose values are anything.
  public static func values(of key: String) -> [String] {
    rows.filter { $0.key == key }.flatMap(\.values)
  }
}
