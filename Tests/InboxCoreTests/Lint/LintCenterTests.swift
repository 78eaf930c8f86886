import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import Testing

/// Messages that are in each other's way.
struct LintCenterTests {
  /// Messages of a center, each a minute newer than the one before.
  private func messages(_ numbers: ClosedRange<Int>, center: String = "Offers") -> [LintSubject] {
    numbers.map { number in
      .spring {
        $0.id = MessageID("\(center)-\(number)")
        $0.center = CenterName(center)
        $0.sent = .relative(seconds: -10_000 + number * 60)
      }
    }
  }

  private func lines(_ subjects: [LintSubject]) -> String {
    LintFixture.lines(CampaignLint.brand.report(on: subjects).findings)
  }

  @Test("MC-4 twenty messages in each of two centers are none too many")
  func twenty() {
    #expect(lines(messages(1...20) + messages(1...20, center: "Primary")) == "")
  }

  @Test("MC-4 MC-11 of more than twenty the oldest fall out, in whatever order they come")
  func overCap() {
    let expected = """
      warning center-over-cap @ center Offers
        It holds 22 messages that are not expired and a response only the newest 20; out of
        reach: “Offers-1” and “Offers-2”.
        > Let old messages expire sooner, or spread them over more centers.
      """
    #expect(lines(messages(1...22)) == expected)
    #expect(lines(messages(1...22).reversed()) == expected)
  }

  @Test("MC-4 MC-10 an expired message takes no room")
  func expiredIsOut() {
    var all = messages(1...21)
    all[7].expiry = .relative(seconds: 0)
    #expect(LintFixture.rules(CampaignLint.brand.report(on: all)) == ["expiry-past"])
  }

  @Test("MC-4 many that fall out are counted, those as old as each other by their order")
  func many() {
    let same = messages(1...33).map { subject in
      var subject = subject
      subject.sent = nil
      return subject
    }
    #expect(
      lines(same) == """
        warning center-over-cap @ center Offers
          It holds 33 messages that are not expired and a response only the newest 20; out of
          reach: “Offers-1”, “Offers-2”, “Offers-3”, “Offers-4”, “Offers-5”, “Offers-6”,
          “Offers-7”, “Offers-8”, “Offers-9”, “Offers-10” and 3 more.
          > Let old messages expire sooner, or spread them over more centers.
        """)
  }

  @Test("MC-8 the same id twice in a center")
  func repeated() {
    #expect(
      lines([.spring(), .spring { $0.subject = "Summer sale" }, .spring { $0.id = MessageID("other") }])
        == """
        error id-repeated @ spring-sale, id
          2 messages of the center “Offers” have this id, and an app shows only the last.
          > Give each message its own id.
        """)
  }

  @Test("MC-20 the same id in two centers")
  func twins() {
    #expect(
      lines([.spring(), .spring { $0.center = .primary }]) == """
        warning id-in-two-centers @ spring-sale, id
          The centers “Offers” and “Primary” have a message with this id: their displays and opens
          are counted as those of one.
          > Give each message its own id.
        """)
  }

  @Test("MC-4 the cap is a setting")
  func cap() {
    var lint = CampaignLint.brand
    lint.vendor.cap = 2
    #expect(LintFixture.rules(lint.report(on: messages(1...3))) == ["center-over-cap"])
    #expect(LintFixture.rules(lint.report(on: messages(1...2))) == [])
  }
}
