import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

/// Two people's lists side by side, with the reason of each difference (QA-2).
struct PersonComparisonTests {
  private static func message(
    _ id: String, sent seconds: Double = 0, subject: String = "Sale", body: String = "Words",
    expiry: Double? = nil, link: String? = nil, raw: String = "{}"
  ) -> Message {
    Message(
      id: MessageID(id), sent: .at(seconds), subject: subject, body: body, center: .primary, deepLink: link,
      expiry: expiry.map { .at($0) }, raw: raw)
  }

  private static func person(
    _ name: String?, _ messages: [Message], vendor: Capabilities = ResponsysBackEnd.capabilities,
    known: [ArchivedMessage] = [], campaign: @escaping @Sendable (Message) -> String? = { _ in nil },
    change: (inout FetchedPage) -> Void = { _ in }
  ) -> FetchedPerson {
    var page = FetchedPage(messages: messages)
    change(&page)
    var person = FetchedPerson(
      name ?? "this device", name.map { .user($0) } ?? .device("d"), vendor: vendor, pages: [.primary: page],
      campaign: campaign)
    person.known = Dictionary(grouping: known, by: \.message.id)
    return person
  }

  private static func compare(
    _ first: FetchedPerson, _ second: FetchedPerson, _ audiences: String = "[]"
  ) throws -> PersonComparison {
    PersonComparison(
      first, second, centers: [.primary], audiences: try CampaignAudiences(Data(audiences.utf8)), at: .at(100)
    )
  }

  /// What is said of a message that ben was not served.
  private static func reason(
    _ message: Message, _ ben: FetchedPerson, _ audiences: String = "[]"
  ) throws -> String? {
    let comparison = try compare(person("anna", [message]), ben, audiences)
    return comparison.rows.first { $0.first == message.id }?.reason
  }

  @Test("QA-2 MC-9 a record that cannot be read, or is set aside, is a row as well")
  func unlisted() throws {
    func broken(_ id: String?, _ reason: String = "sent is missing") -> MalformedMessage {
      MalformedMessage(index: 0, id: id, reason: reason)
    }
    let one = Self.person(
      "anna", [],
      change: {
        $0.malformed = [broken("m2"), broken(nil, "no id"), broken("a-7", "no date")]
        $0.setAside = [SetAsideMessage(id: "p1", kind: "a pop-up")]
      })
    let other = Self.person(
      "ben", [], change: { $0.malformed = [broken("m2", "sent is wrong"), broken("b-9", "no date")] })
    let comparison = try Self.compare(one, other)
    let verdicts = comparison.rows.map(\.verdict)
    try #require(verdicts == [.different, .different, .onlyFirst, .onlyFirst], "\(comparison.rows)")
    #expect(comparison.rows[0].differences.map(\.second) == ["it cannot be read: sent is wrong"])
    #expect(comparison.rows[1].differences.map(\.second) == ["b-9"])
    #expect(comparison.first.count == 4 && comparison.second.count == 2)
    #expect(comparison.rows[2].reason == "it cannot be read: no id; ben was not served it")
    #expect(comparison.rows[3].reason == "it is a pop-up, which is in no list; ben was not served it")
    #expect(!comparison.isSame && comparison.lines(comparison.rows[2]).title == "unreadable record")
    let same = Self.person("ben", [], change: { $0.malformed = [broken("m2")] })
    #expect(try Self.compare(same, same).isSame)
  }

  @Test(
    "QA-2 where only parameters of addresses differ, that is the reason, and no later version of the campaign"
  )
  func tracked() throws {
    func message(_ click: String, _ path: String = "sale") -> Message {
      let link = "https://acme.example/\(path)?_ri_=\(click)"
      return Self.message("m1", body: "All of it: \(link).", link: link)
    }
    func reasons(_ other: Message) throws -> [String] {
      try Self.compare(Self.person("anna", [message("x1")]), Self.person("ben", [other])).rows[0].differences
        .filter { ["body", "link"].contains($0.what) }.map(\.reason)
    }
    let tracked = try reasons(message("x2"))
    #expect(tracked.count == 2 && tracked.allSatisfy { $0.hasPrefix("only parameters of addresses") })
    for other in [message("x2", "sales"), message("x2,Offer"), message("x2#top")] {
      let changed = try reasons(other)
      #expect(changed.count == 2 && changed.allSatisfy { $0.hasPrefix("the server does not say why") })
    }
  }

  @Test("QA-2 why a person lacks a message: what is known, in that order")
  func absence() throws {
    let spring = Self.message("spring-2", sent: 0)
    let audience = #"[{"id":"spring","audience":["user:anna"]},{"id":"x"}]"#
    #expect(
      try Self.reason(spring, Self.person("ben", []), audience) == "audience: its campaign is for user:anna")
    // Another campaign, of which nothing is listed any more, is not this one launched again.
    #expect(
      try Self.reason(Self.message("spring-sale"), Self.person("ben", []), audience)
        == "not known: the server does not say whom it is for")
    #expect(
      try Self.reason(spring, Self.person("ben", []), #"[{"id":"spring","audience":["everyone"]}]"#)
        == "not known: the server does not say whom it is for")
    #expect(
      try Self.reason(
        spring,
        Self.person(
          "ben", [],
          change: { $0.malformed = [MalformedMessage(index: 0, id: "spring-2", reason: "sent is missing")] }),
        audience) == "unreadable there: sent is missing")
    #expect(
      try Self.reason(
        spring,
        Self.person("ben", [], change: { $0.setAside = [SetAsideMessage(id: "spring-2", kind: "a pop-up")] }))
        == "set aside there: it is a pop-up, which is in no list")
    let deleted = ArchivedMessage(message: spring, fetched: .at(1), deleted: .at(50))
    #expect(
      try Self.reason(spring, Self.person("ben", [], known: [deleted]))
        == "deleted by the person (2027-01-15T08:00:50.000Z)")
    let listed = ArchivedMessage(message: spring, fetched: .at(1), lastFetched: .at(60))
    #expect(
      try Self.reason(spring, Self.person("ben", [], known: [listed]))
        == "ben had it, last fetched 2027-01-15T08:01:00.000Z; the server no longer lists it")
    #expect(
      try Self.reason(Self.message("old", expiry: 100), Self.person("ben", []))
        == "expiry: it expired 2027-01-15T08:01:40.000Z, and one server still lists it")
    let twenty = (1...20).map { Self.message("m\($0)", sent: Double($0)) }
    #expect(
      try Self.reason(spring, Self.person("ben", twenty))
        == "cap: Responsys lists the newest 20, and all of those are newer")
    #expect(
      try Self.reason(spring, Self.person("ben", [], vendor: IterableBackEnd.capabilities()))
        == "not known: Iterable is another vendor than Responsys")
    #expect(
      try Self.reason(spring, Self.person(nil, []))
        == "not served to the anonymous device; the server does not say why")
  }

  @Test("QA-2 in what two messages differ, and that no one says why where no one does")
  func differences() throws {
    let one = Self.message("a", subject: "Sale", expiry: 500, raw: #"{"id":"a","x":{"y":1,"z":2}}"#)
    var other = Self.message("a", subject: "Sale, Ben", expiry: 600, raw: #"{"id":"a","x":{"y":1,"z":3}}"#)
    other.custom = ["k": "v"]
    let comparison = try Self.compare(Self.person("anna", [one]), Self.person("ben", [other]))
    let row = try #require(comparison.rows.first)
    #expect(row.verdict == .different && row.reason == nil)
    #expect(row.differences.map(\.what) == ["title", "custom", "expiry", "payload"])
    #expect(row.differences.map(\.first) == ["Sale", "none", "2027-01-15T08:08:20.000Z", "x.z"])
    #expect(
      row.differences.map(\.second) == ["Sale, Ben", "k=v", "2027-01-15T08:10:00.000Z", "other values"])
    #expect(row.differences[0].reason.hasPrefix("the server does not say why"))
    #expect(
      comparison.summary
        == "1 message for anna, 1 for ben: 0 the same, 1 different, 0 only for anna, 0 only for ben.")
    #expect(!comparison.isSame && comparison.json["rows"]?.elements?.count == 1)
  }

  @Test("QA-2 a read flag is each person's own: read here or read elsewhere")
  func read() throws {
    let message = Self.message("a")
    func difference(_ first: FetchedPerson, _ second: FetchedPerson) throws -> [String] {
      let row = try Self.compare(first, second).rows.first
      return row?.differences.first.map { [$0.first, $0.second, $0.reason] } ?? []
    }
    let here = ArchivedMessage(message: message, fetched: .at(1), read: .at(5))
    let unread = ArchivedMessage(message: message, fetched: .at(1))
    #expect(
      try difference(
        Self.person("anna", [message], known: [here]), Self.person("ben", [message], known: [unread]))
        == ["read", "unread", "read here by anna"])
    #expect(
      try difference(
        Self.person("anna", [message], change: { $0.read = [] }),
        Self.person("ben", [message], known: [unread], change: { $0.read = [message.id] }))
        == ["unread", "read", "read elsewhere: another device of ben did, as the server says"])
    // What a refresh brought is in the archive as well; what was opened here and marked unread is not.
    let fromElsewhere = Self.person("anna", [message], known: [here], change: { $0.read = [message.id] })
    var opened = Self.person("anna", [message], known: [unread], change: { $0.read = [message.id] })
    opened.readHere = [message.key]
    let other = Self.person("ben", [message], change: { $0.read = [] })
    #expect(
      try difference(fromElsewhere, other)
        == ["read", "unread", "read elsewhere: another device of anna did, as the server says"])
    #expect(try difference(opened, other) == ["read", "unread", "read here by anna"])
    // What is known of one alone is not a difference.
    #expect(
      try difference(Self.person("anna", [message], known: [here]), Self.person("ben", [message])).isEmpty)
    #expect(try difference(Self.person("anna", [message]), Self.person("ben", [message])).isEmpty)
  }

  @Test("QA-2 a time that the server does not give, and a person's own id of a message, are not a difference")
  func own() throws {
    func side(_ name: String, _ id: String, _ seconds: Double) -> FetchedPerson {
      Self.person(
        name, [Self.message(id, sent: seconds, raw: #"{"id":"\#(id)","text":"same"}"#)],
        campaign: { _ in "spring" }, change: { $0.undated = [MessageID(id)] })
    }
    #expect(try Self.compare(side("anna", "a", 1), side("ben", "b", 2)).isSame)
  }

  @Test("QA-2 what lies in another list is said to")
  func elsewhere() throws {
    let (message, offers) = (Self.message("a"), CenterName("Offers"))
    var ben = Self.person("ben", [])
    ben.pages[offers] = FetchedPage(messages: [message])
    #expect(try Self.reason(message, ben) == "it is in another list there: Offers")
  }

  @Test("QA-2 where each person has an id of their own, the campaign says which message is which")
  func campaigns() throws {
    let campaign: @Sendable (Message) -> String? = { $0.record["campaignId"]?.text }
    let one = Self.message("a1", raw: #"{"campaignId":"7"}"#)
    let other = Self.message("b1", raw: #"{"campaignId":"7"}"#)
    let apart = try Self.compare(Self.person("anna", [one]), Self.person("ben", [other]))
    #expect(apart.rows.map(\.verdict) == [.onlyFirst, .onlySecond])
    let paired = try Self.compare(
      Self.person("anna", [one], campaign: campaign), Self.person("ben", [other], campaign: campaign))
    #expect(paired.rows.map(\.verdict) == [.same] && paired.rows.first?.second == other.id)
    #expect(paired.isSame)
  }

  @Test("QA-2 the vendors say what tells a campaign")
  func vendorCampaigns() {
    let iterable = IterablePlay().backEnd()
    #expect(iterable.campaign(Self.message("a", raw: #"{"campaignId":7}"#)) == "7")
    #expect(iterable.campaign(Self.message("a", raw: #"{"metadata":{"campaignId":8}}"#)) == "8")
    #expect(iterable.campaign(Self.message("a")) == nil)
    let bloomreach = BloomreachPlay().backEnd()
    let raw = #"{"content":{"attributes":{"campaign_id":"c","action_id":4}}}"#
    #expect(bloomreach.campaign(Self.message("a", raw: raw)) == "c 4")
    #expect(bloomreach.campaign(Self.message("a")) == nil)
  }

  @Test(
    "QA-2 of an order that differs the fewest are named",
    arguments: [
      ("abcd", "abcd", ""), ("abcd", "bcda", "a"), ("abcd", "dabc", "d"), ("abcd", "abdc", "c"),
      ("ab", "cab", ""),
      ("abcde", "axbcyde", ""),
    ])
  func order(first: String, second: String, moved: String) throws {
    func list(_ text: String) -> [Message] { text.map { Self.message(String($0)) } }
    let comparison = try Self.compare(Self.person("anna", list(first)), Self.person("ben", list(second)))
    let named = comparison.rows.filter { $0.differences.contains { $0.what == "order" } }
    #expect(named.compactMap(\.first?.rawValue).joined() == moved)
  }
}
