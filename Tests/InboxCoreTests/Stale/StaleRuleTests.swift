import Foundation
import InboxCore
import InboxModel
import InboxVendors
import Testing

@testable import InboxEvidence

/// What each SDK shows of what a server sent, as wires.md, peers.md and the SDKs' public code have it.
struct StaleRuleTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let day = 86_400.0

  private static func message(
    _ id: String = "m1", html: String? = nil, expiry: Double? = nil, fetched: Double = -60,
    lastFetched: Double? = nil, state: CacheState = .listed, since: Double? = nil, deleted: Bool = false
  ) -> ArchivedMessage {
    ArchivedMessage(
      message: Message(
        id: MessageID(id), sent: now.addingTimeInterval(-day), subject: "Sale", body: "", center: .primary,
        richHTML: html, expiry: expiry.map { now.addingTimeInterval($0) }),
      fetched: now.addingTimeInterval(fetched), deleted: deleted ? now : nil,
      lastFetched: lastFetched.map { now.addingTimeInterval($0) }, cacheState: state,
      cacheStateSince: since.map { now.addingTimeInterval($0) })
  }

  private static func scene(_ vendor: String = "Airship", unreadable: Int = 0) -> StaleScene {
    StaleScene(
      center: .primary, vendor: Capabilities(vendor: vendor), now: now,
      fetched: now.addingTimeInterval(-60), unreadable: unreadable)
  }

  private static func shows(_ rule: String, _ item: StaleItem, _ scene: StaleScene) -> Bool? {
    StaleRule.all.first { $0.id == rule }?.judge(item, scene)?.shows
  }

  /// A record, and which SDKs show it, do not, or are not published about it.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var row: ArchivedMessage
    var unreadable = 0
    var shows: Set<String> = []
    var hides: Set<String> = []

    var testDescription: String { name }
  }

  private static let authoritative: Set = [
    "iterable-ios", "iterable-android", "airship-ios", "airship-android",
  ]
  private static let cleverTap: Set = ["clevertap-ios", "clevertap-android"]
  private static let responsys: Set = ["responsys-ios", "responsys-common"]

  private static let cases = [
    Case(
      name: "listed", row: message(html: "<a href='x'>x</a>"),
      shows: authoritative.union(cleverTap).union(responsys).union(["bloomreach"])),
    Case(
      name: "withdrawn", row: message(state: .withdrawn, since: -60), shows: cleverTap.union(["bloomreach"]),
      hides: authoritative),
    Case(
      name: "pushed out by newer ones", row: message(state: .pushedOut, since: -60),
      shows: cleverTap.union(["bloomreach"]).union(responsys), hides: authoritative),
    Case(
      name: "expired a minute ago", row: message(expiry: -60), shows: ["bloomreach"],
      hides: authoritative.union(cleverTap)),
    Case(
      name: "expires now", row: message(expiry: 0),
      shows: ["bloomreach", "iterable-android", "airship-ios", "clevertap-android"],
      hides: ["iterable-ios", "clevertap-ios"]),
    Case(
      name: "deleted by the person", row: message(deleted: true),
      shows: responsys.union(["bloomreach"]), hides: authoritative.union(cleverTap)),
    Case(
      name: "its HTML has no href", row: message(html: "<b>x</b>"),
      shows: authoritative.subtracting(["iterable-ios"]).union(cleverTap).union(responsys).union([
        "bloomreach"
      ]),
      hides: ["iterable-ios"]),
    Case(
      name: "fetched 7 days ago", row: message(lastFetched: -7 * day),
      shows: authoritative.union(cleverTap).union(["bloomreach", "responsys-ios"]),
      hides: ["responsys-common"]),
    Case(
      name: "fetched just before 7 days", row: message(lastFetched: -7 * day + 1),
      shows: authoritative.union(cleverTap).union(["bloomreach"]).union(responsys)),
    Case(
      name: "fetched 15 days ago, and dropped", row: message(lastFetched: -15 * day, state: .retention),
      shows: cleverTap.union(["bloomreach"]), hides: authoritative.union(responsys)),
    Case(name: "disabled", row: message(state: .disabled), hides: responsys),
    // One bad record beside it: what is new is not shown, what is gone stays.
    Case(
      name: "new beside a bad one", row: message(fetched: -60), unreadable: 1,
      shows: authoritative.subtracting(["airship-ios"]).union(cleverTap).union(responsys)
        .union(["bloomreach", "braze-ios-14.2"]),
      hides: ["airship-ios", "braze-ios-14.1"]),
    Case(
      name: "old beside a bad one", row: message(fetched: -3_600, lastFetched: -60), unreadable: 1,
      shows: authoritative.union(cleverTap).union(responsys).union(["bloomreach"])),
    Case(
      name: "withdrawn beside a bad one",
      row: message(fetched: -3_600, lastFetched: -600, state: .withdrawn, since: -60), unreadable: 1,
      shows: cleverTap.union(["airship-ios", "bloomreach"]),
      hides: authoritative.subtracting(["airship-ios"])),
    Case(
      name: "withdrawn before a bad one came",
      row: message(fetched: -3_600, lastFetched: -900, state: .withdrawn, since: -600), unreadable: 1,
      shows: cleverTap.union(["bloomreach"]), hides: authoritative),
  ]

  @Test(
    "QA-3 each SDK's documented behaviour, record by record; nothing is claimed where nothing is published",
    arguments: cases)
  func behaviour(_ test: Case) {
    for rule in StaleRule.all {
      let expected: Bool? = test.shows.contains(rule.id) ? true : test.hides.contains(rule.id) ? false : nil
      let shown = Self.shows(rule.id, .message(test.row), Self.scene(unreadable: test.unreadable))
      #expect(shown == expected, "\(rule.id)")
    }
  }

  @Test("QA-3 an unreadable record, and one of another kind")
  func records() {
    let flaw = MalformedMessage(index: 0, id: nil, reason: "messageId is missing")
    let iterable = Self.scene("Iterable", unreadable: 1)
    #expect(Self.shows("iterable-ios", .unreadable(flaw), iterable) == false)
    #expect(Self.shows("iterable-android", .unreadable(flaw), Self.scene(unreadable: 1)) == nil)
    // One with an id an iOS app deletes, and one whose id is empty has a name all the same (VE-8).
    let named = MalformedMessage(index: 0, id: "b", reason: "content is missing, not an object")
    let ios = StaleRule.all.first { $0.id == "iterable-ios" }?.judge(.unreadable(named), iterable)
    #expect(ios?.shows == false && ios?.reason.contains("deletes the message on the server") == true)
    #expect(Self.shows("iterable-android", .unreadable(named), iterable) == nil)
    #expect(Self.shows("iterable-ios", .unreadable(named), Self.scene(unreadable: 1)) == nil)
    let empty = MalformedMessage(index: 25, id: "", reason: "messageId is empty", title: "T")
    #expect(StaleItem.unreadable(empty).id == "number 26 (“T”)")
    #expect(Self.shows("iterable-ios", .unreadable(empty), iterable) == false)
    #expect(Self.shows("airship-ios", .unreadable(flaw), Self.scene(unreadable: 1)) == false)
    #expect(Self.shows("airship-android", .unreadable(flaw), Self.scene(unreadable: 1)) == false)
    #expect(Self.shows("bloomreach", .unreadable(flaw), Self.scene(unreadable: 1)) == nil)
    let other = SetAsideMessage(id: "m9", kind: "story")
    #expect(Self.shows("bloomreach", .setAside(other), Self.scene("Bloomreach")) == false)
    #expect(Self.shows("bloomreach", .setAside(other), Self.scene("Iterable")) == nil)
    // Bloomreach's own whole list follows a cleared cache (wires.md 1.2, status 410); of another vendor's list an
    // increment would lack it.
    for row in [Self.message(state: .withdrawn), Self.message(expiry: -60, state: .withdrawn)] {
      #expect(Self.shows("bloomreach", .message(row), Self.scene("Bloomreach")) == false)
      #expect(Self.shows("bloomreach", .message(row), Self.scene("Iterable")) == true)
    }
    // What had expired or was deleted is not called withdrawn where a whole list lacks it.
    var restarted = Self.scene("Bloomreach")
    restarted.whole = restarted.fetched
    for row in [
      Self.message(expiry: -60, lastFetched: -120), Self.message(lastFetched: -120, deleted: true),
    ] {
      #expect(Self.shows("bloomreach", .message(row), restarted) == false)
      #expect(Self.shows("bloomreach", .message(row), Self.scene("Bloomreach")) == true)
    }
    #expect(Self.shows("bloomreach", .message(Self.message(expiry: -1, lastFetched: -60)), restarted) == true)
    // Of Iterable's own message without HTML the link is missing; of another vendor's nothing is known.
    #expect(Self.shows("iterable-ios", .message(Self.message()), Self.scene("Iterable")) == false)
    #expect(Self.shows("iterable-ios", .message(Self.message()), Self.scene("Responsys")) == true)
  }

  @Test("QA-3 the report lists the differences first, and whose they are")
  func report() {
    let scene = Self.scene("Bloomreach")
    let items = [
      Self.message("same", html: "<a href='x'>x</a>"), Self.message("expired", expiry: -60),
    ].map { StaleItem.message($0) }
    let rows = items.map { StaleReport.Row($0, scene) }
    let report = StaleReport(rows: rows, vendor: "Bloomreach", notes: [])
    #expect(report.rows.map(\.id) == ["expired", "same"])
    #expect(report.differing.map(\.id) == ["expired"])
    #expect(!report.isClear)
    #expect(report.rows[0].others.map(\.rule.id) == ["bloomreach"])
    #expect(
      report.summary == "SDKs would show 1 of 2 records differently, 1 by Bloomreach's own.")
    #expect(report.json["clear"] == .bool(false))
    let record = report.json["records"]?.elements?.first
    #expect(record?["sdks"]?["bloomreach"]?["shown"] == .bool(true))
    // No one's SDK is Airship's here, and one that is not ours makes nothing unclear.
    let others = items.map { StaleReport.Row($0, Self.scene("Responsys")) }
    let other = StaleReport(rows: others, vendor: "Responsys", notes: [])
    #expect(other.isClear && !other.differing.isEmpty)
    #expect(other.summary.hasSuffix(" differently, 0 by Responsys' own."))
    #expect(
      report.rows[0].others.first?.verdict.sentence
        == "would show it: it has expired, and neither SDK reads expire_time.")
    var blank = report.rows[0]
    blank.subject = " \u{00A0} "
    #expect(blank.title == "expired  (no subject)")
    let nothing = StaleReport(rows: [], vendor: "Responsys", notes: [])
    #expect(nothing.summary == "No records from the server yet." && nothing.isClear)
  }

  @Test("QA-3 every rule has an id, a vendor, a source and a version")
  func registry() {
    #expect(Set(StaleRule.all.map(\.id)).count == StaleRule.all.count)
    for rule in StaleRule.all {
      #expect(!rule.source.isEmpty && !rule.version.isEmpty && rule.rule.hasSuffix("."))
    }
  }

  @Test(
    "QA-3 MC-9 MC-11 “the server lists it” is said of what the newest response names, and of nothing else")
  func listing() {
    func facts(_ row: ArchivedMessage, _ scene: StaleScene) -> (Bool?, String) {
      let row = StaleReport.Row(.message(row), scene)
      return (row.isListed, row.facts)
    }
    let listed = facts(Self.message(), Self.scene(unreadable: 1))
    #expect(listed.0 == true && listed.1.hasPrefix("the server lists it · we show it"))
    // One record without an id cannot be read, so that nothing is known of what the response lacks.
    let lacking = facts(Self.message(fetched: -600), Self.scene(unreadable: 1))
    #expect(
      lacking.0 == nil
        && lacking.1.hasPrefix(
          "the newest response does not name it, unless it is among 1 record that cannot be read")
    )
    #expect(facts(Self.message(fetched: -600, state: .withdrawn), Self.scene()).0 == false)
    // The cache dropped it by its age, and the newest response had it.
    #expect(facts(Self.message(state: .retention), Self.scene()).0 == true)
    // The clock was moved ahead and back: what came in that future is not of the newest response, whatever took it out.
    for state in [CacheState.withdrawn, .disabled, .removed, .pushedOut] {
      let row = Self.message(lastFetched: 4 * Self.day, state: state, since: -60)
      #expect(facts(row, Self.scene()).0 == false, "\(state)")
    }
    let future = Self.message(fetched: 4 * Self.day, lastFetched: 4 * Self.day)
    #expect(facts(future, Self.scene()).0 == true && facts(future, Self.scene(unreadable: 1)).0 == nil)
    #expect(Self.shows("braze-ios-14.1", .message(future), Self.scene(unreadable: 1)) == nil)
    // What had expired before the newest response, which does not name it, is not missed there.
    #expect(facts(Self.message(expiry: -120, fetched: -600), Self.scene()).0 == false)
    #expect(facts(Self.message(expiry: -30, fetched: -60), Self.scene()).0 == true)
    var never = Self.scene()
    never.fetched = nil
    #expect(
      facts(Self.message(state: .disabled), never).1.hasPrefix("nothing was fetched since · we hide it"))
  }
}
