package import InboxCore

/// One campaign, complete with what it needs of its file: the brand and the link table.
package struct Campaign: Hashable, Sendable, Codable {
  /// The id of its message.
  ///
  /// Launched a second time by hand, it gets `-2`, `-3` … behind it.
  package var id: String
  /// Where the message goes.
  package var center: CenterName
  /// What opening the message does.
  package var kind: MessageKind
  /// The subject line.
  package var subject: String
  /// The text, also of the banner.
  package var message: String
  /// The picture.
  package var icon: String?
  /// Where an open-url message leads.
  package var deepLink: String?
  /// When it says that it was sent; nil is the moment of the launch.
  package var sent: Moment?
  /// From when on it is expired.
  package var expires: Moment?
  /// Whether a push announces it.
  package var push: Bool
  /// What it does to the badge.
  package var badge: BadgeRule?
  /// Who gets it: whoever belongs to any of these.
  package var audience: [Audience]
  /// How long after the sandbox's start it launches by itself; nil is at the start.
  package var launch: Duration?
  /// The content of a rich message.
  package var rich: RichContent?
  /// Custom key–value pairs, handed to the app as they are.
  package var custom: [String: String]
  /// Whose campaign it is.
  package var brand: Brand
  /// The table that `{{link:NAME}}` in message, deep link and HTML refers to.
  package var links: [LinkRow]

  /// Makes a campaign.
  ///
  /// Nothing is checked; ``CampaignFile`` checks.
  package init(
    id: String, center: CenterName = .primary, kind: MessageKind = .launchApp, subject: String,
    message: String, icon: String? = nil, deepLink: String? = nil, sent: Moment? = nil,
    expires: Moment? = nil, push: Bool = false, badge: BadgeRule? = nil,
    audience: [Audience] = [.everyone], launch: Duration? = nil, rich: RichContent? = nil,
    custom: [String: String] = [:], brand: Brand, links: [LinkRow] = []
  ) {
    self.id = id
    self.center = center
    self.kind = kind
    self.subject = subject
    self.message = message
    self.icon = icon
    self.deepLink = deepLink
    self.sent = sent
    self.expires = expires
    self.push = push
    self.badge = badge
    self.audience = audience
    self.launch = launch
    self.rich = rich
    self.custom = custom
    self.brand = brand
    self.links = links
  }

  /// The same campaign, sent at the moment of its launch.
  var sentNow: Campaign {
    var campaign = self
    campaign.sent = nil
    return campaign
  }
}
