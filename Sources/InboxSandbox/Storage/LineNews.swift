import InboxCore
import InboxModel

/// What a launch or a withdrawal says on open lines, for every process that has some.
struct LineNews: Sendable, Codable {
  var change: VendorChange
  var vendors: [VendorName]
  var audience: [Audience]
  /// What the lines of Responsys hear; nil for nothing.
  var push: Banner?

  /// A push of Responsys, and what it does to badges.
  struct Banner: Sendable, Codable {
    var center: String
    var message: String
    /// Nil where the campaign shows no banner.
    var alert: String?
    /// The address of the banner's picture.
    var attachment: String?
    /// Why a badge has changed.
    var cause: String
    /// The new badges, by ``key(of:)``.
    var badges: [String: Badge]

    /// The key of an identity.
    ///
    /// Swift compares texts by Unicode equivalence, so letters beyond ASCII are written as their bytes.
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
  /// The push for an identity of the audience; nil where there is none to send.
  func push(for identity: Identity) -> Push? {
    // A process of an earlier version writes every identity unescaped.
    let badge = (badges[Self.key(of: identity)] ?? badges[identity.storageKey]).map {
      Push.BadgeChange(count: $0.count, cause: cause, version: $0.version)
    }
    guard let alert else { return badge.map(Push.badge) }
    let key = MessageKey(center: CenterName(center), id: MessageID(message))
    return .message(key, alert: alert, badge: badge, attachment: attachment)
  }
}
