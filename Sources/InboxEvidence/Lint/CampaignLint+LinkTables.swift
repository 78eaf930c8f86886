import InboxCore
import InboxModel
import InboxVendors

/// The rows of link tables (UL-6).
extension CampaignLint {
  /// The findings in the order of the rows, each once, however many campaigns share the table.
  func linkTableFindings(_ subjects: [LintSubject]) -> [LintFinding] {
    var seen: Set<LintFinding> = []
    var checked: Set<LinkTableRow> = []
    var findings: [LintFinding] = []
    for subject in subjects {
      for row in subject.links ?? [] {
        // A row that says where it is belongs to its file, any other to its message.
        guard row.source == nil || checked.insert(row).inserted else { continue }
        let place =
          row.source.map { LintPlace(source: $0) }
          ?? LintPlace(source: subject.source, center: subject.center, message: subject.id)
        findings += self.findings(row, place).filter { seen.insert($0).inserted }
      }
    }
    return findings
  }

  private func findings(_ row: LinkTableRow, _ place: LintPlace) -> [LintFinding] {
    let finding = { (rule: LintRule, column: String?, problem: String, remedy: String) in
      var place = place
      place.part = "link \(LintText.line(row.name, limit: 60))" + (column.map { ", \($0)" } ?? "")
      return LintFinding(rule: rule, place: place, problem: problem, remedy: remedy)
    }
    let found = [
      blank(row, finding), web(row, finding), deepLink("ios", row.ios, finding),
      deepLink("android", row.android, finding), oneLink(row, finding),
    ]
    return found.compactMap { $0 }
  }

  private typealias Finding = (LintRule, String?, String, String) -> LintFinding

  /// A blank column is sent as null, and the web link is taken (UL-2).
  private func blank(_ row: LinkTableRow, _ finding: Finding) -> LintFinding? {
    switch (row.url, row.ios, row.android) {
    case (nil, nil, nil):
      finding(
        .linkNowhere, nil, "Every column is blank, so that the link leads nowhere.",
        "Give a link URL, and a deep link for each platform.")
    case (nil, _, _):
      finding(
        .linkURLMissing, "url", "The link URL is blank, so that the link leads nowhere outside the app.",
        "Give a web link.")
    case (_, nil, nil):
      finding(
        .linkWebOnly, nil, "Both platforms have a blank column: everyone gets the web page.",
        "Give deep links if the app has a screen for it.")
    case (_, nil, _): column("ios", "iOS", finding)
    case (_, _, nil): column("android", "Android", finding)
    default: nil
    }
  }

  private func column(_ name: String, _ platform: String, _ finding: Finding) -> LintFinding {
    finding(
      .linkColumnBlank, name,
      "The \(platform) link URL is blank: its deep link is sent as null, and the web page opens there.",
      "Give the deep link for \(platform), if its app has the screen.")
  }

  private func web(_ row: LinkTableRow, _ finding: Finding) -> LintFinding? {
    guard let url = row.url else { return nil }
    if let reason = refusal(of: url) { return bad("url", url, reason, finding) }
    if settings.classify(url) == .customScheme { return bad("url", url, "it is not a web link", finding) }
    guard WebLink(valid: url)?.scheme == "http" else { return nil }
    return finding(
      .linkURLHTTP, "url", "The link URL \(LintText.quoted(url)) is http, unprotected.",
      "Write it with https.")
  }

  private func deepLink(_ column: String, _ link: String?, _ finding: Finding) -> LintFinding? {
    guard let link else { return nil }
    if let reason = refusal(of: link) { return bad(column, link, reason, finding) }
    guard lacksRoute(link) else { return nil }
    return finding(
      .linkUnknownRoute, column, "No route of the app matches the deep link \(LintText.quoted(link)).",
      "Correct the deep link, or add its route to the app and to the routes of the profile.")
  }

  private func oneLink(_ row: LinkTableRow, _ finding: Finding) -> LintFinding? {
    guard let link = row.oneLink else { return nil }
    if let reason = refusal(of: link) { return bad("onelink", link, reason, finding) }
    guard settings.classify(link) == .oneLink else {
      return bad("onelink", link, "its host is not a OneLink domain", finding)
    }
    return WebLink(valid: link)?.scheme == "https"
      ? nil : bad("onelink", link, "it is http, not https", finding)
  }

  private func bad(_ column: String, _ link: String, _ reason: String, _ finding: Finding) -> LintFinding {
    let remedy =
      switch column {
      case "url": "Give an https link."
      case "onelink": "Give an https link on .onelink.me, or declare the OneLink domain."
      default: "Give a link of the app's own scheme, or an https link."
      }
    return finding(
      .linkURLBad, column,
      "The link \(LintText.quoted(link)) is never followed: \(reason).", remedy)
  }
}

/// One row of a campaign's link table, as far as it is known (UL-6).
package struct LinkTableRow: Hashable, Sendable {
  /// What the campaign calls it.
  package var name: String
  package var url: String?
  /// The deep link on iOS; nil or empty is a blank column.
  package var ios: String?
  /// The deep link on Android; nil or empty is a blank column.
  package var android: String?
  /// The OneLink; nil or empty for none (UL-10).
  package var oneLink: String?
  /// The file that the table is in, such as `spring.toml`: campaigns of one file share it, and a finding about it is
  /// then reported once.
  package var source: String?

  /// Empty columns become nil.
  package init(
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
