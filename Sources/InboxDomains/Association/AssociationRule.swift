/// One entry of `components` or `paths`, with the defaults of both layers worked in.
struct AssociationRule: Hashable, Sendable {
  /// What is asked of the query.
  enum Query: Hashable, Sendable {
    case whole(AssociationPattern)
    /// Of the items with these names.
    case items([Item])
  }

  /// What is asked of every item of a name.
  struct Item: Hashable, Sendable {
    /// The name, folded if the rule folds.
    let name: [UInt32]
    let value: AssociationPattern
  }

  /// How a person finds it: `components[2] {"/":"/buy/*"}`.
  let label: String
  /// Whether it keeps URLs from the app.
  let excludes: Bool
  /// The form in which it wants the URL.
  let form: AssociationText.Form
  /// The pattern of the path; nil takes any.
  let path: AssociationPathPattern?
  /// What is asked of the query; nil takes any.
  let query: Query?
  /// The pattern of the fragment; nil takes any.
  let fragment: AssociationPattern?

  /// Whether every part that the rule names matches.
  func matches(_ text: AssociationText, steps: inout Int) -> Bool {
    if let path, !path.matches(text.path, steps: &steps) { return false }
    if let fragment, !fragment.matches(text.fragment, steps: &steps) { return false }
    switch query {
    case nil: return true
    case .whole(let pattern): return pattern.matches(text.query, steps: &steps)
    case .items(let items): return items.allSatisfy { Self.matches($0, in: text.items, steps: &steps) }
    }
  }

  /// Every item of the name must match, and one that is missing counts as empty (WWDC19 session 717; measured).
  private static func matches(_ item: Item, in items: [AssociationText.Item], steps: inout Int) -> Bool {
    steps -= items.count
    var isPresent = false
    for candidate in items where candidate.name == item.name {
      isPresent = true
      guard item.value.matches(candidate.value, steps: &steps) else { return false }
    }
    return isPresent || item.value.matches([], steps: &steps)
  }
}

/// One entry of `applinks.details`.
struct AssociationDetails: Hashable, Sendable {
  /// The apps it is for: `appID`, then `appIDs`.
  let appIDs: [String]
  let rules: [AssociationRule]
}
