/// The part of a message that a finding is about.
package enum LintField: String, Hashable, Sendable, Codable, CaseIterable {
  case id
  /// When it says that it was sent.
  case sent
  /// From when on it is expired.
  case expiry
  case subject
  /// The text, also of the banner.
  case body
  case kind
  /// Where an open-url message leads.
  case deepLink = "deep link"
  /// What it offers besides its own link.
  case buttons
  case icon
  /// Where rich content is fetched.
  case richURL = "rich url"
  /// Rich content, carried or fetched.
  case html
  case custom = "custom data"

  /// The name on the wire of the fields that hold a URL (MC-8); nil for the others.
  var wireURLName: String? {
    switch self {
    case .deepLink: "deeplink_url"
    case .icon: "icon_url"
    case .richURL: "richmessage_url"
    default: nil
    }
  }
}
