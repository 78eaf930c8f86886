import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxVendors
import Testing

/// One row of a table: a subject, or several, and what must be found.
struct LintCase: Sendable, CustomTestStringConvertible {
  let name: String
  let subjects: [LintSubject]
  let expected: String

  init(_ name: String, _ subjects: LintSubject..., expected: String = "") {
    (self.name, self.subjects, self.expected) = (name, subjects, expected)
  }

  var testDescription: String { name }

  /// Holds what is found against what must be.
  func check(_ lint: CampaignLint = .brand) {
    let found = LintFixture.lines(lint.report(on: subjects).findings)
    #expect(found == expected)
  }
}

enum LintFixture {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// Each finding with its text wrapped: severity, rule and place, then problem, then remedy.
  static func lines(_ findings: [LintFinding]) -> String {
    findings.map { finding in
      let head = "\(finding.severity) \(finding.rule.rawValue) @ \(finding.place)"
      return ([head] + wrapped(finding.problem, "  ") + wrapped(finding.remedy, "  > ")).joined(
        separator: "\n")
    }.joined(separator: "\n")
  }

  /// The stable names alone.
  static func rules(_ report: LintReport) -> [String] { report.findings.map(\.rule.rawValue) }

  private static func wrapped(_ text: String, _ indent: String) -> [String] {
    var lines: [String] = []
    var line = indent
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if line.count + word.count > 90, line != indent {
        lines.append(line)
        line = indent
      }
      line += (line == indent ? "" : " ") + word
    }
    return lines + [line]
  }
}

extension LintSubject {
  /// A message that nothing can be said against, changed by the test.
  static func spring(_ change: (inout LintSubject) -> Void = { _ in }) -> LintSubject {
    var subject = LintSubject(
      id: MessageID("spring-sale"), center: CenterName("Offers"), kind: .openURL, subject: "Spring sale",
      body: "Everything is half price.", sent: .relative(seconds: -3_600),
      expiry: .relative(seconds: 518_400), deepLink: "shop://products/7",
      iconURL: "https://cdn.brand.example/leaf.png", custom: ["locale": "en-GB"])
    change(&subject)
    return subject
  }

  /// A rich message that nothing can be said against but what its HTML holds.
  static func guide(html: String? = "<p>Words</p>") -> LintSubject {
    spring {
      $0.kind = .openRichMessage
      $0.deepLink = nil
      $0.richHTML = html
    }
  }

  /// A campaign with one row in its link table.
  static func linking(_ row: LinkTableRow) -> LintSubject { spring { $0.links = [row] } }
}

extension LinkTableRow {
  /// A row that nothing can be said against, changed by the test.
  static func harvest(_ change: (inout LinkTableRow) -> Void = { _ in }) -> LinkTableRow {
    var row = LinkTableRow(
      name: "harvest", url: "https://www.brand.example/harvest", ios: "shop://products/7",
      android: "shop://products/7", oneLink: "https://brand.onelink.me/H5hv?deep_link_value=x",
      source: "spring.toml")
    change(&row)
    return row
  }
}

extension CampaignLint {
  /// The lint of a shop with one route.
  static let brand = CampaignLint(
    now: LintFixture.now,
    settings: LinkSettings(
      brandedDomains: ["news.brand.example"],
      routes: RouteTable([.init(pattern: "shop://products/{id}", screen: "Product")])))

  /// The same, given these facts of any HTML.
  static func brand(html facts: HTMLFacts?) -> CampaignLint {
    var lint = brand
    lint.readHTML = { _ in facts }
    return lint
  }
}
