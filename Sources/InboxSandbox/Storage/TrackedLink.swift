/// A link of one message in the form in which it is tracked.
struct TrackedLink {
  /// How it is found: the opaque part of the link, by the column of the link table that holds it and the column of the
  /// host that goes with it.
  struct Key: Hashable, Sendable {
    let column, hostColumn, value: String

    /// `_ri_` of a branded domain.
    static func responsys(_ value: String) -> Key { Key(column: "ri", hostColumn: "domain", value: value) }

    /// `upn` of an email service's click domain.
    static func emailService(_ value: String) -> Key {
      Key(column: "upn", hostColumn: "email_domain", value: value)
    }

    /// The short id of a OneLink.
    static func oneLink(_ value: String) -> Key {
      Key(column: "short", hostColumn: "onelink_domain", value: value)
    }
  }

  var campaign: String
  var row: LinkRow

  /// The template in the path of every OneLink of the sandbox.
  static let oneLinkTemplate = "H5hv"
  /// The path of an email service's tracked links.
  static let emailPath = "/ls/click"
}

/// A link of a mail that the sandbox sent (UL-6): the same row of the link table, in each way in which it can be tracked.
package struct MailLink: Hashable, Sendable, Codable {
  /// `MESSAGE/LINK/KIND`: what a command calls it.
  package var name: String
  /// `app`, `non-app`, `esp`, `onelink` or `web`.
  package var kind: String
  package var url: String

  static func all(_ row: SQLRow) throws -> [MailLink] {
    let place = "\(try row["campaign"] as String)/\(try row["name"] as String)"
    let pair = "?_ri_=\(try row["ri"] as String)&_ei_=\(try row["ei"] as String)"
    let domain: String = try row["domain"]
    var links = [
      MailLink(name: "\(place)/app", kind: "app", url: "https://\(domain)/pub/acc\(pair)"),
      MailLink(name: "\(place)/non-app", kind: "non-app", url: "https://\(domain)/pub/cc\(pair)"),
    ]
    if let email = try row["email_domain"] as String? {
      let url = "https://\(email)\(TrackedLink.emailPath)?upn=\(try row["upn"] as String)"
      links.append(MailLink(name: "\(place)/esp", kind: "esp", url: url))
    }
    if let oneLink = try row["onelink_domain"] as String?, try !(row["onelink"] as String).isEmpty {
      let url = "https://\(oneLink)/\(TrackedLink.oneLinkTemplate)/\(try row["short"] as String)"
      links.append(MailLink(name: "\(place)/onelink", kind: "onelink", url: url))
    }
    links.append(MailLink(name: "\(place)/web", kind: "web", url: try row["url"]))
    return links
  }
}
