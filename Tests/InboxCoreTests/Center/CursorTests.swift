import Foundation
import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import Synchronization
import Testing

/// A back end that lists what changed since a cursor, has one list, takes nothing and has no badge.
@Suite(.queued)
struct CursorTests {
  /// What it was asked, and what it lists next.
  private final class Increments: Sendable {
    private let state = Mutex((asked: [FetchCursor?](), next: [Message](), bad: [String]()))

    var asked: [FetchCursor?] { state.withLock { $0.asked } }

    func list(_ messages: [Message], unreadable: [String] = []) {
      state.withLock { ($0.next, $0.bad) = (messages, unreadable) }
    }

    func port(_ application: String) -> BackEnd {
      var capabilities = Capabilities(vendor: "Increments")
      capabilities.paging = .increment
      capabilities.retentionDays = 15
      var port = BackEnd(
        capabilities: capabilities,
        fetch: { request throws(InboxError) in
          let (count, messages, bad) = self.state.withLock { state in
            state.asked.append(request.cursor)
            return (state.asked.count, state.next, state.bad)
          }
          let malformed = bad.enumerated().map { MalformedMessage(index: $0, id: $1, reason: "no subject") }
          return FetchResponse(RawResponse(body: Data(), requestURL: "increments")) { () throws(InboxError) in
            FetchedPage(
              messages: messages, malformed: malformed, cursor: FetchCursor("after \(count)"),
              absence: .meansNothing)
          }
        },
        richContent: { id, _, _ throws(InboxError) in throw .richContentAlreadyServed(id) },
        report: { _, _ throws(InboxError) in EngagementReceipt(accepted: []) })
      port.application = application
      return port
    }
  }

  private func core(
    _ backEnd: BackEnd, _ archive: any Archive, _ identity: Identity = .user("maria"),
    _ clock: VirtualClock = .standing()
  ) -> MessageCenter {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.receivesPushes = false
    return MessageCenter(
      settings: settings, identity: identity, backEnd: backEnd, archive: archive,
      time: clock.time)
  }

  @Test(
    "VE-3 MC-11 an increment removes nothing, and the next request begins where it ended, in the next run too"
  )
  func increments() async throws {
    let (back, archive) = (Increments(), try InboxDatabase.inMemory())
    let first = core(back.port("one"), archive)
    try await first.start()
    back.list([.numbered(1), .numbered(2)])
    try await first.refresh(.primary)
    back.list([.numbered(3)])
    try await first.refresh(.primary)
    let window = try await first.window(.primary, limit: 10)
    #expect(window.rows.map(\.key) == [.numbered(3), .numbered(2), .numbered(1)])
    #expect(window.rows.allSatisfy { $0.cacheState == .listed })
    await first.stop()
    let second = core(back.port("one"), archive)
    try await second.start()
    try await second.refresh(.primary)
    #expect(back.asked == [nil, FetchCursor("after 1"), FetchCursor("after 2")])
    await second.stop()
  }

  private func days(_ days: Double) -> Duration { .seconds(days * 86_400) }

  @Test("MC-6 VE-3 retention counts from the last page of a list of increments, for all that its list holds")
  func retention() async throws {
    let (back, archive, clock) = (Increments(), try InboxDatabase.inMemory(), VirtualClock.standing())
    let center = core(back.port("one"), archive, .user("maria"), clock)
    try await center.start()
    back.list([.numbered(1), .numbered(2)])
    try await center.refresh(.primary)
    for day in 1...20 {
      clock.advance(by: days(1))
      back.list(day == 10 ? [.numbered(3)] : [])
      try await center.refresh(.primary)
      await center.waitUntilIdle()
    }
    let listed = try await center.window().rows
    #expect(listed.map(\.key) == [.numbered(3), .numbered(2), .numbered(1)])
    #expect(listed.allSatisfy { $0.cacheState == .listed })
    #expect(try await archive.oldestFetch(of: .user("maria")) == clock.date)
    // From here on the list is not fetched.
    try await clock.sleepers()
    clock.advance(by: days(14.9))
    await center.waitUntilIdle()
    #expect(try await center.window().rows.allSatisfy { $0.cacheState == .listed })
    try await until {
      clock.advance(by: days(0.1))
      await center.waitUntilIdle()
      return try await center.window().rows.allSatisfy { $0.cacheState == .retention }
    }
    await center.stop()
  }

  @Test("MC-6 what a whole list that was requested again did not list is not held by later increments")
  func restarted() async throws {
    let (archive, person) = (try InboxDatabase.inMemory(), Identity.user("maria"))
    func merge(_ numbers: [Int], at seconds: Double, continues: Bool) async throws {
      var request = MergeRequest(
        identity: person, center: .primary,
        page: FetchedPage(messages: numbers.map { .numbered($0) }, absence: .meansNothing),
        now: .at(seconds))
      request.continues = continues
      _ = try await archive.merge(request)
    }
    try await merge([1, 2], at: 0, continues: false)
    try await merge([], at: 10, continues: true)
    #expect(try await archive.oldestFetch(of: person) == .at(10))
    try await merge([2], at: 20, continues: false)
    try await merge([], at: 30, continues: true)
    #expect(try await archive.oldestFetch(of: person) == .at(0))
    #expect(try await archive.retire(of: person, fetchedUpTo: .at(25), at: .at(40)) == [.numbered(1)])
    #expect(try await archive.retire(of: person, fetchedUpTo: .at(30), at: .at(40)) == [.numbered(2)])
  }

  @Test(
    "MC-9 VE-3 a record that could not be read stays named through increments, until its list has it again or is fetched whole"
  )
  func unreadable() async throws {
    let (back, archive) = (Increments(), try InboxDatabase.inMemory())
    let first = core(back.port("one"), archive)
    try await first.start()
    func names(_ center: MessageCenter) async -> [String] {
      await center.malformed(in: .primary).map { $0.id ?? "?" }
    }
    back.list([.numbered(1)], unreadable: ["m7", "m8"])
    try await first.refresh(.primary)
    back.list([.numbered(2)], unreadable: ["m9"])
    try await first.refresh(.primary)
    #expect(await names(first) == ["m7", "m8", "m9"])
    await first.stop()
    let second = core(back.port("one"), archive)
    try await second.start()
    #expect(await names(second) == ["m7", "m8", "m9"])
    back.list([.numbered(7)], unreadable: ["m8"])
    try await second.refresh(.primary)
    #expect(await names(second) == ["m9", "m8"])
    await second.stop()
    // Another application begins from the beginning.
    let third = core(back.port("two"), archive)
    try await third.start()
    back.list([.numbered(1)])
    try await third.refresh(.primary)
    #expect(await names(third) == [])
    await third.stop()
  }

  @Test("VE-3 what was set aside stays named through increments, until a page has its id again")
  func setAside() {
    func item(_ id: String, _ kind: String = "in-app") -> SetAsideMessage {
      SetAsideMessage(id: id, kind: kind)
    }
    var page = FetchedPage(messages: [.numbered(1)])
    page.setAside = [item("b", "story")]
    #expect(page.setAside(after: [item("a"), item("m1"), item("b")]) == [item("a"), item("b", "story")])
    page.setAside = (0...MalformedMessage.most).map { item("\($0)") }
    #expect(page.setAside(after: [item("a")]).first == item("1"))
  }

  @Test(
    "MC-9 however many increments have unreadable records, only so many are named, and the others counted")
  func farTooMany() {
    var named: [MalformedMessage] = []
    for page in 0..<5 {
      let bad = (0..<400).map { MalformedMessage(index: $0, id: "\(page)-\($0)", reason: "no subject") }
      named = FetchedPage(messages: [], malformed: bad).malformed(after: named)
    }
    #expect(named.recordCount == 2_000 && named.count == MalformedMessage.most + 1)
    #expect(named.first?.id == "2-200" && named.last?.unnamed == 1_000)
  }

  @Test(
    "VE-3 a cursor is of one person and one application: another one's list is requested from its beginning")
  func others() async throws {
    let (back, archive) = (Increments(), try InboxDatabase.inMemory())
    for (application, person) in [("one", "maria"), ("one", "jonas"), ("two", "maria")] {
      let center = core(back.port(application), archive, .user(person))
      try await center.start()
      try await center.refresh(.primary)
      await center.stop()
    }
    #expect(back.asked == [nil, nil, nil])
  }

  @Test("VE-3 VE-9 a person who comes back gets a list of increments from its beginning, once")
  func comesBack() async throws {
    let back = Increments()
    let center = core(back.port("one"), try InboxDatabase.inMemory())
    try await center.start()
    try await center.refresh(.primary)
    try await center.switchIdentity(to: .user("jonas"))
    try await center.refresh(.primary)
    try await center.switchIdentity(to: .user("maria"))
    #expect(await center.cursor(of: .primary) == nil)
    try await center.refresh(.primary)
    try await center.refresh(.primary)
    await center.stop()
    #expect(back.asked == [nil, nil, nil, FetchCursor("after 3")])
  }
}
