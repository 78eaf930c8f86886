import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

/// Random interleavings of everything that can happen; the seed is printed with every failure.
@Suite(.queued)
struct RandomInterleavingTests {
  private static let people: [Identity] = [.user("anna"), .user("ben"), .device("d1")]

  @Test(
    "MC-7 MC-10 MC-12 EN-2 EN-9 EN-10 whatever the order: counts are true, displays are single, no one sees another's mail",
    arguments: 0..<12)
  func interleavings(round: Int) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let bench = try CoreBench(identity: Self.people[0])
    try await bench.begin([])
    let updates = await bench.center.updates()
    var deleted: Set<MessageKey> = []
    for step in 0..<80 {
      try await act(bench, &random, &deleted)
      if step % 5 == 0 { try await check(bench, "seed \(seed), step \(step)") }
    }
    await bench.backEnd.fail(with: nil)
    await bench.backEnd.release()
    await bench.center.disappear()
    bench.clock.advance(by: .seconds(400))
    await bench.center.waitUntilIdle()
    try await check(bench, "seed \(seed), end")
    await checkReports(bench, "seed \(seed)")
    await bench.center.stop()
    try await checkSuppressed(bench, updates, "seed \(seed)")
  }

  /// Whatever the journal logged as suppressed is stored, once, for the person it happened to.
  private func checkSuppressed(
    _ bench: CoreBench, _ updates: AsyncStream<InboxUpdate>, _ place: String
  ) async throws {
    var published: [MessageKey: Int] = [:]
    for await update in updates {
      for entry in update.entries where [.display(.suppressed), .open(.suppressed)].contains(entry.kind) {
        if let key = entry.message { published[key, default: 0] += 1 }
      }
    }
    let retained = try await bench.archive.suppressed()
    #expect(
      Dictionary(retained.map { ($0.place.message, $0.count) }, uniquingKeysWith: +) == published, "\(place)")
    #expect(
      retained.allSatisfy { $0.place.message.id.rawValue.hasPrefix($0.place.identity.storageKey + "/") },
      "\(place)")
  }

  private func act(
    _ bench: CoreBench, _ random: inout SeededGenerator, _ deleted: inout Set<MessageKey>
  ) async throws {
    let identity = await bench.center.identity
    let keys = try await bench.center.window(limit: 50).rows.map(\.key)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: await bench.backEnd.set(messages(of: identity, bench.clock.date, &random), for: identity)
    case 2: _ = try? await bench.center.refresh(.primary)
    case 3, 4:
      await bench.center.setVisibleRows(keys.shuffled(using: &random).prefix(6).map { VisibleRow($0) })
    case 5: if let key = keys.randomElement(using: &random) { _ = try await bench.center.hasOpened(key) }
    case 6: if let key = keys.randomElement(using: &random) { try await bench.center.setDeleted(key, true) }
    case 7:
      if let key = keys.randomElement(using: &random) {
        try await bench.center.mark(key, read: Bool.random(using: &random))
      }
    case 8:
      try await bench.center.switchIdentity(to: Self.people.randomElement(using: &random) ?? identity)
    case 9: bench.clock.advance(by: .seconds(Int.random(in: 1...200, using: &random)))
    case 10:
      await bench.backEnd.fail(with: Bool.random(using: &random) ? .noNetwork("down") : nil)
    default:
      if Bool.random(using: &random) { await bench.center.disappear() } else { await bench.center.appear() }
    }
    if Bool.random(using: &random) { await bench.center.waitUntilIdle() }
  }

  /// Ids carry the identity, so that a leak shows.
  private func messages(of identity: Identity, _ now: Date, _ random: inout SeededGenerator) -> [Message] {
    let count = Int.random(in: 0...20, using: &random)
    return (0..<count).map { _ in
      let number = Int.random(in: 0..<30, using: &random)
      let expiry = Bool.random(using: &random) ? now.addingTimeInterval(Double(number * 20)) : nil
      var message = Message.numbered(number, expiry: expiry)
      message.id = MessageID("\(identity.storageKey)/\(number)")
      return message
    }
  }

  private func check(_ bench: CoreBench, _ place: String) async throws {
    let identity = await bench.center.identity
    var rows: [ArchivedMessage] = []
    var counts: CenterCounts
    // A timer may fire between two reads: only what did not change meanwhile can be compared.
    repeat {
      await bench.center.waitUntilIdle()
      rows = try await bench.center.window(limit: 500).rows
      counts = try await bench.archive.counts(of: identity, at: bench.clock.date)[.primary] ?? .zero
    } while try await bench.center.window(limit: 500).rows != rows
    let own = identity.storageKey + "/"
    #expect(rows.allSatisfy { $0.message.id.rawValue.hasPrefix(own) }, "\(place)")
    let now = bench.clock.date
    let isExpired = rows.contains { ExpiryPolicy.isExpired($0.message.expiry, at: now) }
    #expect(!isExpired && rows.allSatisfy { $0.deleted == nil }, "\(place)")
    #expect(
      counts == CenterCounts(total: rows.count, unread: rows.count { $0.isUnread(at: now) }), "\(place)")
    let order = rows.map { ($0.message.sent, $0.message.id.rawValue) }
    #expect(zip(order, order.dropFirst()).allSatisfy { $0 > $1 }, "\(place)")
  }

  private func checkReports(_ bench: CoreBench, _ place: String) async {
    let events = await bench.backEnd.reported
    #expect(Set(events.map(\.id)).count == events.count, "an event was sent twice, \(place)")
    let displays = events.filter { $0.kind == .display }
    let distinct = Set(
      displays.map { "\($0.identity.storageKey) \($0.session?.number ?? 0) \($0.message.id)" })
    #expect(distinct.count == displays.count, "a display was reported twice in a session, \(place)")
    #expect(events.allSatisfy { $0.message.id.rawValue.hasPrefix($0.identity.storageKey + "/") }, "\(place)")
    #expect(displays.allSatisfy { $0.session != nil }, "\(place)")
  }
}

extension MessageCenter {
  /// Whether an opening counts: a response that came since the list was read may have the message expire earlier.
  fileprivate func hasOpened(_ key: MessageKey) async throws -> Bool {
    do { return try await open(key) != nil } catch InboxError.goneMessage { return false }
  }
}

/// The same with nothing waited for: requests are held and let go in between, several things are under way at once, the
/// feature goes off and on, the clock jumps both ways.
@Suite(.queued)
struct ConcurrentInterleavingTests {
  private static let people: [Identity] = [.user("anna"), .user("ben"), .device("d1")]

  /// What is known without asking the core.
  private struct Model {
    /// The last word on each message, as the archive must keep it over every merge.
    var read: [Identity: [MessageKey: Bool]] = [:]
    var deleted: [Identity: [MessageKey: Bool]] = [:]
    var rich: [Identity: [MessageKey: String]] = [:]
    var opens = 0
    /// Whole rows that were reported in an open session, as “identity session id”.
    var displays: Set<String> = []
    var badges: [Task<Void, Never>] = []
  }

  @Test(
    "MC-1 MC-7 MC-10 MC-12 MC-17 EN-2 EN-5 EN-7 EN-10 several things under way at once, held and let go at random",
    arguments: 0..<16)
  func interleavings(round: Int) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let bench = try CoreBench(identity: Self.people[0])
    try await bench.begin([])
    var model = Model()
    for step in 0..<120 {
      try await act(bench, &random, &model)
      if step % 20 == 19 { try await check(bench, &model, "seed \(seed), step \(step)") }
    }
    try await rest(bench)
    try await bench.center.setEnabled(true)
    await bench.center.disappear()
    bench.clock.advance(by: .seconds(400))
    try await check(bench, &model, "seed \(seed), end")
    try await checkReports(bench, model, "seed \(seed)")
  }

  private func act(_ bench: CoreBench, _ random: inout SeededGenerator, _ model: inout Model) async throws {
    let center = bench.center
    let identity = await center.identity
    let keys = try await center.window(limit: 50).rows.map(\.key)
    let key = keys.randomElement(using: &random)
    switch Int.random(in: 0..<18, using: &random) {
    case 0, 1: await bench.backEnd.set(messages(of: identity, bench.clock.date, &random), for: identity)
    case 2, 3: Task { _ = try? await center.refresh(.primary) }
    case 4, 5:
      let rows = keys.shuffled(using: &random).prefix(6).map { VisibleRow($0) }
      if let session = await center.session {
        for row in rows {
          model.displays.insert("\(identity.storageKey) \(session.number) \(row.message.id)")
        }
      }
      await center.setVisibleRows(rows)
    case 6:
      guard let key, await center.isEnabled else { return }
      if try await center.hasOpened(key) {
        model.opens += 1
        model.read[identity, default: [:]][key] = true
      }
    case 7:
      guard let key else { return }
      try await center.setDeleted(key, true)
      model.deleted[identity, default: [:]][key] = true
    case 8:
      guard let key else { return }
      let isRead = Bool.random(using: &random)
      try await center.mark(key, read: isRead)
      model.read[identity, default: [:]][key] = isRead
    case 9, 10:
      let next = Self.people.randomElement(using: &random) ?? identity
      try await center.switchIdentity(to: next)
    case 11: bench.clock.advance(by: .seconds(Int.random(in: 1...200, using: &random)))
    case 12: bench.clock.setBack(by: Double.random(in: -7_200...7_200, using: &random))
    case 13: await bench.backEnd.fail(with: Bool.random(using: &random) ? .noNetwork("down") : nil)
    case 14:
      if await bench.backEnd.isHeld { await bench.backEnd.release() } else { await bench.backEnd.hold() }
    case 15: try await center.setEnabled(Int.random(in: 0..<3, using: &random) > 0)
    case 16:
      guard let key else { return }
      let number = Int.random(in: 0..<9, using: &random)
      await bench.backEnd.serve("<p>\(identity.storageKey) \(number)</p>", for: key.id)
      Task { _ = try? await center.richContent(key) }
    default:
      model.badges.append(Task { _ = try? await center.setBadge(3) })
      if Bool.random(using: &random) { await center.disappear() } else { await center.appear() }
    }
    if Int.random(in: 0..<8, using: &random) == 0 { try await rest(bench) }
  }

  /// Lets everything come to its end.
  private func rest(_ bench: CoreBench) async throws {
    await bench.backEnd.fail(with: nil)
    await bench.backEnd.release()
    await bench.center.waitUntilIdle()
  }

  /// Ids carry the identity, so that a leak shows; one in three has rich content to fetch.
  private func messages(of identity: Identity, _ now: Date, _ random: inout SeededGenerator) -> [Message] {
    (0..<Int.random(in: 0...20, using: &random)).map { _ in
      let number = Int.random(in: 0..<30, using: &random)
      let expiry = Bool.random(using: &random) ? now.addingTimeInterval(Double(number * 20)) : nil
      var message = Message.numbered(
        number, expiry: expiry, richURL: number % 3 == 0 ? "https://x.example/\(number)" : nil)
      message.id = MessageID("\(identity.storageKey)/\(number)")
      return message
    }
  }

  private func check(_ bench: CoreBench, _ model: inout Model, _ place: String) async throws {
    try await rest(bench)
    // Every set has an end, whatever happened meanwhile.
    for badge in model.badges { await badge.value }
    model.badges = []
    let identity = await bench.center.identity
    var rows: [ArchivedMessage]
    var counts: CenterCounts
    var gone: [GoneMessage]
    var now: Date
    // A timer may fire between two reads: only what did not change meanwhile can be compared.
    repeat {
      await bench.center.waitUntilIdle()
      now = bench.clock.date
      rows = try await bench.center.window(limit: 500).rows
      counts = try await bench.archive.counts(of: identity, at: now)[.primary] ?? .zero
      gone = try await bench.center.gone(.primary, limit: 500)
    } while try await bench.center.window(limit: 500).rows != rows
    let own = identity.storageKey + "/"
    #expect(rows.allSatisfy { $0.message.id.rawValue.hasPrefix(own) }, "\(place)")
    #expect(rows.allSatisfy { $0.isListed(at: now) }, "\(place)")
    #expect(
      counts == CenterCounts(total: rows.count, unread: rows.count { $0.isUnread(at: now) }), "\(place)")
    let retained = Set(rows.map(\.key))
    #expect(gone.allSatisfy { $0.removal.staysInList == retained.contains($0.row.key) }, "\(place)")
    for (person, facts) in model.read {
      for (key, isRead) in facts {
        let row = try #require(try await bench.archive.message(key, of: person), "\(place)")
        #expect((row.read != nil) == isRead, "read of \(key.id), \(place)")
      }
    }
    for (person, facts) in model.deleted {
      for key in facts.keys {
        #expect(
          try await bench.archive.message(key, of: person)?.deleted != nil, "deleted \(key.id), \(place)")
      }
    }
    for person in Self.people {
      for row in try await rowsOnDisk(bench, person) where row.rich == .stored {
        let html = try await bench.archive.richContent(of: row.key, for: person)
        #expect(html?.hasPrefix("<p>\(person.storageKey) ") == true, "rich of \(row.key.id), \(place)")
        let before = model.rich[person]?[row.key]
        #expect(before == nil || before == html, "rich of \(row.key.id) is another, \(place)")
        model.rich[person, default: [:]][row.key] = html
      }
      for (key, html) in model.rich[person] ?? [:] {
        #expect(
          try await bench.archive.richContent(of: key, for: person) == html,
          "rich of \(key.id) is lost, \(place)")
      }
    }
  }

  private func rowsOnDisk(_ bench: CoreBench, _ person: Identity) async throws -> [ArchivedMessage] {
    var rows: [ArchivedMessage] = []
    for number in 0..<30 {
      let key = MessageKey(center: .primary, id: MessageID("\(person.storageKey)/\(number)"))
      if let row = try await bench.archive.message(key, of: person) { rows.append(row) }
    }
    return rows
  }

  private func checkReports(_ bench: CoreBench, _ model: Model, _ place: String) async throws {
    // What waits for a retry goes out when its time comes.
    for _ in 0..<200 where try await !bench.waiting().isEmpty {
      try await rest(bench)
      try await bench.clock.sleepers()
      bench.clock.advance(by: .seconds(10))
    }
    await bench.center.waitUntilIdle()
    #expect(try await bench.waiting().isEmpty, "the outbox stalls, \(place)")
    let events = await bench.backEnd.reported
    #expect(Set(events.map(\.id)).count == events.count, "an event was sent twice, \(place)")
    let displays = events.filter { $0.kind == .display }
    let distinct = Set(
      displays.map { "\($0.identity.storageKey) \($0.session?.number ?? 0) \($0.message.id)" })
    #expect(distinct.count == displays.count, "a display was reported twice in a session, \(place)")
    #expect(distinct == model.displays, "a display is missing or invented, \(place)")
    #expect(events.count { $0.kind == .open } == model.opens, "an open is missing or invented, \(place)")
    #expect(events.allSatisfy { $0.message.id.rawValue.hasPrefix($0.identity.storageKey + "/") }, "\(place)")
    #expect(displays.allSatisfy { $0.session != nil }, "\(place)")
    #expect(
      Dictionary(grouping: displays) { $0.session?.id }.values.allSatisfy {
        Set($0.map(\.identity)).count == 1
      })
  }
}

/// Merging alone, over random archives and answers.
struct MergePropertyTests {
  @Test(
    "MC-7 MC-11 merging is idempotent, touches nothing that the person did, and explains every absence",
    arguments: 0..<200)
  func merge(round: Int) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let presences: [CacheState] = CacheState.allCases
    var archive: [MessageKey: MessageMerge.Known] = [:]
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let message = Message.numbered(Int.random(in: 0..<50, using: &random))
      archive[message.key] = .init(
        message: message, cacheState: presences.randomElement(using: &random) ?? .listed)
    }
    let page = (0..<Int.random(in: 0...25, using: &random)).map { _ in
      Message.numbered(
        Int.random(in: 0..<60, using: &random), subject: Bool.random(using: &random) ? "changed" : nil)
    }
    let plan = MessageMerge.plan(known: Array(archive.values), page: FetchedPage(messages: page))
    let before = archive
    for message in plan.inserts + plan.updates {
      archive[message.key] = .init(message: message, cacheState: .listed)
    }
    for (key, cacheState) in plan.gone { archive[key]?.cacheState = cacheState }
    #expect(
      MessageMerge.plan(known: Array(archive.values), page: FetchedPage(messages: page)).isEmpty,
      "seed \(seed)")
    let responded = Set(page.map(\.key))
    for (key, known) in archive {
      #expect((known.cacheState == .listed) == responded.contains(key), "seed \(seed)")
      // What was not listed before keeps its reason: only a listed message can go.
      if let old = before[key], old.cacheState != .listed, !responded.contains(key) {
        #expect(known == old, "seed \(seed)")
      }
    }
  }
}
