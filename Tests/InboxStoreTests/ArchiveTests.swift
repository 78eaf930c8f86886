import Foundation
import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

struct ArchiveTests {
  private let maria = Identity.user("maria")
  private let archive: any Archive

  init() throws { archive = try InboxDatabase.inMemory() }

  @discardableResult
  private func merge(
    _ messages: [Message], for identity: Identity? = nil, center: CenterName = .primary, at now: Date = .at(0)
  ) async throws -> MessageMerge.Plan {
    try await archive.merge(
      MergeRequest(
        identity: identity ?? maria, center: center, page: FetchedPage(messages: messages), now: now))
  }

  private func window(
    _ anchor: WindowRequest.Anchor = .top, limit: Int = 200, at now: Date = .at(0)
  ) async throws -> ListWindow {
    try await archive.window(
      WindowRequest(identity: maria, scope: .center(.primary), anchor: anchor, limit: limit, now: now))
  }

  @Test("MC-7 a refresh never overwrites read, deleted or rich content")
  func localFactsSurvive() async throws {
    try await merge((1...3).map { .numbered($0) })
    try await archive.setRead([.numbered(1)], of: maria, at: .at(1))
    try await archive.setDeleted([.numbered(2)], of: maria, at: .at(2))
    try await archive.saveRichContent("<p>once</p>", of: .numbered(3), for: maria, at: .at(3))
    try await merge((1...3).map { .numbered($0, subject: "changed") }, at: .at(10))
    #expect(try await archive.message(.numbered(1), of: maria)?.read == .at(1))
    #expect(try await archive.message(.numbered(1), of: maria)?.message.subject == "changed")
    #expect(try await archive.message(.numbered(2), of: maria)?.deleted == .at(2))
    #expect(try await archive.message(.numbered(3), of: maria)?.rich == .stored)
    #expect(try await archive.richContent(of: .numbered(3), for: maria) == "<p>once</p>")
  }

  @Test("MC-7 merging the same answer twice changes nothing, fractions of seconds included")
  func idempotent() async throws {
    let messages = (1...20).map {
      Message.numbered($0, sent: .at(Double($0) / 7), expiry: .at(1e6 + Double($0) / 3))
    }
    #expect(try await merge(messages).inserts.count == 20)
    #expect(try await merge(messages).isEmpty)
    // Also at the ends of what a time can be.
    let ends = [
      Message.numbered(31, expiry: WireDate.range.upperBound),
      Message.numbered(32, expiry: WireDate.range.lowerBound),
    ]
    _ = try await merge(messages + ends)
    #expect(try await merge(messages + ends).isEmpty)
  }

  @Test("MC-12 one identity's messages are never another's; A→B→A shows A's archive again")
  func identities() async throws {
    let device = Identity.device("d")
    try await merge([.numbered(1)])
    try await merge([.numbered(2)], for: device)
    try await archive.setRead([.numbered(1)], of: maria, at: .at(1))
    #expect(try await archive.counts(of: maria, at: .at(2)) == [.primary: CenterCounts(total: 1, unread: 0)])
    #expect(try await archive.counts(of: device, at: .at(2)) == [.primary: CenterCounts(total: 1, unread: 1)])
    #expect(try await archive.message(.numbered(1), of: device) == nil)
    #expect(try await archive.message(.numbered(1), of: maria)?.read == .at(1))
  }

  @Test("MC-20 the same id in two centers is two messages")
  func twoCenters() async throws {
    let offers = CenterName("Offers")
    try await merge([.numbered(1)])
    try await merge([.numbered(1, center: offers)], center: offers)
    #expect(try await archive.find(MessageID("m1"), of: maria).map(\.center) == [offers, .primary])
  }

  @Test("MC-10 the SQL of the list and the one predicate agree at every distance from the expiry")
  func expiryAgrees() async throws {
    let offsets = [-60.0, -1, -0.001, 0, 0.001, 1, 60]
    try await merge(offsets.enumerated().map { .numbered($0, expiry: .at($1)) } + [.numbered(99)])
    let shown = try await window().rows
    for (number, offset) in offsets.enumerated() {
      let isShown = shown.contains { $0.key == .numbered(number) }
      #expect(isShown == !ExpiryPolicy.isExpired(.at(offset), at: .at(0)), "offset \(offset)")
    }
    let unread = try await archive.counts(of: maria, at: .at(0))[.primary]?.unread
    #expect(unread == shown.count { $0.isUnread(at: .at(0)) })
    #expect(try await archive.earliestExpiry(of: maria, after: .at(0)) == .at(0.001))
    #expect(
      try await archive.expired(of: maria, after: .at(-1), upTo: .at(0)) == [.numbered(2), .numbered(3)])
  }

  @Test("FE-2 a window costs the window: neighbours of a message, with its place in the whole list")
  func windows() async throws {
    try await merge((1...50).map { .numbered($0) })
    let top = try await window(limit: 10)
    #expect(top.rows.map(\.key.id.rawValue) == (41...50).reversed().map { "m\($0)" })
    #expect(top.offset == 0 && top.total == 50)
    let bottom = try await window(.bottom, limit: 10)
    #expect(bottom.rows.map(\.key.id.rawValue) == (1...10).reversed().map { "m\($0)" })
    #expect(bottom.offset == 40)
    let middle = try await window(.around(.numbered(25)), limit: 10)
    #expect(middle.rows.map(\.key.id.rawValue) == (21...30).reversed().map { "m\($0)" })
    #expect(middle.offset == 20)
    let ahead = try await window(.around(.numbered(25), ahead: 6), limit: 10)
    #expect(ahead.rows.map(\.key.id.rawValue) == (18...27).reversed().map { "m\($0)" })
    let before = try await window(.around(.numbered(25), ahead: -6), limit: 10)
    #expect(before.rows.map(\.key.id.rawValue) == (24...33).reversed().map { "m\($0)" })
    #expect(before.offset == 17 && ahead.offset == 23)
    #expect(try await window(.around(.numbered(25), ahead: 600), limit: 10).rows.first?.key == .numbered(25))
    try await archive.setDeleted([.numbered(25)], of: maria, at: .at(1))
    let gone = try await window(.around(.numbered(25)), limit: 4)
    #expect(gone.rows.map(\.key.id.rawValue) == ["m27", "m26", "m24", "m23"])
    #expect(gone.total == 49)
    #expect(try await window(.around(.numbered(99)), limit: 3).offset == 0)
  }

  @Test("MC-18 read, unread, delete and undo are facts of this device")
  func readAndDelete() async throws {
    try await merge([.numbered(1)])
    try await archive.setRead([.numbered(1)], of: maria, at: .at(1))
    #expect(try await archive.counts(of: maria, at: .at(2))[.primary]?.unread == 0)
    try await archive.setRead([.numbered(1)], of: maria, at: nil)
    #expect(try await archive.counts(of: maria, at: .at(2))[.primary]?.unread == 1)
    try await archive.setDeleted([.numbered(1)], of: maria, at: .at(3))
    #expect(try await window().rows.isEmpty)
    try await archive.setDeleted([.numbered(1)], of: maria, at: nil)
    #expect(try await window().rows.map(\.key) == [.numbered(1)])
  }

  @Test("MC-17 rich content that was served but is lost stays lost")
  func lostRich() async throws {
    try await merge([.numbered(1, richURL: "https://x.example")])
    try await archive.saveRichContent(nil, of: .numbered(1), for: maria, at: .at(1))
    #expect(try await archive.message(.numbered(1), of: maria)?.rich == .lost)
    #expect(try await archive.richContent(of: .numbered(1), for: maria) == nil)
  }

  private func event(_ number: Int, _ kind: EngagementEvent.Kind = .display, session: Int? = 1)
    -> EngagementEvent
  {
    EngagementEvent(
      id: .numbered(number), kind: kind, identity: maria,
      session: session.map { .init(id: .numbered(900 + $0), number: $0) }, message: .numbered(number),
      time: .at(Double(number)))
  }

  @Test("VE-5 EN-7 a first sight is stored with its message, in one step, and never again")
  func firstSights() async throws {
    for (first, last) in [(1, 2), (2, 3), (1, 3)] {
      let page = FetchedPage(messages: (first...last).map { .numbered($0) })
      var request = MergeRequest(identity: maria, center: .primary, page: page, now: .at(0))
      // Each page says of all its messages how their delivery would be sent.
      request.deliveries = (first...last).map { number in
        var event = event(number, .delivery)
        event.id = UUID()
        return event
      }
      request.run = .numbered(1)
      _ = try await archive.merge(request)
    }
    let waiting = try await archive.waiting(of: [.numbered(1)])
    #expect(waiting.map(\.message) == [.numbered(1), .numbered(2), .numbered(3)])
    // Another person's message is another one.
    try await merge([.numbered(1)], for: .user("ben"))
    #expect(try await archive.waiting(of: [.numbered(1)]).count == 3)
  }

  @Test("EN-7 EN-8 the outbox keeps events whole and in order until they are settled")
  func outbox() async throws {
    let (mine, other) = (UUID.numbered(1), UUID.numbered(2))
    try await archive.put([event(1), event(2, .open, session: nil)], run: mine)
    try await archive.put([event(3)], run: other)
    #expect(
      try await archive.waiting(of: [.numbered(1), .numbered(2)]) == [
        event(1), event(2, .open, session: nil), event(3),
      ])
    #expect(try await archive.endedRuns() == [mine, other])
    #expect(try await archive.waiting(of: [mine]).map(\.id) == [.numbered(1), .numbered(2)])
    try await archive.settle([.numbered(1)], as: .sent(generation: nil), at: .at(9))
    try await archive.settle([.numbered(2)], as: .refused("422"), at: .at(9))
    #expect(try await archive.waiting(of: [.numbered(1), .numbered(2)]).map(\.id) == [.numbered(3)])
  }

  @Test("EN-8 the same event id cannot be recorded twice")
  func uniqueEvents() async throws {
    try await archive.put([event(1)], run: .numbered(1))
    // As what lay beside the archive may be, whatever became of it since.
    try await archive.put([event(1), event(2)], run: .numbered(2))
    #expect(try await archive.waiting(of: [.numbered(1)]).map(\.id) == [.numbered(1)])
    #expect(try await archive.waiting(of: [.numbered(2)]).map(\.id) == [.numbered(2)])
    try await archive.settle([.numbered(1)], as: .sent(generation: nil), at: .at(9))
    try await archive.put([event(1)], run: .numbered(1))
    #expect(try await archive.waiting(of: [.numbered(1)]).isEmpty)
  }

  @Test("EN-8 SB-5 each event knows its tries and the generation that has it")
  func tries() async throws {
    try await archive.put([event(1), event(2, .open, session: nil)], run: .numbered(1))
    try await archive.tried([.numbered(1), .numbered(2)])
    try await archive.tried([.numbered(2)])
    try await archive.settle([.numbered(1)], as: .sent(generation: 3), at: .at(9))
    let all = try await archive.deliveries()
    #expect(all.map(\.tries) == [1, 2])
    #expect(all.map(\.generation) == [3, nil])
    #expect(all.map(\.isUnknown) == [false, true])
    #expect(all.map(\.session) == [1, nil] && all.map(\.sessionID) == [.numbered(901), nil])
  }

  @Test("EN-3 EN-9 suppressed attempts add up by person, session, message, kind and reason")
  func suppressed() async throws {
    func attempts(
      _ session: Int?, _ cause: Suppression, _ kind: EngagementEvent.Kind = .display, count: Int = 1,
      at seconds: Double, _ identity: Identity? = nil
    ) -> SuppressedAttempts {
      SuppressedAttempts(
        EngagementPlace(
          identity: identity ?? maria, session: session, message: .numbered(1), kind: kind), cause,
        count: count, first: .at(seconds), last: .at(seconds))
    }
    try await archive.suppress([attempts(nil, .noSession, at: 5), attempts(1, .covered, count: 2, at: 7)])
    try await archive.suppress([
      attempts(1, .covered, at: 6), attempts(1, .openInFlight, .open, at: 8),
      attempts(nil, .noSession, at: 9),
      attempts(2, .covered, at: 10), attempts(1, .covered, at: 11, .device("d")),
    ])
    var covered = attempts(1, .covered, count: 3, at: 6)
    covered.last = .at(7)
    var without = attempts(nil, .noSession, count: 2, at: 5)
    without.last = .at(9)
    #expect(
      try await archive.suppressed() == [
        without, covered, attempts(1, .openInFlight, .open, at: 8), attempts(2, .covered, at: 10),
        attempts(1, .covered, at: 11, .device("d")),
      ])
    // Those of another minute are counted for themselves: receipts may be reset between.
    try await archive.suppress([attempts(2, .covered, at: 130), attempts(2, .covered, at: 131)])
    #expect(try await archive.suppressed().filter { $0.place.session == 2 }.map(\.count) == [1, 2])
    // So are those of another program, whose session counts to the same number.
    var others = [attempts(3, .covered, at: 200), attempts(3, .covered, at: 201)]
    for index in others.indices { others[index].sessionID = .numbered(901 + index) }
    try await archive.suppress(others + others)
    let apart = try await archive.suppressed().filter { $0.place.session == 3 }
    #expect(apart.map(\.count) == [2, 2] && apart.map(\.sessionID) == [.numbered(901), .numbered(902)])
  }

  @Test("UL-5 EN-11 a click is unknown until a response says more, and the message's history tells of it")
  func clicks() async throws {
    func click(_ number: Int, _ state: LinkClick.State, session: Int? = 1, at seconds: Double) -> LinkClick {
      LinkClick(
        id: .numbered(number), identity: maria, session: session, message: .numbered(1),
        link: "https://news.acme.example/pub/acc", time: .at(seconds), state: state)
    }
    try await archive.saveClick(click(1, .unknown, at: 1))
    try await archive.saveClick(click(2, .unknown, session: nil, at: 2))
    #expect(try await archive.clicks().map(\.state) == [.unknown, .unknown])
    try await archive.saveClick(click(1, .counted, at: 1))
    #expect(
      try await archive.clicks() == [click(1, .counted, at: 1), click(2, .unknown, session: nil, at: 2)])
    #expect(
      try await archive.detail(of: .numbered(1), for: maria).history.lines.map(\.text)
        == ["link clicked in session 1, counted", "link clicked, unknown"])
    #expect(try await archive.detail(of: .numbered(1), for: .device("d")).history.lines.isEmpty)
    let outside = LinkClick(
      id: .numbered(3), identity: maria, session: 1, sessionID: .numbered(901), message: nil,
      link: "https://news.acme.example/pub/acc", time: .at(3), state: .unknown)
    try await archive.saveClick(outside)
    #expect(try await archive.clicks().last == outside)
  }

  @Test("EN-9 MC-1 disabling message centers forgets neither events nor suppressed attempts")
  func disabling() async throws {
    try await archive.put([event(1)], run: .numbered(1))
    try await archive.suppress([
      SuppressedAttempts(
        EngagementPlace(identity: maria, session: 1, message: .numbered(1), kind: .display), .covered,
        first: .at(1), last: .at(1))
    ])
    _ = try await archive.setFeature(false, at: .at(2))
    #expect(try await archive.deliveries().count == 1)
    #expect(try await archive.suppressed().count == 1)
  }

  @Test("EN-11 the history keeps displayed, opened, read and deleted apart")
  func history() async throws {
    try await merge([.numbered(1)])
    try await archive.put([event(1)], run: .numbered(1))
    try await archive.settle([.numbered(1)], as: .sent(generation: nil), at: .at(2))
    try await archive.setRead([.numbered(1)], of: maria, at: .at(3))
    try await archive.setDeleted([.numbered(1)], of: maria, at: .at(4))
    let lines = try await archive.detail(of: .numbered(1), for: maria).history.lines
    #expect(lines.map(\.text) == ["fetched", "displayed in session 1, sent", "read", "deleted"])
  }

  @Test("BD-7 the ledger remembers every change and the badge is its last line")
  func badge() async throws {
    #expect(try await archive.badge(of: maria) == nil)
    let entries = [
      BadgeEntry(time: .at(1), cause: "campaign +1", state: BadgeState(local: 1, server: 1)),
      BadgeEntry(time: .at(2), cause: "failed sync: reset", state: BadgeState(local: 1, server: nil)),
    ]
    for entry in entries { try await archive.saveBadge(entry, of: maria) }
    #expect(try await archive.badgeLedger(of: maria, limit: 10) == entries)
    #expect(try await archive.badgeLedger(of: maria, limit: 1) == [entries[1]])
    #expect(try await archive.badge(of: maria)?.state == entries[1].state)
    #expect(try await archive.badge(of: .device("d")) == nil)
  }

  @Test("EN-3 session numbers count up on this device")
  func sessionNumbers() async throws {
    #expect(try await archive.lastSessionNumber() == 0)
    try await archive.saveSession(2)
    #expect(try await archive.lastSessionNumber() == 2)
    // Whatever is reported in a session keeps its number, and none goes back.
    let event = EngagementEvent(
      id: .numbered(1), kind: .display, identity: maria, session: .init(id: .numbered(7), number: 3),
      message: .numbered(1), time: .at(0))
    _ = try await archive.record([event], run: .numbered(5), limit: OutboxLimit(), sparing: [])
    #expect(try await archive.lastSessionNumber() == 3)
    try await archive.saveSession(1)
    let place = EngagementPlace(identity: maria, session: 4, message: .numbered(1), kind: .display)
    try await archive.suppress([SuppressedAttempts(place, .covered, count: 1, first: .at(0), last: .at(1))])
    #expect(try await archive.lastSessionNumber() == 4)
  }

  @Test("MC-3 a merge notes the successful fetch of its center alone")
  func lastFetches() async throws {
    try await merge([], at: .at(7))
    #expect(try await archive.lastFetches(of: maria) == [.primary: LastFetch(time: .at(7))])
    #expect(try await archive.lastFetches(of: .device("d")) == [:])
  }

  @Test("EN-7 many events that are written at once are stored each with all that it has, and one id once")
  func manyEvents() async throws {
    let sessions = [1, 2].map { EngagementEvent.SessionStamp(id: .numbered(900 + $0), number: $0) }
    func event(_ number: Int) -> EngagementEvent {
      let payload = number % 7 == 0 ? JSONValue.object(["place": .integer(Int64(number))]) : nil
      let center: CenterName = number % 3 == 0 ? .primary : CenterName("Offers")
      return EngagementEvent(
        id: .numbered(number), kind: number % 50 == 49 ? .open : .display,
        identity: number < 100 ? maria : .device("d"), session: number < 70 ? sessions[0] : sessions[1],
        message: MessageKey(center: center, id: MessageID("m\(number)")), time: .at(Double(number) / 4),
        payload: payload, application: number < 120 ? nil : "another")
    }
    let events = (0..<150).map(event)
    let run = UUID.numbered(1_000)
    let again = events[3]
    let batch = Array(events[..<9] + [again] + events[9...])
    _ = try await archive.record(batch, run: run, limit: OutboxLimit(), sparing: [])
    let stored = try await archive.waiting(OutboxScope(runs: [run]), without: nil, limit: 1_000)
    #expect(stored.items == events && stored.total == 150)
    #expect(try await archive.endedRuns() == [run])
    #expect(try await archive.lastSessionNumber() == 2)
  }
}
