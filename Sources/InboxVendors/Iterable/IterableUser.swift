public import InboxModel

/// Whom Iterable knows a person as: an e-mail address or a user id, never both (wires.md §2.1).
public enum IterableUser: Hashable, Sendable {
  case email(String)
  case userID(String)

  private static let names = ["email", "userId"]

  /// The vendor's name for it, in queries, bodies and tokens.
  public var name: String {
    switch self {
    case .email: "email"
    case .userID: "userId"
    }
  }

  /// The address or the id.
  public var value: String {
    switch self {
    case .email(let value), .userID(let value): value
    }
  }

  /// Whom an identity names: a text with `@` is an e-mail address and any other a user id, unless `email=` or `userId=`
  /// stands before it; nil for a device, which the vendor does not know.
  public init?(_ identity: Identity) {
    guard case .user(let text) = identity else { return nil }
    for name in Self.names where text.hasPrefix(name + "=") && text.count > name.count + 1 {
      self.init(name, String(text.dropFirst(name.count + 1)))
      return
    }
    self = text.contains("@") ? .email(text) : .userID(text)
  }

  private init(_ name: String, _ value: String) { self = name == "email" ? .email(value) : .userID(value) }

  /// The identity that names this user; the name stands before the value only where the rule would say otherwise.
  public var identity: Identity {
    let plain = Identity.user(value)
    return Self(plain) == self ? plain : .user("\(name)=\(value)")
  }

  /// The identity of a profile's ids, by the vendor's names; nil where it has none.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for both at once, an empty one, and a name that the vendor does not
  ///   have.
  public static func identity(ids: [String: String]) throws(InboxError) -> Identity? {
    if let unknown = ids.keys.sorted().first(where: { !names.contains($0) }) {
      throw .configuration("Iterable has no id “\(unknown)”: write email or userId.")
    }
    guard ids.count < 2 else {
      throw .configuration(
        "Iterable knows a person by e-mail or by user id, never by both: leave one of them out.")
    }
    guard let (name, value) = ids.first else { return nil }
    guard !value.isEmpty else {
      throw .configuration(name == "email" ? "The e-mail address is empty." : "The user id is empty.")
    }
    return try Self(name, value).checked.identity
  }

  /// The identity of a person as someone writes one.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for a text that names two, and for an e-mail address with what none
  ///   has.
  public static func identity(named text: String) throws(InboxError) -> Identity? {
    for separator in [",", "&", ";", " "] {
      for name in names where text.contains("\(separator)\(name)=") {
        throw .configuration(
          "Iterable knows a person by e-mail or by user id, never by both, and “\(text)” names two: write one of them, "
            + "such as email=jane@example.com or userId=42.")
      }
    }
    for name in names
    where text.hasPrefix(name + "=") && text.dropFirst(name.count + 1).allSatisfy(\.isWhitespace) {
      throw .configuration("“\(text)” names no one: write who it is behind \(name)=.")
    }
    return text.isEmpty ? nil : try Self(.user(text))?.checked.identity
  }

  /// The same user.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for an e-mail address with what none has.
  private var checked: Self {
    get throws(InboxError) {
      guard case .email(let address) = self, address.contains(where: { $0 == "," || $0.isWhitespace }) else {
        return self
      }
      throw .configuration(
        "“\(address)” is not an e-mail address: write one person. A user id with @ in it is written as userId=\(address)."
      )
    }
  }

  /// The user of an identity.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for a device, before anything is sent.
  static func required(_ identity: Identity) throws(InboxError) -> Self {
    guard let user = Self(identity) else {
      throw .configuration(
        "No one is signed in, and Iterable knows people by e-mail or user id. Sign in, or set email or user-id in the profile; nothing was sent."
      )
    }
    return user
  }
}
