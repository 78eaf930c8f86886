package import InboxCore
package import InboxModel

/// One message as its sender sees it: of a campaign file, in the inbox, or in a response captured elsewhere.
package struct LintSubject: Hashable, Sendable {
  package var id: MessageID
  package var center: CenterName
  package var kind: MessageKind
  package var subject: String
  /// The text, also of the banner.
  package var body: String
  /// When it says that it was sent; nil is now.
  ///
  /// A relative moment counts from now, the moment of a launch.
  package var sent: Moment?
  /// From when on it is expired; a relative moment counts from now.
  package var expiry: Moment?
  /// Where an open-url message leads.
  package var deepLink: String?
  /// Its buttons; the link of one that opens the app is empty.
  package var actions: [MessageAction] = []
  package var iconURL: String?
  /// Where rich content is fetched.
  package var richURL: String?
  /// Rich content that the message carries.
  package var richHTML: String?
  /// Rich content that the message leads to, where it is known.
  package var fetchedHTML: String?
  package var custom: [String: String]
  /// The link table; nil where there is none, as in a response.
  package var links: [LinkTableRow]?
  /// Where it was read from, such as `spring.toml:12`.
  package var source: String?
  /// Whether its record names the deep link but leaves it null or empty.
  package var hasBlankDeepLink = false
  /// The vendors that its campaign goes to by name; empty where it goes to all, or that is not known.
  package var vendors: [Capabilities] = []
  /// The URL fields as received, percent-encoded or not (MC-8); empty for what never was on the wire.
  package var wireURLs: [LintField: String] = [:]

  /// Takes its parts as they are, for example those of a campaign.
  ///
  /// Text in double braces as the whole deep link, such as `{{link:harvest}}`, stands for a row of the link table, and
  /// whether there is such a row is for the file's reader to check.
  package init(
    id: MessageID, center: CenterName = .primary, kind: MessageKind = .launchApp, subject: String,
    body: String, sent: Moment? = nil, expiry: Moment? = nil, deepLink: String? = nil, iconURL: String? = nil,
    richURL: String? = nil, richHTML: String? = nil, fetchedHTML: String? = nil,
    custom: [String: String] = [:], links: [LinkTableRow]? = nil, source: String? = nil
  ) {
    self.id = id
    self.center = center
    self.kind = kind
    self.subject = subject
    self.body = body
    self.sent = sent
    self.expiry = expiry
    self.deepLink = deepLink
    self.iconURL = iconURL
    self.richURL = richURL
    self.richHTML = richHTML
    self.fetchedHTML = fetchedHTML
    self.custom = custom
    self.links = links
    self.source = source
  }

  func finding(_ rule: LintRule, _ field: LintField, _ problem: String, _ remedy: String) -> LintFinding {
    LintFinding(
      rule: rule,
      place: LintPlace(source: source, center: center, message: id, part: field.rawValue),
      problem: problem, remedy: remedy)
  }
}

extension LintSubject {
  /// Takes a message as the inbox holds it.
  package init(_ message: Message, source: String? = nil) {
    self.init(
      id: message.id, center: message.center, kind: message.kind, subject: message.subject,
      body: message.body, sent: .absolute(message.sent), expiry: message.expiry.map { .absolute($0) },
      deepLink: message.deepLink, iconURL: message.iconURL, richURL: message.richURL,
      richHTML: message.richHTML, custom: message.custom, source: source)
    actions = message.actions
    readRecord(message.record)
  }

  /// Adds what a message no longer says of its record: a deep link that is there but blank, and URLs as received.
  private mutating func readRecord(_ record: JSONValue) {
    for field in LintField.allCases {
      guard let name = field.wireURLName, let value = record[name] else { continue }
      if field == .deepLink { hasBlankDeepLink = value == .null || value.text?.isEmpty == true }
      if let text = value.text, !text.isEmpty { wireURLs[field] = text }
    }
  }
}
