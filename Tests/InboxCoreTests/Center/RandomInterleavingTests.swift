import Foundation
import InboxCore
import InboxTestSupport
import Testing

/// Random interleavings of everything that can happen; the seed is printed with every failure.
@Suite(.timeLimit(.minutes(2)))
struct RandomInterleavingTests {
  private static let people: [Identity] = [.user("anna"), .user("ben"), .device("d1")]

  @Test(
    "MC-7 MC-10 MC-12 EN-2 EN-10 whatever the order: counts are true, displays are single, nobody sees another's mail",
    arguments: 0..<12)
  func interleavings(round: Int) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed: seed)
    let bench = try CoreBench(identity: Self.people[0])
    try await bench.begin([])
    var deleted: Set<MessageKey> = []
    for step in 0..<80 {
      try await act(bench, &random, &deleted)
      if step % 5 == 0 { try await check(bench, "seed \(seed), step \(step)") }
    }
    await bench.backEnd.fail(with: nil)
    await bench.backEnd.release()
    await bench.center.disappear()
    bench.clock.advance(by: .seconds(400))
    await bench.center.quiet()
    try await check(bench, "seed \(seed), end")
    await checkReports(bench, "seed \(seed)")
  }

  private func act(
    _ bench: CoreBench, _ random: inout SeededRandom, _ deleted: inout Set<MessageKey>
  ) async throws {
    let identity = await bench.center.identity
    let keys = try await bench.center.window(limit: 50).rows.map(\.key)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: await bench.backEnd.set(messages(of: identity, bench.clock.date, &random), for: identity)
    case 2: _ = try? await bench.center.refresh(.primary)
    case 3, 4: await bench.center.look(at: keys.shuffled(using: &random).prefix(6).map { VisibleRow($0) })
    case 5: if let key = keys.randomElement(using: &random) { _ = try await bench.center.open(key) }
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
    if Bool.random(using: &random) { await bench.center.quiet() }
  }

  /// Ids carry the identity, so that a leak shows.
  private func messages(of identity: Identity, _ now: Date, _ random: inout SeededRandom) -> [Message] {
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
      await bench.center.quiet()
      rows = try await bench.center.window(limit: 500).rows
      counts = try await bench.archive.counts(identity, bench.clock.date)[.primary] ?? .zero
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
