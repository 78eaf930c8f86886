import InboxCore

/// One row of a campaign's link table, as far as it is known (UL-6).
public struct LinkTableRow: Hashable, Sendable {
  /// What the campaign calls it.
  public var name: String
  /// The web link.
  public var url: String?
  /// The deep link on iOS; nil or empty is a blank column.
  public var ios: String?
  /// The deep link on Android; nil or empty is a blank column.
  public var android: String?
  /// The OneLink; nil or empty for none (UL-10).
  public var oneLink: String?
  /// The file that the table is in, such as `spring.toml`: campaigns of one file share it, and a finding about it is
  /// then reported once.
  public var source: String?

  /// Makes a row; empty columns become nil.
  public init(
    name: String, url: String? = nil, ios: String? = nil, android: String? = nil, oneLink: String? = nil,
    source: String? = nil
  ) {
    let column = { (text: String?) in text.flatMap { LintText.isBlank($0) ? nil : $0 } }
    self.name = name
    self.url = column(url)
    self.ios = column(ios)
    self.android = column(android)
    self.oneLink = column(oneLink)
    self.source = source
  }
}
