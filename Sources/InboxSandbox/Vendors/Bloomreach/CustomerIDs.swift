import InboxModel

/// `customer_ids`: a cookie, and hard ids such as `registered`.
struct CustomerIDs: Hashable, Sendable {
  let all: [String: String]

  /// - Throws: A ``Refusal`` for anything but an object of texts with at least one id.
  init(_ value: JSONValue?) throws {
    guard case .object(let members)? = value, !members.isEmpty else {
      throw Refusal.body("At least one id should be specified.")
    }
    all = try members.reduce(into: [:]) { ids, member in
      guard let id = member.value.text else {
        throw Refusal.body("customer_ids: \(member.key) is \(member.value.kindName), not a text.")
      }
      if !id.isEmpty { ids[member.key] = id }
    }
    guard !all.isEmpty else { throw Refusal.body("At least one valid id should be specified") }
  }

  /// Every id that names a person, not a browser or a device.
  var hard: [String: String] { all.filter { $0.key != "cookie" } }

  /// Whether they name the customer of an event: by a hard id, where there is one, else by the cookie; by the bytes, as
  /// people are compared.
  func name(_ others: [String: JSONValue]) -> Bool {
    (hard.isEmpty ? all : hard).contains { key, value in
      others[key]?.text?.hasBytes(of: value) ?? false
    }
  }

  /// The identity that they name: `registered`, else the first hard id by name, else the cookie as a device.
  var identity: Identity {
    let name = all["registered"] ?? hard.min { $0.key < $1.key }?.value
    return name.map { .user($0) } ?? .device(all["cookie"] ?? "")
  }
}
