import InboxModel

/// Whom a request is about: an e-mail address or a user id, never both (wires.md §2.1).
struct IterableUser: Hashable, Sendable {
  enum Kind: String { case email, userId }

  let kind: Kind
  let value: String

  init(_ kind: Kind, _ value: String) throws(IterableStatus) {
    let parts = value.split(separator: "@", omittingEmptySubsequences: false)
    guard kind == .userId || parts.count == 2 && parts.allSatisfy({ !$0.isEmpty }) else {
      throw IterableStatus(code: "InvalidEmailAddressError", msg: "Invalid email address: \(value)")
    }
    (self.kind, self.value) = (kind, value)
  }

  /// - Parameters: Empty is missing.
  init(email: String?, userID: String?) throws(IterableStatus) {
    switch (email ?? "", userID ?? "") {
    case ("", ""): throw .badParams("An email or a userId is required")
    case (let email, ""): try self.init(.email, email)
    case ("", let id): try self.init(.userId, id)
    default: throw .badParams("Provide an email or a userId, not both")
    }
  }

  /// Campaigns, marks and receipts name both kinds `user:…`.
  var identity: Identity { .user(value) }

  /// The name under which the user's profile is stored.
  var key: String { "\(kind.rawValue):\(value)" }

  /// Whether an event is theirs, by the bytes, as people are compared.
  func isNamed(by ids: [String: JSONValue]) -> Bool {
    ids[kind.rawValue]?.text?.hasBytes(of: value) ?? false
  }

  /// The member of a response that names the user.
  var member: [String: JSONValue] { [kind.rawValue: .string(value)] }
}
