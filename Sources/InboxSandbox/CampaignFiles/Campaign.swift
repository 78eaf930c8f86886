package import InboxModel

/// One campaign, complete with what it needs of its file: the brand and the link table.
///
/// ``CampaignFile`` checks what stands in it.
package struct Campaign: Hashable, Sendable, Codable {
  /// The id of its message.
  ///
  /// Launched a second time by hand, it gets `-2`, `-3` … behind it.
  package var id: String
  package var center = CenterName.primary
  /// The key of its first message, which tells it from every other campaign.
  var key: MessageKey { MessageKey(center: center, id: MessageID(id)) }
  package var kind = MessageKind.launchApp
  package var subject: String
  /// The text, also of the banner.
  package var message: String
  package var icon: String?
  /// Where an open-url message leads.
  package var deepLink: String?
  /// When it says that it was sent; nil is the moment of the launch.
  package var sent: Moment?
  package var expires: Moment?
  /// Whether a push announces it.
  package var push = false
  /// The picture of its push banner: the media attachment URL of Responsys' push messages.
  package var attachment: String?
  package var badge: BadgeRule?
  /// Who gets it: everyone in any of these.
  package var audience = [Audience.everyone]
  /// How long after the sandbox's start it launches by itself; nil is at the start.
  package var launch: Duration?
  package var rich: RichContent?
  /// Custom key–value pairs, handed to the app as they are.
  package var custom: [String: String] = [:]
  package var brand: Brand
  /// The table that `{{link:NAME}}` in message, deep link and HTML refers to.
  package var links: [LinkRow] = []
  /// The vendors that it launches to.
  package var vendors = VendorName.allCases
  /// What only some vendors have.
  package var extras = VendorExtras()

  /// Whether it launches to a vendor.
  func goes(to vendor: VendorName) -> Bool { vendors.contains(vendor) }

  /// Whether it launches to every vendor.
  package var goesToAll: Bool { VendorName.allCases.allSatisfy(goes) }

  /// Its badge rule where it launches to Responsys, which alone has a badge on the server.
  var badgeRule: BadgeRule? { goes(to: .responsys) ? badge : nil }

  /// The same campaign, sent at the moment of its launch.
  package var sentNow: Campaign {
    var campaign = self
    campaign.sent = nil
    return campaign
  }
}

/// How the content of a rich message reaches the app.
package enum RichContent: Hashable, Sendable, Codable {
  /// In the response itself, as `richmessage_html`.
  case inline(html: String)
  /// From the back end, once per identity and message (MC-17).
  case servedOnce(html: String)
  /// From a web host that the sandbox plays, any number of times.
  case hosted(url: String, html: String)

  /// The HTML, with its `{{link:NAME}}` replaced.
  func replacingLinks(_ replace: (String) -> String) -> RichContent {
    switch self {
    case .inline(let html): .inline(html: replace(html))
    case .servedOnce(let html): .servedOnce(html: replace(html))
    case .hosted(let url, let html): .hosted(url: url, html: replace(html))
    }
  }

  var html: String {
    switch self {
    case .inline(let html), .servedOnce(let html), .hosted(_, let html): html
    }
  }
}
