import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

/// Rules that belong to one vendor are for that one alone (VE-2).
struct LintVendorTests {
  private func rules(_ subjects: [LintSubject], _ vendor: Capabilities) -> [String] {
    var lint = CampaignLint.brand
    lint.vendor = vendor
    return LintFixture.rules(lint.report(on: subjects))
  }

  private var many: [LintSubject] {
    (1...25).map { number in
      .spring {
        $0.id = MessageID("m\(number)")
        $0.center = .primary
      }
    }
  }

  @Test("VE-2 MC-4 a list is over its cap only where the vendor has one, and by the vendor's number")
  func cap() {
    #expect(rules(many, ResponsysBackEnd.capabilities) == ["center-over-cap"])
    #expect(rules(many, OneListBackEnd.capabilities) == [])
    var smaller = OneListBackEnd.capabilities
    smaller.cap = 5
    var lint = CampaignLint.brand
    lint.vendor = smaller
    let finding = lint.report(on: many).findings.first
    #expect(finding?.problem.contains("only the newest 5") == true)
    #expect(finding?.remedy == "Let old messages expire sooner.")
  }

  @Test("MC-4 VE-10 a placement comes whole, however many messages it has")
  func wholePlacement() {
    var vendor = IterableBackEnd.capabilities(placements: [7])
    vendor.cap = 20
    #expect(rules(many, vendor).contains("center-over-cap"))
    let placed = many.map { subject in
      var subject = subject
      subject.center = CenterName("7")
      return subject
    }
    #expect(!rules(placed, vendor).contains("center-over-cap"))
  }

  @Test("VE-2 VE-8 HTML without a link is found where it goes to Iterable, whose iOS apps delete it unseen")
  func withoutLink() {
    let iterable = IterableBackEnd.capabilities()
    func finds(_ html: String, _ vendor: Capabilities, named: [Capabilities] = []) -> Bool {
      let subject = LintSubject.spring {
        $0.richHTML = html
        $0.vendors = named
      }
      return rules([subject], vendor).contains("html-without-link")
    }
    #expect(finds("<p>Hello</p>", iterable) && !finds("<a HREF='https://acme.example'>x</a>", iterable))
    #expect(!finds("<p>Hello</p>", ResponsysBackEnd.capabilities))
    #expect(finds("<p>Hello</p>", ResponsysBackEnd.capabilities, named: [iterable]))
  }

  @Test("VE-2 MC-8 how a URL came is judged only where the wire encodes URLs")
  func wire() {
    let subject = LintSubject.spring { $0.wireURLs = [.deepLink: "https://www.acme.example/a b"] }
    #expect(rules([subject], ResponsysBackEnd.capabilities).contains("url-not-encoded"))
    #expect(rules([subject], OneListBackEnd.capabilities) == [])
  }

  @Test("VE-2 VE-10 a placement's messages have no expiry on the wire, and lack none")
  func placements() {
    let vendor = IterableBackEnd.capabilities(placements: [7])
    func rules(_ center: CenterName) -> [String] {
      self.rules(
        [
          .spring {
            $0.center = center
            $0.expiry = nil
          }
        ], vendor)
    }
    #expect(rules(.primary).contains("expiry-missing"))
    #expect(!rules(CenterName("7")).contains("expiry-missing"))
  }

  @Test("VE-2 the sentences name no centers, and no newer messages where nothing pushes messages out")
  func words() {
    var twice = Array(many.prefix(2))
    twice[1].id = twice[0].id
    twice[0].expiry = nil
    var lint = CampaignLint.brand
    lint.vendor = OneListBackEnd.capabilities
    let problems = lint.report(on: twice).findings.map(\.problem)
    #expect(
      problems == [
        "It has no expiry and stays in the list until it is withdrawn.",
        "2 messages of the inbox have this id, and an app shows only the last.",
      ])
  }
}
