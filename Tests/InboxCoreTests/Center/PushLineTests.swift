import InboxCore
import InboxStore
import InboxTestSupport
import Synchronization
import Testing

/// The line to the push service, as it breaks off and comes back.
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
    func cut() { open.withLock { $0.last?.finish(throwing: InboxError.noNetwork("cut")) } }
  }

  @Test("MC-3 MC-16 what may have been announced while the push line was down is fetched when it is up again")
  func missed() async throws {
    let (clock, script, lines) = (VirtualClock.standing(), ScriptedBackEnd(), Lines())
    var backEnd = script.port
    backEnd.pushes = { _ in lines.make() }
    let archive = try InboxDatabase.inMemory().archive
    let center = MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: .device("d1"), backEnd: backEnd,
      archive: archive, time: clock.time, chance: Chance(id: Chance.system.id, jitter: { 0.5 }))
    await script.set([.numbered(1)])
    try await center.start()
    await center.connect()
    try await until { lines.count == 1 }
    lines.say(.state(badge: 0, version: 1))
    try await until { await script.fetches == 1 }
    await center.quiet()
    await script.set([.numbered(1), .numbered(2)])
    lines.cut()
    // The schedule and the line, which is tried again soon.
    await clock.sleepers(2)
    clock.advance(by: .seconds(60))
    try await until { lines.count == 2 }
    #expect(await script.fetches == 1)
    lines.say(.state(badge: 0, version: 1))
    try await until { await script.fetches == 2 }
    await center.quiet()
    #expect(try await center.message(.numbered(2)) != nil)
    // A line that only says how things are is no reason.
    lines.say(.state(badge: 0, version: 1))
    lines.say(.state(badge: 3, version: 2))
    try await until { await center.badgeState.server == 3 }
    await center.quiet()
    #expect(await script.fetches == 2)
    // A line that breaks off again at once is no reason either, and a line of somebody who has gone is none for who comes.
    lines.cut()
    await clock.sleepers(2)
    clock.advance(by: .seconds(60))
    try await until { lines.count == 3 }
    lines.say(.state(badge: 4, version: 3))
    try await until { await center.badgeState.server == 4 }
    await center.quiet()
    #expect(await script.fetches == 2)
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
      archive: try InboxDatabase.inMemory().archive, time: VirtualClock.standing().time)
    let told = await Told(center)
    let push = Push.message(.numbered(1), alert: "New", badge: nil)
    await script.set([.numbered(1)])
    try await center.start()
    await center.connect()
    try await until { lines.count == 1 }
    lines.say(.state(badge: 3, version: 1))
    lines.say(push)
    try await until { await told.snapshot()?.banners == 1 }
    let trouble = InboxError.serverBusy(status: 500, retryAfter: nil)
    await script.fail(with: trouble)
    await #expect(throws: trouble) { try await center.resetBadge() }
    #expect(await told.snapshot()?.banners == 1)
    await script.fail(with: nil)
    #expect(try await center.resetBadge() == 0)
    #expect(await told.snapshot()?.banners == 0)
    // It is 0 already.
    lines.say(push)
    try await until { await told.snapshot()?.banners == 1 }
    lines.say(.badge(.init(count: 0, cause: "server set", version: 5)))
    try await until { await told.snapshot()?.banners == 0 }
    lines.say(push)
    lines.say(.badge(.init(count: 0, cause: "server set", version: 4)))
    lines.say(push)
    try await until { await told.snapshot()?.banners == 2 }
    try await center.switchIdentity(to: .user("ben"))
    #expect(await told.snapshot()?.banners == 0)
    await center.abandon()
  }
}
