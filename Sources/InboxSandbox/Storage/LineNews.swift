import InboxCore
import InboxModel

/// What a launch or a withdrawal says on open lines, for every process that has some.
struct LineNews: Sendable, Codable {
  var change: VendorChange
  var vendors: [VendorName]
  var audience: [Audience]
  /// What those of Responsys hear; nil where it says nothing of it.
  var push: Banner?

  /// A push of Responsys, and what it does to badges.
  struct Banner: Sendable, Codable {
    var center: String
    var message: String
    /// Nil where the campaign shows no banner.
    var alert: String?
    /// The address of the banner's picture.
    var attachment: String?
    /// Why a badge is another one.
    var cause: String
    /// The new badges, by ``key(of:)``.
    var badges: [String: Badge]

    /// The key of an identity.
    ///
    /// Texts in different Unicode forms are equal to Swift, so other letters than ASCII are written as their bytes.
    static func key(of identity: Identity) -> String {
      let key = identity.storageKey
      return key.utf8.allSatisfy { $0 < 0x80 } ? key : "=" + URLText.encode(key)
    }
  }

  struct Badge: Sendable, Codable {
    var count: Int
    var version: Int?
  }
}

extension LineNews.Banner {
  /// What is said to someone of the audience; nil for nothing.
  func push(for identity: Identity) -> Push? {
    // A process of an earlier version writes every identity as it is.
    let badge = (badges[Self.key(of: identity)] ?? badges[identity.storageKey]).map {
      Push.BadgeChange(count: $0.count, cause: cause, version: $0.version)
    }
    guard let alert else { return badge.map(Push.badge) }
    let key = MessageKey(center: CenterName(center), id: MessageID(message))
    return .message(key, alert: alert, badge: badge, attachment: attachment)
  }
}
