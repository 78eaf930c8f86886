public import InboxCore

/// One message as its sender sees it: of a campaign file, in the inbox, or in an answer captured elsewhere.
public struct LintSubject: Hashable, Sendable {
  /// Unique id.
  public var id: MessageID
  /// The center it belongs to.
  public var center: CenterName
  /// What opening it does.
  public var kind: MessageKind
  /// The subject line.
  public var subject: String
  /// The text, also of the banner.
  public var body: String
  /// When it says that it was sent; nil is now.
  ///
  /// A relative moment counts from now, the moment of a launch.
  public var sent: Moment?
  /// From when on it is expired; a relative moment counts from now.
  public var expiry: Moment?
  /// Where an open-url message leads.
  public var deepLink: String?
  /// The picture.
  public var iconURL: String?
  /// Where rich content is fetched.
  public var richURL: String?
  /// Rich content that the message carries.
  public var richHTML: String?
  /// Rich content that the message leads to, where it is known.
  public var fetchedHTML: String?
  /// Custom key–value pairs.
  public var custom: [String: String]
  /// The link table; nil where there is none, as in an answer.
  public var links: [LinkTableRow]?
  /// Where it was read from, such as `spring.toml:12`.
  public var source: String?
  /// Whether its record names the deep link but leaves it null or empty.
  public var hasBlankDeepLink = false
  /// The URL fields as they came, percent-encoded or not (MC-8); empty for what never was on the wire.
  public var wireURLs: [LintField: String] = [:]

  /// Makes a subject of its parts, for example of a campaign.
  ///
  /// Text in double braces as the whole deep link, such as `{{link:harvest}}`, stands for a row of the link table, and
  /// whether there is such a row is for whoever reads the file.
  public init(
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

  /// A finding about a field.
  func finding(_ rule: LintRule, _ field: LintField, _ problem: String, _ remedy: String) -> LintFinding {
    LintFinding(
      rule: rule,
      place: LintPlace(source: source, center: center, message: id, part: field.rawValue),
      problem: problem, remedy: remedy)
  }
}
