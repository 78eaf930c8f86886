/// A record of a response that can be read and belongs in no list, such as a pop-up (VE-3).
public struct SetAsideMessage: Hashable, Sendable, Codable {
  /// Its id; empty where it has none.
  public var id: String
  /// What the vendor calls its kind.
  public var kind: String

  /// Takes its parts as they are; nothing is checked.
  public init(id: String, kind: String) {
    self.id = id
    self.kind = kind
  }
}

extension [SetAsideMessage] {
  /// How many there are, and of which kinds: “3 set aside (in-app, story)”; nil for none.
  package var summary: String? {
    isEmpty ? nil : "\(count) set aside (\(Set(map(\.kind)).sorted().joined(separator: ", ")))"
  }
}
