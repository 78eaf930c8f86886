/// A link of one message in the form in which it is tracked.
struct TrackedLink {
  /// How it is found: the opaque part of the link.
  enum Key: Hashable, Sendable {
    /// `_ri_` of a branded domain.
    case responsys(String)
    /// `upn` of an email service's click domain.
    case emailService(String)
    /// The short id of a OneLink.
    case oneLink(String)
  }

  /// The message that it is in.
  var campaign: String
  /// The row of the link table.
  var row: LinkRow

  /// The template that every OneLink of the sandbox has in its path.
  static let oneLinkTemplate = "H5hv"
  /// The path of an email service's tracked links.
  static let emailPath = "/ls/click"
}
