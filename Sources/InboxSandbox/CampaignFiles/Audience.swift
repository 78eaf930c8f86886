package import InboxModel

/// Who gets a campaign.
package enum Audience: Hashable, Sendable, Codable {
  case everyone
  /// Every identity that is a device without a known user.
  case devices
  case only(Identity)

  /// Reads `everyone`, `device`, `device:ID` or `user:NAME`; nil for anything else.
  package init?(_ text: String) {
    switch text {
    case "everyone": self = .everyone
    case "device": self = .devices
    default:
      guard let identity = Identity(storageKey: text) else { return nil }
      self = .only(identity)
    }
  }

  /// The text of a campaign file.
  package var text: String {
    switch self {
    case .everyone: "everyone"
    case .devices: "device"
    case .only(let identity): identity.storageKey
    }
  }

  func includes(_ identity: Identity) -> Bool {
    switch (self, identity) {
    case (.everyone, _), (.devices, .device): true
    case (.devices, .user): false
    case (.only(let one), _): one == identity
    }
  }
}
