import Foundation
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite(.queued)
struct RemovalTests {
  private func reasons(_ bench: CoreBench) async throws -> [String: Removal.Reason] {
    let gone = try await bench.center.gone(.primary)
    return Dictionary(uniqueKeysWithValues: gone.map { ($0.row.key.id.rawValue, $0.removal.reason) })
  }

  @Test("MC-11 every message that is gone says why: deleted, expired, cap, withdrawn, retention, disabled")
  func everyReason() async throws {
    let bench = try CoreBench()
    let first = [Message.numbered(1), .numbered(2, expiry: .at(100))] + (10..<28).map { .numbered($0) }
    try await bench.begin(first)
    try await bench.center.setDeleted(.numbered(20), true)
    // Twenty newer ones push out 1; 15 is missing although newer than the oldest.
    await bench.backEnd.set(
      [.numbered(2, expiry: .at(100))] + (10..<30).filter { $0 != 15 }.map { .numbered($0) })
    try await bench.center.refresh(.primary)
    #expect(try await reasons(bench) == ["m20": .deleted, "m1": .cap, "m15": .withdrawn])
    bench.clock.advance(by: .seconds(100))
    #expect(try await reasons(bench)["m2"] == .expired)
    let all = try await bench.center.gone(.primary)
    #expect(all.filter(\.removal.staysInList).map(\.row.key.id.rawValue).sorted() == ["m1", "m15"])
    try await bench.center.setEnabled(false)
    let after = try await reasons(bench)
    #expect(after["m20"] == .deleted && after["m2"] == .expired && after["m10"] == .disabled)
  }

  @Test("MC-6 MC-11 the cache drops a message fifteen days after it was last fetched; the archive keeps it")
  func retention() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1), .numbered(2)])
    await bench.backEnd.set([.numbered(2)])
    bench.clock.advance(by: .seconds(100))
    try await bench.center.refresh(.primary)
    await bench.backEnd.fail(with: .noNetwork("down"))
    #expect(try await reasons(bench) == ["m1": .withdrawn])
    try await bench.wait(until: 15 * 86_400 - 1)
    #expect(try await reasons(bench) == ["m1": .withdrawn])
    try await bench.wait(until: 15 * 86_400)
    try await bench.until { try await reasons(bench) == ["m1": .retention] }
    try await bench.wait(until: 15 * 86_400 + 100)
    try await bench.until { try await reasons(bench) == ["m1": .retention, "m2": .retention] }
    #expect(try await bench.center.window().rows.map(\.key.id.rawValue) == ["m2", "m1"])
    let history = try await bench.center.detail(.numbered(1)).history.lines.map(\.text)
    #expect(
      history == [
        "fetched", Removal.Reason.withdrawn.words, "dropped from the cache: retention is over",
      ])
  }

  @Test("MC-6 MC-11 what the cache dropped while no program ran says so, and since when, without a timer")
  func retentionWithoutTimer() async throws {
    let archive = try InboxDatabase.inMemory()
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1)])
    await bench.center.stop(within: .zero)
    let later = try CoreBench(archive: archive)
    later.clock.advance(by: .seconds(20 * 86_400))
    try await later.center.start()
    let gone = try await later.center.gone(.primary)
    #expect(gone.map(\.removal) == [Removal(.retention, .at(15 * 86_400))])
  }

  @Test("MC-6 MC-11 what the cache had dropped before the response is not withdrawn, also without a timer")
  func lackedAfterRetention() async throws {
    let archive = try InboxDatabase.inMemory()
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1), .numbered(2)])
    await bench.center.stop(within: .zero)
    let later = try CoreBench(archive: archive)
    later.clock.advance(by: .seconds(20 * 86_400))
    try await later.center.start()
    await later.backEnd.set([.numbered(2)])
    try await later.center.refresh(.primary)
    let row = try #require(try await later.center.message(.numbered(1)))
    #expect(row.removal(at: later.clock.date) == Removal(.retention, .at(15 * 86_400)))
    #expect(try await later.center.message(.numbered(2))?.cacheState == .listed)
    let history = try await later.center.detail(.numbered(1)).history.lines.map(\.text)
    #expect(!history.contains(Removal.Reason.withdrawn.words))
  }

  @Test("MC-6 a message that is listed again after the retention is in the cache again")
  func listedAgain() async throws {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.retention = RetentionPolicy(days: 1)
    let bench = try CoreBench(settings: settings)
    try await bench.begin([.numbered(1)])
    await bench.backEnd.fail(with: .noNetwork("down"))
    try await bench.wait(until: 86_400)
    try await bench.until { try await reasons(bench) == ["m1": .retention] }
    await bench.backEnd.fail(with: nil)
    try await bench.center.refresh(.primary)
    #expect(try await reasons(bench).isEmpty)
    #expect(try await bench.center.message(.numbered(1))?.lastFetched == bench.clock.date)
  }

  @Test("MC-6 retention counts from the last fetch, and a clock set back drops nothing early")
  func policy() {
    let policy = RetentionPolicy(days: 15)
    #expect(policy.seconds == 15 * 86_400)
    #expect(policy.end(of: .at(0)) == .at(15 * 86_400))
    #expect(policy.end(of: .at(1_000)) > .at(0))
    #expect(policy.limit(at: .at(policy.seconds)) == .at(0))
    #expect(RetentionPolicy(days: 7).end(of: .at(0)) == .at(7 * 86_400))
  }

  @Test(
    "MC-11 where several reasons hold the strongest is reported",
    arguments: [
      (true, CacheState.disabled, -1.0, Removal.Reason.deleted), (false, .disabled, -1, .disabled),
      (false, .pushedOut, -1, .expired), (false, .pushedOut, 60, .cap), (false, .withdrawn, 60, .withdrawn),
      (false, .retention, 60, .retention), (false, .listed, 0, .expired),
    ])
  func precedence(isDeleted: Bool, cacheState: CacheState, expiry: Double, reason: Removal.Reason) {
    let row = ArchivedMessage(
      message: .numbered(1, expiry: .at(expiry)), fetched: .at(-9), deleted: isDeleted ? .at(-5) : nil,
      cacheState: cacheState, cacheStateSince: .at(-4))
    #expect(row.removal(at: .at(0))?.reason == reason)
    #expect(row.isListed(at: .at(0)) == (row.removal(at: .at(0))?.staysInList ?? true))
  }

  @Test("QA-5 what the server removed leaves the list, says so, and comes back when it is listed again")
  func removedElsewhere() async throws {
    let (archive, person) = (try InboxDatabase.inMemory(), Identity.user("maria"))
    @discardableResult
    func merge(_ numbers: [Int], at seconds: Double) async throws -> MessageMerge.Plan {
      let page = FetchedPage(messages: numbers.map { .numbered($0) }, absence: .removed(cap: 20))
      return try await archive.merge(
        MergeRequest(identity: person, center: .primary, page: page, now: .at(seconds)))
    }
    func gone() async throws -> [Removal.Reason?] {
      try await archive.gone(from: .primary, of: person, at: .at(100), limit: 9).map(\.removal.reason)
    }
    func listed() async throws -> [Int] {
      let counts = try await archive.counts(of: person, at: .at(100))
      return [counts[.primary]?.total ?? 0, counts[.primary]?.unread ?? 0]
    }
    try await merge([1, 2, 3], at: 0)
    try await archive.setDeleted([.numbered(3)], of: person, at: .at(5))
    try await merge([1], at: 10)
    #expect(try await gone() == [.removed, .deleted])
    #expect(try await listed() == [1, 1])
    // What the person deleted stays deleted, whatever the server lists.
    let plan = try await merge([1, 2, 3], at: 20)
    // It is news that one is back (MC-13).
    #expect(plan.returned == 1 && plan.relisted == 1 && plan.bringsNews)
    #expect(try await gone() == [.deleted])
    #expect(try await listed() == [2, 2])
  }

  /// What a test does to the archive of one person, whose server removes what it does not list.
  private struct Shelf {
    let archive: InboxDatabase
    let person = Identity.user("maria")
    let run = UUID()

    init() throws { archive = try .inMemory() }

    func merge(_ numbers: [Int], at seconds: Double) async throws {
      let page = FetchedPage(messages: numbers.map { .numbered($0) }, absence: .removed(cap: 20))
      _ = try await archive.merge(
        MergeRequest(identity: person, center: .primary, page: page, now: .at(seconds)))
    }

    func set(_ number: Int, deleted: Bool, at seconds: Double) async throws -> ChangeDecision? {
      let origin = ChangeOrigin(run: run, time: .at(seconds), takes: [.read, .delete])
      return try await archive.setDeleted(
        [.numbered(number)], of: person, at: deleted ? .at(seconds) : nil, queuing: origin)[
          .numbered(number)]
    }

    /// What waits is sent, and the response is lost.
    func lose() async throws {
      let waiting = try await archive.waitingChanges(runs: [run], limit: 9).items.map(\.id)
      _ = try await archive.triedChanges(waiting)
    }

    /// The server takes what waits.
    func settle(at seconds: Double) async throws {
      let waiting = try await archive.waitingChanges(runs: [run], limit: 9).items.map(\.id)
      try await archive.settleChanges(waiting, as: .sent(generation: nil), at: .at(seconds))
    }

    func gone() async throws -> [Removal.Reason] {
      try await archive.gone(from: .primary, of: person, at: .at(100), limit: 9).map(\.removal.reason)
    }

    func history(_ number: Int) async throws -> [String] {
      try await archive.detail(of: .numbered(number), for: person).history.lines.map(\.text)
    }

    func listed() async throws -> [MessageID] {
      let request = WindowRequest(
        identity: person, scope: .center(.primary), anchor: .top, limit: 9, now: .at(100))
      return try await archive.window(request).rows.map(\.key.id)
    }
  }

  @Test("VE-4 MC-7 what the server has deleted and the person has restored here stays in the list")
  func restoredHere() async throws {
    let shelf = try Shelf()
    try await shelf.merge([1, 2], at: 0)
    _ = try await shelf.set(2, deleted: true, at: 1)
    try await shelf.settle(at: 2)
    _ = try await shelf.set(2, deleted: false, at: 3)
    for seconds in [4.0, 5.0] {
      try await shelf.merge([1], at: seconds)
      #expect(try await shelf.listed() == [MessageID("m2"), MessageID("m1")])
      #expect(try await shelf.gone() == [.restored])
    }
  }

  @Test(
    "VE-4 MC-7 what the person restores stays in the list, though the response to its delete was lost",
    arguments: [false, true])
  func restoredAfterLostDelete(isRead: Bool) async throws {
    let shelf = try Shelf()
    try await shelf.merge([1, 2], at: 0)
    if isRead {
      _ = try await shelf.archive.setRead([.numbered(2)], of: shelf.person, at: .at(0), queuing: nil)
    }
    _ = try await shelf.set(2, deleted: true, at: 1)
    try await shelf.lose()
    #expect(try await shelf.set(2, deleted: false, at: 2)?.sends == (isRead ? .read : nil))
    try await shelf.settle(at: 3)
    try await shelf.merge([1], at: 4)
    #expect(try await shelf.listed() == [MessageID("m2"), MessageID("m1")])
    #expect(try await shelf.gone() == [.restored])
  }

  @Test(
    "MC-7 MC-11 what the server removed and the person then deletes stays deleted when it is listed again")
  func deletedAfterRemoval() async throws {
    let shelf = try Shelf()
    try await shelf.merge([1, 2], at: 0)
    try await shelf.merge([1], at: 1)
    #expect(try await shelf.history(2) == ["fetched", Removal.Reason.removed.words])
    #expect(try await shelf.set(2, deleted: true, at: 2)?.sends == .delete)
    #expect(try await shelf.gone() == [.deleted])
    #expect(try await shelf.history(2).contains("deleted"))
    try await shelf.merge([1, 2], at: 3)
    #expect(try await shelf.gone() == [.deleted])
    #expect(try await shelf.listed() == [MessageID("m1")])
  }

  @Test("VE-4 MC-11 what the server removed comes back on this device only, and the reason says so")
  func restoredAfterRemoval() async throws {
    let shelf = try Shelf()
    try await shelf.merge([1, 2], at: 0)
    try await shelf.merge([1], at: 1)
    let decision = try await shelf.set(2, deleted: false, at: 2)
    #expect(
      decision?.words(vendor: "Marks")
        == "restored on this device only: Marks has deleted it and cannot undo that")
    try await shelf.merge([1], at: 3)
    #expect(try await shelf.listed() == [MessageID("m2"), MessageID("m1")])
    #expect(try await shelf.gone() == [.restored])
  }

  @Test("MC-11 a message that is simply there has not departed")
  func there() {
    #expect(ArchivedMessage(message: .numbered(1), fetched: .at(0)).removal(at: .at(1)) == nil)
  }

  @Test("MC-20 the same id in two centers is reported once")
  func twins() async throws {
    let offers = CenterName("Offers")
    let bench = try CoreBench(settings: MessageCenterSettings(centers: try CenterList(["Offers"])))
    try await bench.begin([.numbered(1)])
    await bench.backEnd.set([.numbered(1, center: offers)], for: offers)
    let updates = await bench.center.updates()
    try await bench.center.refresh(offers)
    try await bench.center.refresh(offers)
    await bench.center.stop()
    var warnings: [String] = []
    for await update in updates {
      warnings += update.entries.filter(\.isFailure).map(\.why)
    }
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("is also that of a message in Primary") == true)
  }

  @Test("MC-2 MC-20 an id is found in the profile's centers first, not in one that it has no more")
  func twinOfFormerCenter() async throws {
    let (archive, backEnd, offers) = (try InboxDatabase.inMemory(), ScriptedBackEnd(), CenterName("Offers"))
    let both = MessageCenterSettings(centers: try CenterList(["Offers"]))
    let before = try CoreBench(settings: both, archive: archive, backEnd: backEnd)
    await backEnd.set([.numbered(1, center: offers), .numbered(2, center: offers)], for: offers)
    try await before.begin([.numbered(1)])
    #expect(try await before.center.find(MessageID("m1")).count == 2)
    await before.center.stop(within: .zero)
    let after = try CoreBench(archive: archive, backEnd: backEnd)
    try await after.center.start()
    #expect(try await after.center.find(MessageID("m1")).map(\.center) == [.primary])
    #expect(try await after.center.find(MessageID("m2")).map(\.center) == [offers])
  }
}
