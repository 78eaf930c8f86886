import Foundation
import InboxEvidence
import InboxModel
import Testing

/// The report as a whole: clean, hostile and ordered.
struct CampaignLintTests {
  @Test("UL-6 MC-8 nothing is said against a message with everything in order")
  func clean() {
    let subject = LintSubject.spring { $0.links = [.harvest()] }
    let rich = LintSubject.guide()
    let report = CampaignLint.brand(html: HTMLFacts(textCells: 9))
      .report(
        on: [subject, rich].enumerated().map { index, subject in
          var subject = subject
          subject.id = MessageID("m\(index)")
          return subject
        })
    #expect(report.findings == [])
    #expect(report.isClean)
    #expect(report.summary == "2 messages: 0 errors, 0 warnings, 0 notes.")
  }

  @Test("A finding as text and as JSON")
  func output() {
    let report = CampaignLint.brand.report(on: [
      .spring {
        $0.body = ""
        $0.source = "spring.toml:12"
      }
    ])
    let line = """
      error: spring.toml:12, spring-sale, body: The text is empty, so that neither the banner nor the preview \
      says anything. Write a text. (body-empty)
      """
    #expect(report.findings.map(\.description) == [line])
    let json = """
      {"errors":1,"findings":[{"at":{"center":"Offers","message":"spring-sale","part":"body",\
      "source":"spring.toml:12"},"place":"spring.toml:12, spring-sale, body","problem":"The text is empty, so \
      that neither the banner nor the preview says anything.","remedy":"Write a text.","rule":"body-empty",\
      "severity":"error"}],"messages":1,"notes":0,"warnings":0}
      """
    #expect(report.json.serialized == json)
    #expect(!report.isClean)
    #expect(report.summary == "1 message: 1 error, 0 warnings, 0 notes.")
  }

  @Test("The names of the rules are unique and in kebab-case")
  func ruleNames() {
    let letters = Set("abcdefghijklmnopqrstuvwxyz-")
    for rule in LintRule.allCases { #expect(rule.rawValue.allSatisfy(letters.contains)) }
    #expect(Set(LintRule.allCases.map(\.rawValue)).count == LintRule.allCases.count)
  }

  /// A subject with something wrong everywhere and a text in every field.
  private func hostile(_ text: String) -> LintSubject {
    let row = LinkTableRow(name: text, url: text, ios: text, android: text, oneLink: text)
    return LintSubject(
      id: MessageID(text), center: CenterName(text), kind: .openURL, subject: text, body: text,
      sent: .absolute(.init(timeIntervalSince1970: 1e300)), expiry: .absolute(.distantPast), deepLink: text,
      iconURL: text, richURL: text, richHTML: text, custom: ["E" + text: text, "e" + text: text],
      links: [row], source: text)
  }

  private static let hostileTexts = [
    "\u{1B}[2J\u{9B}31m\r\n\u{2028}\u{2029}\u{202E}\u{2066}\u{200B}\0\u{7F}e",
    String(repeating: "\u{1B}e\n", count: 40_000), String(repeating: "売", count: 30_000),
    "e" + String(repeating: "\u{301}", count: 50_000), "https://" + String(repeating: "@", count: 20_000),
    String(repeating: "%25", count: 20_000), String(repeating: "{", count: 20_000),
  ]

  @Test(
    "FE-9 whatever a sender writes, findings are short, on one line and harmless",
    arguments: hostileTexts.indices)
  func harmless(_ number: Int) {
    let text = Self.hostileTexts[number]
    let malformed = MalformedMessage(index: 0, id: text, reason: text)
    let subjects = [hostile(text), hostile(text + "2"), hostile(text)]
    let report = CampaignLint.brand(html: nil).report(on: subjects, malformed: [malformed], source: text)
    #expect(report.findings.count > 10)
    for finding in report.findings {
      #expect(finding.description.unicodeScalars.count < 1_500)
      #expect(isHarmless(finding.description))
    }
    #expect(report.findings.first?.json.serialized.utf8.allSatisfy { $0 >= 0x20 } == true)
  }

  private func isHarmless(_ line: String) -> Bool {
    line.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }

  @Test("Ten thousand custom data and ten thousand messages make no flood of text")
  func many() {
    let pairs = (1...10_000).map { ("k\u{E9}\($0)", "") }
    let subject = LintSubject.spring { $0.custom = Dictionary(uniqueKeysWithValues: pairs) }
    #expect(
      LintFixture.rules(CampaignLint.brand.report(on: [subject]))
        == ["custom-key-not-ascii", "custom-value-empty"])
    let messages = (1...10_000).map { number in LintSubject.spring { $0.id = MessageID("m\(number)") } }
    #expect(LintFixture.rules(CampaignLint.brand.report(on: messages)) == ["center-over-cap"])
  }

  @Test("The same subjects give the same findings in the same order: messages, records, tables, centers")
  func order() {
    let broken = LintSubject.spring {
      $0.custom = Dictionary(uniqueKeysWithValues: (1...50).map { ("k\($0)", "") })
      $0.expiry = nil
      $0.iconURL = "http://cdn.brand.example/"
      $0.links = [.harvest { $0.ios = nil }]
    }
    let other = LintSubject.spring { $0.body = "" }
    let lint = CampaignLint.brand
    let bad = MalformedMessage(index: 4, id: nil, reason: "id is missing")
    let report = lint.report(on: [broken, other], malformed: [bad])
    #expect(
      LintFixture.rules(report) == [
        "expiry-missing", "icon-url-not-https", "custom-value-empty", "body-empty", "message-unreadable",
        "link-column-blank", "id-repeated",
      ])
    for _ in 1...20 {
      var again = broken
      again.custom = Dictionary(uniqueKeysWithValues: (1...50).shuffled().map { ("k\($0)", "") })
      #expect(lint.report(on: [again, other], malformed: [bad]) == report)
    }
  }
}
