import InboxCore

/// Whom a request is about: an e-mail address or a user id, never both (wires.md §2.1).
struct IterableUser: Hashable, Sendable {
  enum Kind: String { case email, userId }

  /// The members of a body that name one.
  struct Names: Sendable {
    var email = "email"
    var userID = "userId"
  }

  let kind: Kind
  let value: String

  init(_ kind: Kind, _ value: String) throws(IterableStatus) {
    let parts = value.split(separator: "@", omittingEmptySubsequences: false)
    guard kind == .userId || parts.count == 2 && parts.allSatisfy({ !$0.isEmpty }) else {
      throw IterableStatus(code: "InvalidEmailAddressError", msg: "Invalid email address: \(value)")
    }
    self.kind = kind
    self.value = value
  }

  /// - Parameters: Empty is missing.
  init(email: String?, userID: String?) throws(IterableStatus) {
    let given = [email, userID].map { $0?.isEmpty == true ? nil : $0 }
    switch (given[0], given[1]) {
    case (let email?, nil): try self.init(.email, email)
    case (nil, let id?): try self.init(.userId, id)
    case (nil, nil): throw .badParams("An email or a userId is required")
    case (_?, _?): throw .badParams("Provide an email or a userId, not both")
    }
  }

  /// Campaigns, marks and receipts know either as `user:…`.
  var identity: Identity { .user(value) }

  /// As the profiles of a vendor's users are kept.
  var key: String { "\(kind.rawValue):\(value)" }

  /// The member of a response that names the user.
  var member: [String: JSONValue] { [kind.rawValue: .string(value)] }
}
