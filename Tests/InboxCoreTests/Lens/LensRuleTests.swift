import Foundation
import InboxCore
import InboxModel
import Testing

@testable import InboxEvidence

/// The vendors' rules at their borders, as peers.md and the SDKs' public code have them.
struct LensRuleTests {
  /// A log, and what it comes to.
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var log: String
    var until: Double?
    var counts: [String]

    init(_ rule: String, _ log: String, until: Double? = nil, _ counts: [String]) {
      self.rule = rule
      self.log = log
      self.until = until
      self.counts = counts
    }

    var testDescription: String { "\(rule): \(log)" }
  }

  private static let responsys = [
    // However often in one session; again in the next one.
    Case("responsys", "began +a 1 -a 2 +a 3 -a ended", ["a 1"]),
    Case("responsys", "began +a 1 ended 2 began +a 3 ended", ["a 2"]),
    Case("responsys", "began ~a 1 ended", ["a 0"]),
    Case("responsys", "began ~a 1 +a 2 ~a 3 +a ended", ["a 1"]),
    // The run was killed in its first session, which has no end.
    Case("responsys", "began +a 1 began +a 3 -a ended", ["a 2"]),
    // Outside any session nothing is displayed (EN-6).
    Case("responsys", "+a 1 -a", ["a 0"]),
    // Another person is another session (EN-10).
    Case("responsys", "began +a 1 -a ended ben began +a 2 -a ended", ["a 1", "a 1 by ben"]),
    // The call takes an id alone (MC-20).
    Case("responsys", "began +a +a@Offers 1 ended", ["a 1", "a 0"]),
    // A clock that is set back changes nothing.
    Case("responsys", "100 began +a 50 -a +a -a ended", ["a 1"]),
  ]

  private static let iterable = [
    // Exactly half a second is too short.
    Case("iterable", "0 began +a 0.5 -a 9 ended", ["a 0 0.0s"]),
    Case("iterable", "0 began +a 0.75 -a 9 ended", ["a 1 0.75s"]),
    // Each time counts by itself, and only those that are long enough add up.
    Case("iterable", "0 began +a 1 -a 2 +a 2.25 -a 3 +a 5 -a ended", ["a 2 3.0s"]),
    // Half a row is not a row; the whole one begins when it is whole.
    Case("iterable", "0 began ~a 3 +a 4 ~a 9 ended", ["a 1 1.0s"]),
    // What is in view when the session ends was in view until then.
    Case("iterable", "0 began +a 4 ended", ["a 1 4.0s"]),
    // Counted again in the next session.
    Case("iterable", "0 began +a 4 ended 5 began +a 6 ended", ["a 2 5.0s"]),
    // Still in view: as if it ended now.
    // Of a run that was killed, what followed its last gesture is not known.
    Case("iterable", "0 began +a 2 +b 9 began +a 10 -a ended", ["a 2 3.0s", "b 0 0.0s"]),
    Case("iterable", "0 began +a", until: 0.5, ["a 0 0.0s"]),
    Case("iterable", "0 began +a", until: 2, ["a 1 2.0s"]),
    // The clock is set back while the row is in view: a negative time is too short.
    Case("iterable", "100 began +a 50 -a ended", ["a 0 0.0s"]),
    Case("iterable", "0 began +a 3 -a ended ben began +a 5 -a ended", ["a 1 3.0s", "a 1 2.0s by ben"]),
  ]

  private static let airship = [
    // A row never counts.
    Case("airship", "0 began +a 9 -a ended", ["a 0"]),
    Case("airship", "0 began +a open a 9 open a ended", ["a 1"]),
    // Just before 30 min, exactly, and behind it.
    Case("airship", "0 began open a 1799 open a ended", ["a 1"]),
    Case("airship", "0 began open a 1800 open a ended", ["a 2"]),
    // From the one that counted, not from the last one: 0, 20 and 40 min are two.
    Case("airship", "0 began open a 1200 open a 2400 open a ended", ["a 2"]),
    // It is stored on the device: neither a session nor a log-in begins again.
    Case("airship", "0 began open a ended 60 began open a ended", ["a 1"]),
    Case("airship", "0 began open a ended ben began 60 open a ended", ["a 1", "a 0 by ben"]),
    // Before the last impression is within 30 min of it.
    Case("airship", "9000 began open a 60 open a ended", ["a 1"]),
    Case("airship", "0 began open a open b ended", ["a 1", "b 1"]),
  ]

  private static let cleverTap = [
    // Half a row is a cell that is displayed; the first sight is the only one.
    Case("clevertap-inbox", "0 began ~a 1 +a 2 -a 3 +a ended", ["a 1"]),
    Case("clevertap-inbox", "0 began +a ended 9 began +a ended", ["a 1"]),
    Case("clevertap-inbox", "0 began read a +a 3 -a ended", ["a 0"]),
    Case("clevertap-inbox", "0 began +a ended ben began +a ended", ["a 1", "a 1 by ben"]),
    // Windows of 2 s: within, exactly, behind; iOS from what counted, Android from every call.
    Case("clevertap-views-ios", "0 began +a 1 -a 1.5 +a -a ended", ["a 1"]),
    Case("clevertap-views-ios", "0 began +a 1 -a 2 +a -a ended", ["a 2"]),
    Case("clevertap-views-ios", "0 began +a -a 1.5 +a -a 3 +a -a 4.5 +a -a ended", ["a 2"]),
    Case("clevertap-views-android", "0 began +a -a 1.5 +a -a 3 +a -a 4.5 +a -a ended", ["a 1"]),
    Case("clevertap-views-android", "0 began +a 1 -a 2 +a -a ended", ["a 2"]),
    // On iOS what is read sends no “Viewed” any more.
    Case("clevertap-views-ios", "0 began +a -a 3 read a 9 +a -a ended", ["a 1"]),
    Case("clevertap-views-android", "0 began +a -a 3 read a 9 +a -a ended", ["a 2"]),
    // R7 of peers.md: taps at 0, 4, 8, 12 and 16 s with windows of 5 s.
    Case(
      "clevertap-clicks-ios", "0 began open a 4 open a 8 open a 12 open a 16 open a ended", ["a 3"]),
    Case(
      "clevertap-clicks-android", "0 began open a 4 open a 8 open a 12 open a 16 open a ended", ["a 1"]),
    Case("clevertap-clicks-android", "0 began open a 5 open a ended", ["a 2"]),
    Case("clevertap-clicks-ios", "100 began open a 50 open a ended", ["a 1"]),
    Case("clevertap-clicks-ios", "0 began +a 9 -a ended", ["a 0"]),
  ]

  private static let braze = [
    Case("braze-6.3.0", "0 began +a ended 99 began +a ended", ["a 1"]),
    // Away for less than 10 s, exactly, and a change of the person.
    Case("braze-6.3.1", "0 began +a 1 ended 10 began +a ended", ["a 1"]),
    Case("braze-6.3.1", "0 began +a 1 ended 11 began +a ended", ["a 2"]),
    Case("braze-6.3.1", "0 began +a 1 ended ben began +a 2 ended", ["a 1", "a 1 by ben"]),
    Case("braze-6.3.1", "100 began +a ended 50 began +a ended", ["a 1"]),
    // Each time the feed is opened, however short it was closed.
    Case("braze-6.5.0", "0 began +a 1 -a 2 +a ended 3 began +a ended", ["a 2"]),
    Case("braze-6.5.0", "0 began ~a ended", ["a 0"]),
  ]

  private static let bloomreach = [
    Case("bloomreach", "0 began +a 9 -a open a ended", ["a –"])
  ]

  @Test(
    "QA-1 each vendor's rule at its borders",
    arguments: responsys + iterable + airship + cleverTap + braze + bloomreach)
  func borders(_ test: Case) {
    #expect(LensFixture.counts(test.log, by: test.rule, until: test.until) == test.counts)
  }

  @Test("QA-1 every rule has an id, a column, a source and a version of its own")
  func registry() {
    let rules = LensRule.all
    #expect(Set(rules.map(\.id)).count == rules.count)
    #expect(Set(rules.map(\.head)).count == rules.count)
    for rule in rules {
      #expect(!rule.source.isEmpty && !rule.version.isEmpty && rule.rule.hasSuffix("."))
      #expect((1...6).contains(rule.head.count), "\(rule.head)")
    }
  }

  @Test("QA-1 each count has its reason, as a sentence")
  func reasons() {
    let log = LensFixture.log(
      "0 began ~a +b 0.5 -b 1 +b 4 -b open b 5 open b ended 20 began +b 25 ended")
    let report = LensReport(log)
    for row in report.rows {
      for rule in LensRule.all {
        let reason = row.counts[rule.id]?.reason ?? ""
        #expect(reason.hasSuffix(".") && reason.first?.isUppercase == true, "\(rule.id): \(reason)")
      }
    }
    let second = report.rows[1].counts
    #expect(
      second["iterable"]?.reason
        == "In view 3 times, twice for longer than 0.5 s, 8.0 s in all; 1 too short, the longest 0.5 s.")
    #expect(
      second["responsys"]?.reason
        == "Its row was wholly in view 3 times in 2 sessions; the first time in each session counts.")
    #expect(report.summary == "2 messages: the rules disagree on all of them.")
  }

  @Test("QA-1 what the log does not hold is said, and no number is invented")
  func gaps() {
    let log = LensFixture.log("0 began +a ended")
    let report = LensReport(log, knowsDurations: false, notes: ["It is old."])
    #expect(report.notes == ["It is old."])
    #expect(report.rows[0].counts["iterable"]?.count == nil)
    #expect(report.rows[0].counts["responsys"]?.count == 1)
    #expect(LensReport(GestureLog()).summary == "Nothing was seen or opened.")
  }

  @Test("QA-1 a report is the same after it was written and read, and as JSON names rule, count and reason")
  func codable() throws {
    let report = LensReport(LensFixture.log("0 began +a 2 -a ended"))
    let again = try JSONDecoder().decode(LensReport.self, from: JSONEncoder().encode(report))
    #expect(again == report)
    let json = report.json()
    #expect(json["rules"]?.elements?.count == LensRule.all.count)
    let counts = json["messages"]?.elements?.first?["counts"]
    #expect(counts?["iterable"]?["seconds"]?.number == 2)
    #expect(counts?["bloomreach"]?["count"] == .null)
  }
}
