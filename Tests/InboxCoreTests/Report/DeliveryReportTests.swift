import Foundation
import InboxEvidence
import InboxModel
import InboxVendors
import Testing

@testable import InboxCore

struct DeliveryReportTests {
  static func event(
    _ number: Int, _ kind: EngagementEvent.Kind = .display, session: Int? = 1, message: String = "a",
    state: Delivery.State = .sent, reason: String? = nil, tries: Int? = nil, generation: Int? = nil,
    at seconds: Double = 0, settled: Double? = nil
  ) -> Delivery {
    Delivery(
      id: id(number), kind: kind, identity: .user("anna"), session: session,
      message: MessageKey(center: .primary, id: MessageID(message)),
      time: Date(timeIntervalSince1970: 1_800_000_000 + seconds), state: state, reason: reason,
      tries: tries ?? (state == .sent || state == .refused ? 1 : 0), generation: generation,
      settled: settled.map { Date(timeIntervalSince1970: 1_800_000_000 + $0) })
  }

  private static func suppressed(
    _ cause: Suppression, _ count: Int = 1, _ kind: EngagementEvent.Kind = .display,
    session: Int? = 1, message: String = "a", at seconds: Double = 0
  ) -> SuppressedAttempts {
    let time = Date(timeIntervalSince1970: 1_800_000_000 + seconds)
    return SuppressedAttempts(
      EngagementPlace(
        identity: .user("anna"), session: session,
        message: MessageKey(center: .primary, id: MessageID(message)), kind: kind), cause, count: count,
      first: time, last: time)
  }

  private static func id(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }

  private static func receipts(
    _ counts: [Int: Int], generation: Int? = nil, since seconds: Double? = nil
  ) -> DeliveryReceipts {
    DeliveryReceipts(
      counts: Dictionary(uniqueKeysWithValues: counts.map { (id($0.key), $0.value) }),
      generation: generation.map { Self.generation($0, since: seconds) })
  }

  /// A generation as a sandbox names it; seconds count from the same moment as those of the events.
  private static func generation(
    _ number: Int, since: Double?, began: Double? = nil, now: Double? = nil, reset: Double? = nil
  ) -> ReceiptGeneration {
    func time(_ seconds: Double?) -> Int64? { seconds.map { Int64((1_800_000_000 + $0) * 1_000) } }
    return ReceiptGeneration(
      number: number, span: ReceiptSpan(since: time(since), began: time(began ?? since), reset: time(reset)),
      now: time(now) ?? .min)
  }

  /// An id that was made at a time by the machine's clock.
  private static func id(madeAt seconds: Double) -> UUID {
    UUID(high: UInt64((1_800_000_000 + seconds) * 1_000) << 16, version: 7, low: 0)
  }

  @Test("TS-2 EN-8 a space that was made again judges what no former one of its name acknowledged")
  func spaceMadeAgain() {
    let again = DeliveryReceipts(
      counts: [:], generation: Self.generation(1, since: nil, reset: 1_000))
    for (made, state, verdict) in [
      (999, .waiting, .waiting), (999, .refused, .lost), (999, .sent, nil), (1_001, .sent, .missing),
    ] as [(Double, Delivery.State, DeliveryReport.Verdict?)] {
      var event = Self.event(1, state: state, generation: 1)
      event.id = Self.id(madeAt: made)
      let report = DeliveryReport([event], receipts: again)
      #expect(report.rows.first?.verdict == verdict && report.earlier == (verdict == nil ? 1 : 0))
    }
  }

  @Test(
    "SB-5 EN-8 TS-1 what a remote sandbox acknowledged near its reset is not missing: its clock may be behind"
  )
  func clockAhead() {
    for (made, number, leeway, verdict) in [
      (1_010, nil, 30_000, nil), (1_010, nil, 0, .missing), (1_040, nil, 30_000, .missing),
      (1_010, 2, 30_000, .missing),
    ] as [(Double, Int?, Int64, DeliveryReport.Verdict?)] {
      var receipts = DeliveryReceipts(counts: [:], generation: Self.generation(2, since: 0, reset: 1_000))
      receipts.generation?.leeway = leeway
      var event = Self.event(1, generation: number)
      (event.id, event.time) = (Self.id(madeAt: made), Date(timeIntervalSince1970: 1_800_000_000 + made))
      let report = DeliveryReport([event], receipts: receipts)
      #expect(report.rows.first?.verdict == verdict && report.earlier == (verdict == nil ? 1 : 0))
      // What is left out for that alone proves nothing.
      #expect(report.summary.contains("two clocks cannot tell") == (verdict == nil))
      // One that says the same as what the former generation may have taken counts as a repeat of it.
      var (later, click) = (event, Self.click(1, .counted))
      (later.id, click.id) = (Self.id(madeAt: made + 60), event.id)
      #expect(DeliveryReport([event, later], receipts: receipts).earlier == (verdict == nil ? 2 : 0))
      receipts.clicks = [:]
      let clicked = DeliveryReport([], clicks: [click], receipts: receipts)
      #expect(!report.isProven && !clicked.isProven && report.only(.user("ben")).isProven)
      let isDoubtful = made < 1_030 && leeway > 0
      #expect(clicked.clicks[0].verdict == (isDoubtful ? .unjudged : .missing))
      #expect(clicked.summary.contains("Two clocks cannot tell whether clicks") == isDoubtful)
      // What the limit explains alone is not the clocks' doubt; what it does not is, whatever else it took.
      (receipts.clicks, receipts.expiredClicks) = ([:], 1)
      #expect(DeliveryReport([], clicks: [click], receipts: receipts).isProven)
      let three = (1...3).map { _ in click }
      #expect(!DeliveryReport([], clicks: three, receipts: receipts).isProven)
    }
  }

  @Test("SB-5 EN-8 UL-5 a clock that was moved over a reset hides nothing and accuses nothing")
  func movedClock() {
    // Reset at 100, then set back to 0 by the tester: what happens at 1 is judged.
    let back = Self.generation(2, since: 0, began: 100, now: 2, reset: 1_000)
    // The test before had its clock at 3,600; this one's reset was at 100.
    let ahead = Self.generation(2, since: 100, reset: 1_000)
    for (generation, time, made, isJudged) in [
      (back, 1, 1_001, true), (back, 60, 1_001, false), (back, 200, 1_001, true), (back, 1, 999, false),
      (ahead, 3_600, 999, false), (ahead, 3_600, 1_001, true), (ahead, 99, 1_001, false),
    ] as [(ReceiptGeneration, Double, Double, Bool)] {
      var event = Self.event(1, state: .refused)
      (event.id, event.time) = (Self.id(madeAt: made), Date(timeIntervalSince1970: 1_800_000_000 + time))
      let receipts = DeliveryReceipts(counts: [:], clicks: [:], generation: generation)
      #expect(DeliveryReport([event], receipts: receipts).rows.count == (isJudged ? 1 : 0), "\(time) \(made)")
      // A click has no time on the wire: it belongs to where it arrives.
      var click = Self.click(1, .counted, at: time)
      click.id = event.id
      let clicks = DeliveryReport([], clicks: [click], receipts: receipts).clicks
      #expect(clicks.map(\.verdict) == (made > 1_000 ? [.missing] : []))
    }
  }

  @Test(
    "EN-2 EN-5 EN-8 what a row comes to",
    arguments: [
      ([event(1)], [1: 1], DeliveryReport.Verdict.exactlyOnce), ([event(1)], nil, .exactlyOnce),
      ([event(1)], [1: 3], .duplicated), ([event(1)], [:], .missing),
      ([event(1), event(2)], [1: 1, 2: 1], .repeated),
      ([event(1, state: .waiting)], [:], .waiting), ([event(1, state: .waiting)], [1: 1], .waiting),
      ([event(1, state: .waiting, tries: 1)], nil, .unknown),
      ([event(1, state: .waiting, tries: 1)], [1: 1], .unknown),
      ([event(1, state: .waiting, tries: 2)], [:], .unknown),
      ([event(1, state: .refused, reason: "422")], [:], .lost), ([event(1, state: .dropped)], nil, .lost),
      ([event(1, state: .dropped, tries: 1)], nil, .unknown),
      ([event(1, .open), event(2, .open)], [1: 1, 2: 1], .exactlyOnce),
      ([event(1, .open), event(2, .open)], [1: 1], .missing),
      ([event(1, .open), event(2, .open, state: .waiting)], [1: 2], .waiting),
    ] as [([Delivery], [Int: Int]?, DeliveryReport.Verdict)])
  func verdicts(events: [Delivery], counts: [Int: Int]?, verdict: DeliveryReport.Verdict) {
    let report = DeliveryReport(events, receipts: counts.map { Self.receipts($0) })
    #expect(report.rows.map(\.verdict) == [verdict])
    #expect(report.isProven == [.exactlyOnce, .duplicated].contains(verdict))
    // Twice is right for what was opened twice, and the row says so.
    let isOpenedTwice = verdict == .exactlyOnce && report.rows[0].place.kind == .open
    #expect(report.rows[0].facts.contains("opened 2 times, each reported once") == isOpenedTwice)
    #expect(report.hasReceipts == (counts != nil))
  }

  @Test("TS-6 an acknowledged event that the server may have let go is not judged, a later one is missing")
  func expired() throws {
    func receipts(_ ids: [Int], _ expired: String) throws -> DeliveryReceipts {
      let kept = ids.map { #"{"id":"\#(Self.id($0))","count":1}"# }.joined(separator: ",")
      return try DeliveryReceipts(
        Data(#"{"generation":1,"engagements":[\#(kept)],"clicks":[],"expired":{\#(expired)}}"#.utf8))
    }
    // Whatever a moved clock says of when they were acknowledged.
    let events = (1...4).map { Self.event($0, message: "m\($0)", settled: Double(10 - $0)) }
    // 2 is there, so that what came later must be; 1 came before it.
    var report = DeliveryReport(events, receipts: try receipts([2, 4], #""engagements":7"#))
    #expect(report.rows.map(\.verdict) == [.exactlyOnce, .missing, .exactlyOnce] && report.expired == 1)
    #expect(
      report.summary.hasSuffix(
        " 1 acknowledged event cannot be judged: the server keeps only its newest receipts, and this one's may be gone."
      ))
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(DeliveryReport.self, from: data) == report)
    report = DeliveryReport(events, receipts: try receipts([], #""events":4"#))
    #expect(report.rows.isEmpty && report.isProven && report.expired == 4)
    #expect(report.only(.user("anna")).expired == 4 && report.only(.user("ben")).expired == 0)
    // Sent together, acknowledged together: the first of them go first.
    let batch = (1...3).map { Self.event($0, message: "m\($0)", settled: 5) }
    report = DeliveryReport(batch, receipts: try receipts([3], #""engagements":2"#))
    #expect(report.rows.map(\.verdict) == [.exactlyOnce] && report.expired == 2)
    // What another kind lost concerns no display.
    report = DeliveryReport(events, receipts: try receipts([2, 3, 4], #""badge":7"#))
    #expect(report.rows.first?.verdict == .missing && report.expired == 0)
    // What got no response may have been received and be gone.
    let uncertain = Self.event(9, state: .waiting, tries: 1)
    report = DeliveryReport([uncertain], receipts: try receipts([], #""engagements":1"#))
    #expect(report.rows.first?.unknownReceived == nil)
    let clicks = [Self.click(1, .counted)]
    report = DeliveryReport([], clicks: clicks, receipts: try receipts([], #""clicks":1"#))
    #expect(report.clicks.map(\.verdict) == [.unjudged] && report.isProven)
  }

  @Test("TS-6 EN-8 of what is not there no more can be gone than the server has let go: the rest is missing")
  func expiredAtMost() throws {
    func report(
      _ events: [Delivery], clicks: [LinkClick] = [], expired: String
    ) throws -> DeliveryReport {
      let body = #"{"generation":1,"engagements":[],"clicks":[],"events":[],"expired":{\#(expired)}}"#
      return DeliveryReport(events, clicks: clicks, receipts: try DeliveryReceipts(Data(body.utf8)))
    }
    let events = (1...4).map { Self.event($0, message: "m\($0)") }
    let three = try report(events, expired: #""engagements":1"#)
    #expect(three.rows.map(\.verdict) == [.missing, .missing, .missing] && three.expired == 1)
    #expect(!three.isProven)
    // What was refused was not received, and takes the place of none that was.
    let refused = try report([Self.event(9, state: .refused)] + events, expired: #""engagements":4"#)
    #expect(refused.rows.map(\.verdict) == [.lost] && refused.expired == 4)
    // Without an id on the wire, two that say the same share a receipt.
    let alike = [Self.event(1, .open), Self.event(2, .open), Self.event(3, .open, message: "b")]
    let shared = try report(alike, expired: #""events":1"#)
    #expect(shared.rows.map(\.verdict) == [.missing] && shared.expired == 2)
    // With one, each has its own.
    let apart = try report(alike, expired: #""engagements":1"#)
    #expect(apart.rows.map(\.verdict) == [.missing, .missing] && apart.expired == 1)
    let clicks = [Self.click(1, .counted), Self.click(2, .counted)]
    #expect(try report([], clicks: clicks, expired: #""clicks":1"#).clicks.map(\.verdict) == [.missing])
    #expect(try report([], clicks: clicks, expired: #""clicks":2"#).clicks.map(\.verdict) == [.unjudged])
  }

  @Test("EN-2 EN-10 a row for each person, session, message and kind, in the order of their first events")
  func rows() {
    let report = DeliveryReport(
      [
        Self.event(1), Self.event(2, message: "b"), Self.event(3, .open), Self.event(4, session: 2),
        Self.event(5, .open, session: nil), Self.event(6, .open),
      ], receipts: nil)
    #expect(
      report.rows.map { "\($0.title) \($0.events)" } == [
        "display a · session 1 1", "display b · session 1 1", "open a · session 1 2",
        "display a · session 2 1",
        "open a · no session 1",
      ])
    #expect(report.summary == "5 events, each exactly once. 6 attempts, none suppressed.")
    #expect(DeliveryReport([], receipts: nil).summary == "No displays or opens.")
  }

  @Test(
    "EN-1 EN-2 EN-9 suppressed attempts count in their row with each reason, and alone prove nothing wrong")
  func suppressed() {
    let report = DeliveryReport(
      [Self.event(1), Self.event(2, .open, state: .waiting, tries: 3)],
      suppressed: [
        Self.suppressed(.alreadyDisplayed, 3), Self.suppressed(.covered),
        Self.suppressed(.openInFlight, 1, .open),
        Self.suppressed(.notWhollyVisible, 2, message: "b"), Self.suppressed(.noSession, session: nil),
      ], receipts: Self.receipts([1: 1, 2: 1]))
    #expect(
      report.rows.map { "\($0.verdict.rawValue): \($0.title): \($0.facts.joined(separator: ", "))" } == [
        "exactly-once: display a · session 1: attempts 5, suppressed 4: already displayed 3, hidden by a dialog 1, sent 1, "
          + "acknowledged 1, received 1",
        "unknown: open a · session 1: attempts 2, suppressed 1: the same open is still in flight, sent 1 in 3 tries, "
          + "acknowledged 0, received 1, unknown 1 (the server has it)",
        "suppressed: display b · session 1: attempts 2, suppressed 2: not fully visible",
        "suppressed: display a · no session: attempts 1, suppressed 1: no session",
      ])
    #expect(
      report.summary == "1 unknown, 1 exactly once, 2 suppressed. 8 of 10 attempts suppressed.")
    #expect(report.worstFirst.map(\.verdict) == [.unknown, .exactlyOnce, .suppressed, .suppressed])
    #expect(DeliveryReport([], suppressed: [Self.suppressed(.covered)], receipts: nil).isProven)
    #expect(
      report.rows[1].json.serialized == """
        {"acknowledged":0,"attempts":2,"dropped":0,"duplicates":0,"events":1,"identity":"user:anna",\
        "message_center_name":"Primary","message_id":"a","not_stored":0,"reasons":[],"received":1,"refused":0,"sent":1,\
        "session":1,"suppressed":{"open-in-flight":1},"tries":3,"type":"open","unknown":1,\
        "unknown_received":1,"verdict":"unknown","waiting":1}
        """)
  }

  @Test("MC-12 a person's part holds that person's rows alone")
  func onePerson() {
    var other = Self.event(2)
    other.identity = .user("ben")
    other.message.center = CenterName("Offers")
    let report = DeliveryReport([Self.event(1), other], receipts: nil)
    #expect(report.rows.map(\.title) == ["display a · session 1", "display a in Offers · session 1"])
    #expect(report.only(.user("ben")).rows.map(\.place.identity) == [.user("ben")])
    let reset = DeliveryReport(
      [Self.event(1, generation: 1), other], receipts: Self.receipts([:], generation: 2, since: 0))
    #expect(reset.only(.user("anna")).earlier == 1 && reset.only(.user("maria")).earlier == 0)
  }

  @Test("EN-2 MC-20 an id that is displayed twice in a session is repeated, in whichever centers")
  func repeatedID() {
    var other = Self.event(2)
    other.message.center = CenterName("Offers")
    let report = DeliveryReport([Self.event(1), other], receipts: nil)
    #expect(report.rows.map(\.verdict) == [.repeated, .repeated])
    var later = other
    later.session = 9
    #expect(DeliveryReport([Self.event(1), later], receipts: nil).isProven)
  }

  @Test(
    "EN-2 EN-3 sessions of two programs at once that count to one number are two: neither display is a repeat, and each has its own suppressed attempts"
  )
  func sameNumber() {
    func event(_ number: Int, in session: Int?) -> Delivery {
      var event = Self.event(number)
      event.sessionID = session.map(Self.id)
      return event
    }
    let suppressed = [Self.suppressed(.alreadyDisplayed, 2)]
    let report = DeliveryReport(
      [event(1, in: 8), event(2, in: 9)], suppressed: suppressed, receipts: nil)
    #expect(report.rows.map(\.verdict) == [.exactlyOnce, .exactlyOnce] && report.isProven)
    #expect(report.rows.map(\.attempts) == [3, 1])
    // What names its session is counted with that one, and one that reported nothing has a row of its own.
    let named = [9, 10].map { number in
      var attempts = Self.suppressed(.alreadyDisplayed, number)
      attempts.sessionID = Self.id(number)
      return attempts
    }
    let apart = DeliveryReport(
      [event(1, in: 8), event(2, in: 9)], suppressed: suppressed + named, receipts: nil)
    #expect(apart.rows.map(\.attempts) == [3, 10, 10])
    #expect(apart.rows.map(\.verdict) == [.exactlyOnce, .exactlyOnce, .suppressed])
    let same = DeliveryReport([event(1, in: 8), event(2, in: 8)], suppressed: suppressed, receipts: nil)
    #expect(same.rows.map(\.verdict) == [.repeated] && same.rows.map(\.attempts) == [4])
  }

  @Test(
    "SB-5 what an earlier generation holds is not missing in this one, whatever the clocks said",
    arguments: [
      // Acknowledged before the reset, and the clock was ahead of it: only the generation tells.
      (event(1, generation: 1, at: 300), nil, 1), (event(1, generation: 2, at: 300), .missing, 0),
      (event(1, generation: 2, at: -300), .missing, 0), (event(2, generation: 1, at: -300), .exactlyOnce, 0),
      // Acknowledged when no generations were reported: no one knows.
      (event(1, at: 300), nil, 1),
      // Not acknowledged: the server will judge by the time.
      (event(1, state: .waiting, at: 300), .waiting, 0), (event(1, state: .waiting, at: -300), nil, 1),
      (event(1, state: .refused, at: -300), nil, 1),
    ] as [(Delivery, DeliveryReport.Verdict?, Int)])
  func generations(event: Delivery, verdict: DeliveryReport.Verdict?, earlier: Int) {
    let receipts = Self.receipts([2: 1], generation: 2, since: 0)
    let report = DeliveryReport(
      [event], suppressed: [Self.suppressed(.covered, session: 7, at: -1)], receipts: receipts)
    #expect(report.rows.map(\.verdict) == [verdict].compactMap { $0 })
    #expect(report.earlier == earlier)
    #expect(report.summary.contains("cannot be judged by them") == (earlier > 0))
  }

  @Test("SB-5 the receipts of a sandbox that was never reset hold whatever comes, however old")
  func read() throws {
    func body(_ generation: Int) -> Data {
      Data(
        """
        {"began":"2027-01-15T08:00:00.000Z","generation":\(generation),"engagements":[\
        {"id":"00000000-0000-0000-0000-000000000001","count":2}]}
        """.utf8)
    }
    #expect(try DeliveryReceipts(body(1)) == Self.receipts([1: 2], generation: 1))
    #expect(try DeliveryReceipts(body(2)) == Self.receipts([1: 2], generation: 2, since: 0))
    for broken in ["{}", #"{"generation":1,"engagements":[{"id":"x"}]}"#] {
      #expect(throws: InboxError.self) { try DeliveryReceipts(Data(broken.utf8)) }
    }
  }

  @Test(
    "EN-9 SB-5 suppressed attempts of a session are reported as far as received after a reset of the receipts"
  )
  func spanned() throws {
    var tally = SuppressionLog()
    let place = Self.suppressed(.alreadyDisplayed).place
    for second in [0.0, 10, 70, 80, 90] {
      tally.add(place, .alreadyDisplayed, at: Date(timeIntervalSince1970: 1_800_000_000 + second))
    }
    #expect(tally.attempts.map(\.count) == [2, 3])
    var report = DeliveryReport([], suppressed: tally.attempts, receipts: Self.receipts([:]))
    #expect(report.rows.map(\.attempts) == [5])
    report = DeliveryReport(
      [], suppressed: tally.attempts, receipts: Self.receipts([:], generation: 2, since: 65))
    #expect(report.rows.map(\.attempts) == [3])
  }

  @Test("EN-3 EN-9 suppressed attempts of two sessions with one number are two")
  func sessionsOfOneNumber() {
    var log = SuppressionLog()
    let (place, now) = (Self.suppressed(.alreadyDisplayed).place, Date(timeIntervalSince1970: 1_800_000_000))
    for number in [1, 2, 1] { log.add(place, in: Self.id(number), .alreadyDisplayed, at: now) }
    #expect(log.attempts.map(\.sessionID) == [Self.id(1), Self.id(2)])
    #expect(log.attempts.map(\.count) == [2, 1])
    log.giveBack(log.take())
    #expect(log.attempts.map(\.count) == [2, 1])
  }

  private static func click(
    _ number: Int, _ state: LinkClick.State, session: Int? = 1, message: String? = "a",
    link: String = "https://news.acme.example/pub/acc?x=1", of user: String = "anna", at seconds: Double = 0
  ) -> LinkClick {
    LinkClick(
      id: id(number), identity: .user(user), session: session,
      message: message.map { MessageKey(center: .primary, id: MessageID($0)) }, link: link,
      time: Date(timeIntervalSince1970: 1_800_000_000 + seconds), state: state)
  }

  @Test("UL-5 EN-3 a click outside a message has a row that no receipt judges, and each session its own")
  func clicksOutside() throws {
    var clicks = [Self.click(1, .counted, message: nil), Self.click(2, .counted, message: nil)]
    for index in clicks.indices { clicks[index].sessionID = Self.id(8 + index) }
    let report = DeliveryReport(
      [], clicks: clicks, receipts: DeliveryReceipts(counts: [:], clicks: ["a": 0]))
    #expect(report.clicks.map(\.verdict) == [.countedOnce, .countedOnce] && report.isProven)
    #expect(report.clicks.map(\.received) == [nil, nil] && report.clicks[0].json["message_id"] == .null)
    #expect(try JSONDecoder().decode(DeliveryReport.self, from: JSONEncoder().encode(report)) == report)
  }

  @Test(
    "UL-5 EN-11 what the clicks of a link come to",
    arguments: [
      ([click(1, .counted)], nil, .countedOnce, true), ([click(1, .counted)], 1, .countedOnce, true),
      ([click(1, .counted)], 0, .missing, false),
      ([click(1, .counted), click(2, .counted)], nil, .repeated, true),
      ([click(1, .counted), click(2, .counted)], 1, .missing, false),
      ([click(1, .counted), click(2, .suppressed)], 1, .countedOnce, true),
      ([click(1, .unknown)], nil, .unknown, false), ([click(1, .unknown)], 1, .unknown, false),
      ([click(1, .counted), click(2, .unknown)], 1, .unknown, false),
      ([click(1, .uncounted), click(2, .suppressed)], 0, .uncounted, true),
    ] as [([LinkClick], Int?, DeliveryReport.ClickRow.Verdict, Bool)])
  func clicks(
    clicks: [LinkClick], received: Int?, verdict: DeliveryReport.ClickRow.Verdict, isProven: Bool
  ) {
    let receipts = received.map { DeliveryReceipts(counts: [:], clicks: ["a": $0]) }
    let report = DeliveryReport([], clicks: clicks, receipts: receipts)
    #expect(report.clicks.map(\.verdict) == [verdict] && report.isProven == isProven)
    #expect(report.clicks.first?.attempts == clicks.count && report.clicks.first?.received == received)
    #expect(report.summary == "No displays or opens. Links: 1 \(verdict.rawValue).")
  }

  @Test(
    "UL-5 MC-12 clicks are counted by person, session, message and link, and not judged by a later generation"
  )
  func clickRows() throws {
    let clicks = [
      Self.click(1, .counted), Self.click(2, .counted, session: 2), Self.click(3, .counted, of: "ben"),
      Self.click(4, .unknown, link: "https://click.acme.example/other"),
    ]
    var report = DeliveryReport([], clicks: clicks, receipts: nil)
    #expect(report.clicks.map(\.verdict) == [.countedOnce, .countedOnce, .countedOnce, .unknown])
    #expect(report.clicks.map(\.session) == [1, 2, 1, 1])
    #expect(report.only(.user("ben")).clicks.map(\.identity) == [.user("ben")])
    #expect(report.worstClicksFirst.first?.verdict == .unknown)
    // A click does not say whose it is: with one too few, whichever it is, none of them is proven.
    report = DeliveryReport([], clicks: clicks, receipts: DeliveryReceipts(counts: [:], clicks: ["a": 2]))
    #expect(report.clicks.map(\.verdict) == [.missing, .missing, .missing, .unknown])
    let late = DeliveryReceipts(
      counts: [:], clicks: [:], generation: Self.generation(2, since: 10))
    report = DeliveryReport([], clicks: clicks + [Self.click(5, .uncounted, at: 20)], receipts: late)
    #expect(report.clicks.map(\.verdict) == [.uncounted])
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(DeliveryReport.self, from: data) == report)
    // A recording of an earlier version.
    let old = #"{"rows":[],"hasReceipts":true,"earlierEvents":[]}"#
    #expect(try JSONDecoder().decode(DeliveryReport.self, from: Data(old.utf8)).clicks.isEmpty)
  }

  @Test(
    "SB-5 TS-2 of a sandbox that does not say what it received: what to do here, in a space, and elsewhere",
    arguments: [
      ("http://127.0.0.1:8377", "start it with ‘inbox sandbox --keep’"),
      ("http://127.0.0.1:8377/s/one", "start it with ‘inbox sandbox --keep’"),
      ("https://qa.acme.example/s/one", "have it started again where it runs, with --keep or its --store"),
    ])
  func silent(base: String, start: String) async {
    let wire = WirePort(
      send: { _ async throws(InboxError) in throw .noNetwork("refused") },
      listen: { _, _ in AsyncThrowingStream { $0.finish() } })
    let words =
      "The sandbox at \(base) does not say what it received. If it has ended, \(start). If a fault of it is on, "
      + "‘inbox fault clear --to \(base)’ ends it. "
    do throws(InboxError) {
      _ = try await DeliveryReceipts(from: SandboxCommander(SandboxRequests(base: base), over: wire))
      Issue.record("it says what it received")
    } catch {
      #expect(error.description.hasPrefix(words), "\(error.description)")
    }
  }

  @Test("SB-3 SB-4 where something else than a fault refuses, no fault is named")
  func refusedByOthers() async {
    let wire = WirePort(
      send: { _ async throws(InboxError) in WireResponse(status: 502) },
      listen: { _, _ in AsyncThrowingStream { $0.finish() } })
    let sandbox = SandboxCommander(SandboxRequests(base: "http://127.0.0.1:9000"), over: wire)
    let clock = await sandbox.ask("clock +5m")
    #expect(clock.failed && clock.response == "The sandbox refuses with status 502.")
    let error = await #expect(throws: InboxError.self) { try await DeliveryReceipts(from: sandbox) }
    let remedy = "If a fault of it is on, ‘inbox fault clear --to http://127.0.0.1:9000’ ends it."
    #expect(error?.description.hasSuffix(" The sandbox refuses with status 502. \(remedy)") == true)
  }
}
