/// The centers of an app: `Primary` first, then up to four custom ones (MC-2, seed 003 "Development" 4).
public struct CenterList: Hashable, Sendable, RandomAccessCollection {
  /// How many centers Responsys supports in all.
  public static let maximum = 5

  /// The names in tab order; the first is always ``CenterName/primary``.
  public let names: [CenterName]

  /// Only `Primary`.
  public static let primaryOnly = CenterList(names: [.primary])

  private init(names: [CenterName]) { self.names = names }

  /// Checks the names of a configuration; `Primary` is put first when it is not named.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` naming the sixth center or the name that occurs twice.
  public init(_ configured: [String]) throws(InboxError) {
    var names: [CenterName] = [.primary]
    for name in configured.map({ CenterName($0) }) where name != .primary {
      guard ![".", ".."].contains(name.rawValue) else {
        throw .configuration(
          "“\(name)” is not a name of a message center. Write the one that the account has.")
      }
      guard !names.contains(name) else {
        throw .configuration("The message center “\(name)” is listed twice. Remove one of the two.")
      }
      guard names.count < Self.maximum else {
        throw .configuration(
          "“\(name)” would be the sixth message center. An app has Primary and at most four others: "
            + "remove “\(name)” or another center from the list.")
      }
      names.append(name)
    }
    self.names = names
  }

  /// The index of the first center.
  public var startIndex: Int { names.startIndex }
  /// One past the last center.
  public var endIndex: Int { names.endIndex }
  /// The center at a position in tab order.
  public subscript(position: Int) -> CenterName { names[position] }
}

extension CenterList {
  /// A list by its name, as the profile writes it.
  ///
  /// - Throws: ``InboxError/unknownCenter(_:known:)`` for one that is not among them.
  package func require(_ name: CenterName) throws(InboxError) -> CenterName {
    let own = spelled(name)
    guard contains(own) else { throw .unknownCenter(name.rawValue, known: map(\.rawValue)) }
    return own
  }

  /// A name as the profile writes it, where that differs in nothing but its Unicode form.
  package func spelled(_ name: CenterName) -> CenterName {
    contains(name) ? name : first { $0.rawValue == name.rawValue } ?? name
  }
}
