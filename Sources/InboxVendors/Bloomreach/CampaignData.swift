public import InboxModel

/// What a universal link says of its campaign (UL-11): the six parameters that Bloomreach's SDK reads, and the link.
public struct CampaignData: Hashable, Sendable, Codable {
  /// The parameters, in the order of SPEC UL-11.
  public static let names = [
    "utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "xnpe_cmp",
  ]

  /// The whole link.
  public let url: String
  /// Those of the parameters that the link gives a value; the first of a repeated name counts, also when it has none.
  public let values: [String: String]

  /// Reads a link; nil for what is not a web link.
  public init?(_ link: String) {
    guard let link = WebLink(valid: link) else { return nil }
    self.init(link)
  }

  /// Reads a link that was taken apart.
  public init(_ link: WebLink) {
    url = link.text
    values = link.items.firstValues.filter { Self.names.contains($0.key) }
  }

  /// Takes its parts as they are; nothing is checked.
  public init(url: String, values: [String: String]) {
    self.url = url
    self.values = values
  }

  /// Whether it names a campaign, and so is reported to Bloomreach as a campaign click: a non-empty `xnpe_cmp`.
  public var isCampaign: Bool { !(values["xnpe_cmp"] ?? "").isEmpty }

  /// What goes into a `session_start` (UL-12): the link and its parameters.
  public var properties: [String: JSONValue] {
    values.merging(["url": url]) { _, url in url }.mapValues(\.json)
  }
}
