/// The items of a query as Foundation's URL components give them to the vendors' SDKs: percent-decoded, `+` stays `+`,
/// an item without `=` has no value, and what stands behind a second `?` belongs to the name or value it is in.
public struct QueryItems: Hashable, Sendable {
  /// An item, percent-decoded.
  public struct Item: Hashable, Sendable {
    /// What stands before the first `=`.
    public var name: String
    /// What stands behind it; nil without one.
    public var value: String?
  }

  /// In the order of the query, repeated names included.
  public let items: [Item]

  /// Splits a query without its `?`; an empty one has no items.
  public init(_ query: String) {
    // By scalars: a name or value may begin with a mark, which Swift's characters join to the sign before it.
    items = query.unicodeScalars.split(separator: "&").map { part in
      guard let equals = part.firstIndex(of: "=") else {
        return Item(name: PercentCoding.decode(Substring(part)))
      }
      return Item(
        name: PercentCoding.decode(Substring(part[..<equals])),
        value: PercentCoding.decode(Substring(part[part.index(after: equals)...])))
    }
  }

  /// Splits the query of a URL; no items without one.
  public init(ofURL url: String) {
    let address = url.unicodeScalars.prefix { $0 != "#" }
    self.init(String(String.UnicodeScalarView(address.drop { $0 != "?" }.dropFirst())))
  }

  /// The value of the first item of a name, which may have none: a later one never stands in for it.
  public func first(_ name: String) -> String? { items.first { $0.name == name }?.value }

  /// Every name with the value of its first item, where it has one.
  public var firstValues: [String: String] {
    var values: [String: String] = [:]
    var seen: Set<String> = []
    for item in items where seen.insert(item.name).inserted { values[item.name] = item.value }
    return values
  }
}
