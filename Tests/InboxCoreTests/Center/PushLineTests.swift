import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import Synchronization
import Testing

/// The line to the push service, as it breaks off and comes back.
@Suite(.queued)
struct PushLineTests {
  /// Lines that a test speaks on and cuts.
  private final class Lines: Sendable {
    private let open = Mutex<[AsyncThrowingStream<Push, any Error>.Continuation]>([])

    var count: Int { open.withLock(\.count) }

    func make() -> AsyncThrowingStream<Push, any Error> {
      let (pushes, line) = AsyncThrowingStream<Push, any Error>.makeStream()
      open.withLock { $0.append(line) }
      return pushes
    }

    func say(_ push: Push) { _ = open.withLock { $0.last?.yield(push) } }
    func cut(_ error: InboxError = .noNetwork("cut")) {
      open.withLock { $0.last?.finish(throwing: error) }
    }
  }

  private func center(
    _ script: ScriptedBackEnd, _ lines: Lines, _ clock: VirtualClock
  ) throws -> MessageCenter {
    var backEnd = script.port
    backEnd.pushes = { _ in lines.make() }
    return MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: .device("d1"), backEnd: backEnd,
      archive: try InboxDatabase.inMemory(), time: clock.time)
  }

  @Test(
    "VE-10 a push that says no more than that a list changed fetches it, and none that the profile does not have"
  )
  func changedList() async throws {
    let (clock, script, lines) = (VirtualClock.standing(), ScriptedBackEnd(), Lines())
    var backEnd = script.port
    backEnd.pushes = { _ in lines.make() }
    let center = MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: .device("d1"), backEnd: backEnd,
      archive: try InboxDatabase.inMemory(), time: clock.time,
      random: RandomSource(id: RandomSource.system.id, jitter: { 0.5 }))
    await script.set([.numbered(1)])
    try await center.start()
    await center.connect()
    try await until { lines.count == 1 }
    try await until { await script.fetches == 1 }
    await center.waitUntilIdle()
    await script.set([.numbered(1), .numbered(2)])
    lines.say(.keepAlive)
    lines.say(.changed(CenterName("Elsewhere")))
    lines.say(.changed(.primary))
    try await until { await script.fetches == 2 }
    await center.waitUntilIdle()
    #expect(try await center.message(.numbered(2)) != nil)
    lines.say(.changed(nil))
    try await until { await script.fetches == 3 }
    await center.waitUntilIdle()
    #expect(await script.fetches == 3)
    // A line without a badge says with its first sign of life that it is up again.
    await script.set([.numbered(1), .numbered(2), .numbered(3)])
    lines.cut()
    try await clock.sleepers(2)
    clock.advance(by: .seconds(60))
    try await until { lines.count == 2 }
    lines.say(.keepAlive)
    try await until { await script.fetches == 4 }
    await center.waitUntilIdle()
    #expect(try await center.message(.numbered(3)) != nil)
    await center.abandon()
  }

  @Test("MC-3 MC-16 what may have been announced while the push line was down is fetched when it is up again")
  func missed() async throws {
    let (clock, script, lines) = (VirtualClock.standing(), ScriptedBackEnd(), Lines())
    var backEnd = script.port
    backEnd.pushes = { _ in lines.make() }
    let archive = try InboxDatabase.inMemory()
    let center = MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: .device("d1"), backEnd: backEnd,
      archive: archive, time: clock.time, random: RandomSource(id: RandomSource.system.id, jitter: { 0.5 }))
    await script.set([.numbered(1)])
    try await center.start()
    await center.connect()
    try await until { lines.count == 1 }
    lines.say(.state(badge: 0, version: 1))
    try await until { await script.fetches == 1 }
    await center.waitUntilIdle()
    await script.set([.numbered(1), .numbered(2)])
    lines.cut()
    // The schedule and the line, which is tried again soon.
    try await clock.sleepers(2)
    clock.advance(by: .seconds(60))
    try await until { lines.count == 2 }
    #expect(await script.fetches == 1)
    lines.say(.state(badge: 0, version: 1))
    try await until { await script.fetches == 2 }
    await center.waitUntilIdle()
    #expect(try await center.message(.numbered(2)) != nil)
    // A line that only says how things are is not a reason.
    lines.say(.state(badge: 0, version: 1))
    lines.say(.state(badge: 3, version: 2))
    try await until { await center.badgeState.server == 3 }
    await center.waitUntilIdle()
    #expect(await script.fetches == 2)
    // A line that breaks off again at once is not a reason either, and a line of someone who has gone is none for who comes.
    lines.cut()
    try await clock.sleepers(2)
    clock.advance(by: .seconds(5))
    try await until { lines.count == 3 }
    lines.say(.state(badge: 4, version: 3))
    try await until { await center.badgeState.server == 4 }
    await center.waitUntilIdle()
    #expect(await script.fetches == 2)
    // It is made up for later.
    lines.cut()
    try await clock.sleepers(2)
    clock.advance(by: .seconds(60))
    try await until { lines.count == 4 }
    lines.say(.state(badge: 4, version: 3))
    try await until { await script.fetches == 3 }
    await center.abandon()
  }

  @Test("MC-16 BD-5 a line that found no server opens as soon as a fetch finds it, and is not tried before")
  func opensWithFetch() async throws {
    let (clock, script, lines) = (VirtualClock.standing(), ScriptedBackEnd(), Lines())
    let center = try center(script, lines, clock)
    await script.fail(with: .noNetwork("down"))
    try await center.start()
    await center.connect()
    try await until { lines.count == 1 }
    try await until { await script.fetches == 1 }
    await center.waitUntilIdle()
    lines.cut()
    try await clock.sleepers(2)
    clock.advance(by: .seconds(60))
    try await until { await script.fetches == 2 }
    await center.waitUntilIdle()
    #expect(lines.count == 1)
    await script.fail(with: nil)
    try await clock.sleepers(2)
    clock.advance(by: .seconds(60))
    try await until { lines.count == 2 }
    await center.abandon()
  }

  @Test(
    "MC-15 BD-5 that the server refuses the push line is said once, however often it is tried",
    arguments: [
      InboxError.invalidToken(status: 401), .centerFailure("Primary"), .refused(status: 403, detail: "no"),
    ])
  func refused(_ refusal: InboxError) async throws {
    let (clock, script, lines) = (VirtualClock.standing(), ScriptedBackEnd(), Lines())
    let center = try center(script, lines, clock)
    let published = await UpdateLog(center)
    try await center.start()
    await center.connect()
    for number in 1...3 {
      try await until { lines.count == number }
      lines.cut(refusal)
      try await clock.sleepers(2)
      clock.advance(by: .seconds(60))
    }
    try await until { lines.count == 4 }
    #expect(await published.whys().count { $0.hasPrefix("Nothing is pushed: ") } == 1)
  }

  @Test("FE-1 MC-16 where fetches succeed and the push line alone fails, the server stays online")
  func onlyLineFails() async throws {
    let (clock, script, lines) = (VirtualClock.standing(), ScriptedBackEnd(), Lines())
    let center = try center(script, lines, clock)
    let published = await UpdateLog(center)
    try await center.start()
    await center.connect()
    try await until { lines.count == 1 }
    try await until { await script.fetches == 1 }
    await center.waitUntilIdle()
    lines.cut()
    try await clock.sleepers(2)
    #expect(await published.snapshot()?.connection == .offline(.noNetwork("cut")))
    // The fetch finds the server, and the line is opened with it.
    try await center.refresh(.primary)
    try await until { lines.count == 2 }
    lines.cut()
    try await clock.sleepers(2)
    #expect(await published.snapshot()?.connection == .online)
    try await center.refresh(.primary)
    #expect(await published.whys().count { $0 == "The back end responds again." } == 1)
  }

  @Test("MC-15 a busy push service keeps its own pauses, whatever else the back end responds")
  func busy() async throws {
    let (clock, script, lines) = (VirtualClock.standing(), ScriptedBackEnd(), Lines())
    let center = try center(script, lines, clock)
    try await center.start()
    await center.connect()
    try await until { lines.count == 1 }
    lines.cut(.serverBusy(status: 503, retryAfter: nil))
    try await clock.sleepers(2)
    _ = try await center.refresh(.primary)
    await center.waitUntilIdle()
    #expect(lines.count == 1)
    clock.advance(by: .seconds(60))
    try await until { lines.count == 2 }
    await center.abandon()
  }

  @Test(
    "BD-3 MC-12 a push leaves a notification; a badge of 0 clears them, set here or there, a refused one and an old one do not, and another person has none"
  )
  func notifications() async throws {
    let (script, lines) = (ScriptedBackEnd(), Lines())
    var backEnd = script.port
    backEnd.pushes = { _ in lines.make() }
    let center = MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: .user("anna"), backEnd: backEnd,
      archive: try InboxDatabase.inMemory(), time: VirtualClock.standing().time)
    let published = await UpdateLog(center)
    let push = Push.message(.numbered(1), alert: "New", badge: nil)
    await script.set([.numbered(1)])
    try await center.start()
    await center.connect()
    try await until { lines.count == 1 }
    lines.say(.state(badge: 3, version: 1))
    lines.say(push)
    try await until { await published.snapshot()?.banners == 1 }
    let trouble = InboxError.serverBusy(status: 500, retryAfter: nil)
    await script.fail(with: trouble)
    await #expect(throws: trouble) { try await center.resetBadge() }
    #expect(await published.snapshot()?.banners == 1)
    await script.fail(with: nil)
    #expect(try await center.resetBadge() == 0)
    #expect(await published.snapshot()?.banners == 0)
    // It is 0 already.
    lines.say(push)
    try await until { await published.snapshot()?.banners == 1 }
    // A line that opens anew says what is, and sets nothing.
    lines.say(.state(badge: 0, version: 4))
    lines.say(.message(.numbered(2), alert: "Newer", badge: nil))
    try await until { await published.snapshot()?.banners == 2 }
    lines.say(.badge(.init(count: 0, cause: "server set", version: 5)))
    try await until { await published.snapshot()?.banners == 0 }
    lines.say(push)
    lines.say(.badge(.init(count: 0, cause: "server set", version: 4)))
    lines.say(push)
    try await until { await published.snapshot()?.banners == 2 }
    try await center.switchIdentity(to: .user("ben"))
    #expect(await published.snapshot()?.banners == 0)
    await center.abandon()
  }

  @Test("BD-3 a badge of 0 that another program resets clears the notifications; its failed set does not")
  func resetElsewhere() async throws {
    let (script, lines, archive) = (ScriptedBackEnd(), Lines(), try InboxDatabase.inMemory())
    var backEnd = script.port
    backEnd.pushes = { _ in lines.make() }
    let center = MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: .user("anna"), backEnd: backEnd,
      archive: archive, time: VirtualClock.standing().time)
    let published = await UpdateLog(center)
    try await center.start()
    await center.connect()
    try await until { lines.count == 1 }
    lines.say(.state(badge: 0, version: 1))
    lines.say(.message(.numbered(1), alert: "New", badge: nil))
    try await until { await published.snapshot()?.banners == 1 }
    for (cause, banners) in [("failed sync: set 3: HTTP status 503", 1), ("reset", 0)] {
      try await archive.saveBadge(
        BadgeEntry(time: .at(1), cause: cause, state: BadgeState(local: 0, server: 0)), of: .user("anna"))
      await center.rereadBadge()
      #expect(await published.snapshot()?.banners == banners)
    }
    await center.abandon()
  }

  @Test(
    "MC-12 BD-5 after a log-in the line is the new person's: what is pushed for them arrives, and nothing for who left"
  )
  func login() async throws {
    let (clock, script) = (VirtualClock.standing(), ScriptedBackEnd())
    let opened = Mutex<[(Identity, AsyncThrowingStream<Push, any Error>.Continuation)]>([])
    var backEnd = script.port
    backEnd.pushes = { identity in
      let (pushes, line) = AsyncThrowingStream<Push, any Error>.makeStream()
      opened.withLock { $0.append((identity, line)) }
      return pushes
    }
    let (anna, ben) = (Identity.user("anna"), Identity.user("ben"))
    let center = MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: anna, backEnd: backEnd,
      archive: try InboxDatabase.inMemory(), time: clock.time)
    try await center.start()
    await center.connect()
    try await until { opened.withLock { $0.count == 1 } }
    _ = opened.withLock { $0[0].1.yield(.badge(.init(count: 1, cause: "anna's", version: 8))) }
    await center.receivedPushes(1)
    try await center.switchIdentity(to: ben)
    // What came on her line does not count.
    let received = Task {
      await center.receivedPushes(1)
      return await center.badgeState.server
    }
    try await until { opened.withLock { $0.count == 2 } }
    #expect(opened.withLock { $0.map(\.0) } == [anna, ben])
    let updates = await center.updates()
    await script.set([.numbered(1)])
    opened.withLock { lines in
      lines[0].1.yield(.badge(.init(count: 9, cause: "anna's", version: 9)))
      lines[1].1.yield(
        .message(
          .numbered(1), alert: "For Ben", badge: .init(count: 4, cause: "campaign", version: 1),
          attachment: "https://cdn.acme.example/a.jpg"))
    }
    for await update in updates {
      if case .banner(let key, let alert, let attachment) = update {
        #expect(key == .numbered(1) && alert == "For Ben")
        #expect(attachment == "https://cdn.acme.example/a.jpg")
        break
      }
    }
    #expect(await received.value == 4)
    #expect(await center.badgeState == BadgeState(local: 4, server: 4))
    #expect(try await center.message(.numbered(1)) != nil)
    await center.abandon()
  }

  @Test("BD-7 after a lost response the server is asked for its badge as soon as it answers again")
  func askedAgain() async throws {
    let bench = try CoreBench()
    try await bench.begin([])
    #expect(try await bench.center.setBadge(3) == 3)
    await bench.backEnd.loseResponses(with: .responseLost("cut"))
    await #expect(throws: InboxError.responseLost("cut")) { try await bench.center.setBadge(7) }
    #expect(await bench.center.badgeState == BadgeState(local: 3, server: nil))
    #expect(await bench.backEnd.badgeQuestions == 0)
    try await bench.center.refresh(.primary)
    await bench.center.waitUntilIdle()
    #expect(await bench.backEnd.badgeQuestions == 1)
    // It had taken the set.
    #expect(await bench.center.badgeState == BadgeState(local: 7, server: 7))
    let ledger = try await bench.center.badgeLedger()
    #expect(ledger.map(\.state.server) == [3, nil, 7])
    #expect(ledger.map(\.state.local) == [3, 3, 7])
    try await bench.center.refresh(.primary)
    await bench.center.waitUntilIdle()
    #expect(await bench.backEnd.badgeQuestions == 1)
    await bench.center.stop()
  }

  @Test("BD-7 a doubt that an earlier run left, or another program, is resolved as well")
  func askedByOthers() async throws {
    let (archive, backEnd) = (try InboxDatabase.inMemory(), ScriptedBackEnd())
    let first = try CoreBench(archive: archive, backEnd: backEnd)
    let beside = try CoreBench(archive: archive, backEnd: backEnd)
    try await first.begin([])
    _ = try await first.center.setBadge(3)
    try await beside.begin([])
    await backEnd.loseResponses(with: .responseLost("cut"))
    await #expect(throws: InboxError.self) { try await first.center.setBadge(7) }
    // It asks at once, not with its next refresh.
    await beside.center.rereadBadge()
    await beside.center.waitUntilIdle()
    #expect(await backEnd.badgeQuestions == 1)
    #expect(await beside.center.badgeState == BadgeState(local: 7, server: 7))
    await #expect(throws: InboxError.self) { try await beside.center.setBadge(9) }
    let next = try CoreBench(archive: archive, backEnd: backEnd)
    try await next.center.start()
    #expect(await next.center.badgeState == BadgeState(local: 7, server: nil))
    try await next.center.refresh(.primary)
    await next.center.waitUntilIdle()
    #expect(await backEnd.badgeQuestions == 2)
    #expect(await next.center.badgeState == BadgeState(local: 9, server: 9))
    for bench in [first, beside, next] { await bench.center.stop() }
  }

  @Test("BD-7 a first set that the server refused is no doubt: no later start asks for the badge")
  func refusedFirst() async throws {
    let (archive, backEnd) = (try InboxDatabase.inMemory(), ScriptedBackEnd())
    let first = try CoreBench(archive: archive, backEnd: backEnd)
    try await first.begin([])
    await backEnd.fail(with: .refused(status: 422, detail: ""))
    await #expect(throws: InboxError.self) { try await first.center.setBadge(7) }
    await backEnd.fail(with: nil)
    let next = try CoreBench(archive: archive, backEnd: backEnd)
    try await next.begin([])
    try await next.center.refresh(.primary)
    await next.center.waitUntilIdle()
    #expect(await backEnd.badgeQuestions == 0)
    #expect(await next.center.badgeState == BadgeState(local: 0, server: nil))
    for bench in [first, next] { await bench.center.stop() }
  }

  @Test("BD-7 a server that does not say its badge is asked once, and a set that it takes ends the doubt")
  func neverSays() async throws {
    let bench = try CoreBench()
    try await bench.begin([])
    await bench.backEnd.loseResponses(with: .timedOut(seconds: 1))
    await #expect(throws: InboxError.self) { try await bench.center.setBadge(7) }
    await bench.backEnd.failBadge(with: .refused(status: 405, detail: ""))
    for _ in 0..<3 {
      try await bench.center.refresh(.primary)
      await bench.center.waitUntilIdle()
    }
    #expect(await bench.backEnd.badgeQuestions == 1)
    #expect(await bench.center.badgeState == BadgeState(local: 0, server: nil))
    let next = try CoreBench(archive: bench.archive, backEnd: bench.backEnd)
    try await next.begin([])
    #expect(await bench.backEnd.badgeQuestions == 1)
    await next.center.stop()
    await bench.backEnd.loseResponses(with: nil)
    #expect(try await bench.center.setBadge(2) == 2)
    #expect(await bench.center.badgeState == BadgeState(local: 2, server: 2))
    await bench.center.stop()
  }
}
