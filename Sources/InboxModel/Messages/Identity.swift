/// Whose messages these are (MC-12): the `USER_IDENTIFIER` when the app set one, else the `DEVICE_ID`.
public enum Identity: Hashable, Sendable, Codable {
  /// A known, logged-in person.
  case user(String)
  /// An unknown person on this device.
  case device(String)

  /// The rule of seed 003: the user identifier when it is set and not empty, else the device.
  public init(user: String?, device: String) {
    if let user, !user.isEmpty { self = .user(user) } else { self = .device(device) }
  }

  /// Compares bytes, as servers and a database do.
  public static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.user(let text), .user(let another)), (.device(let text), .device(let another)):
      text.hasBytes(of: another)
    default: false
    }
  }

  /// The form in which an identity is stored and sent: `user:maria`, `device:7f3a…`.
  public var storageKey: String {
    switch self {
    case .user(let name): "user:\(name)"
    case .device(let id): "device:\(id)"
    }
  }

  /// Reads ``storageKey`` back; nil when the text is neither `user:…` nor `device:…`.
  public init?(storageKey: String) {
    for (kind, make) in [("user:", Identity.user), ("device:", Identity.device)] {
      // By bytes: a name may begin with a mark that Swift's texts join to the colon.
      guard storageKey.utf8.starts(with: kind.utf8), storageKey.utf8.count > kind.utf8.count else { continue }
      self = make(String(Substring(storageKey.utf8.dropFirst(kind.utf8.count))))
      return
    }
    return nil
  }

  /// What a person reads: the user's identifier, or “this device”.
  public var label: String {
    switch self {
    case .user(let name): name
    case .device: "this device"
    }
  }

  /// Who is signed in, as a notice begins: “Signed in as maria”, “Signed out”.
  package var signInWords: String {
    switch self {
    case .user(let name): "Signed in as \(name)"
    case .device: "Signed out"
    }
  }
}
