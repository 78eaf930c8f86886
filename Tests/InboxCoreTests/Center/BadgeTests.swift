import Foundation
import InboxModel
import InboxStore
import InboxTestSupport
import Synchronization
import Testing

@testable import InboxCore

/// Sets of the badge that meet the end of the program, or another program.
@Suite(.queued)
struct BadgeTests {
  @Test("BD-7 a set that is on its way when the program ends leaves its doubt in the ledger")
  func badgeAtTheEnd() async throws {
    let archive = try InboxDatabase.inMemory()
    let bench = try CoreBench(archive: archive)
    try await bench.begin([])
    await bench.backEnd.hold()
    let setting = Task { try await bench.center.setBadge(5) }
    await bench.backEnd.held()
    await bench.center.stop(within: .zero)
    let entry = try #require(try await archive.badge(of: .device("d1")))
    #expect(
      entry.cause
        == "failed sync: set 5, the program ended before the response, the server's number is unknown")
    #expect(entry.state == BadgeState(local: 0, server: nil))
    // The next run asks the server.
    let next = try CoreBench(archive: archive)
    try await next.begin([])
    _ = try await next.center.refresh(.primary)
    await next.center.waitUntilIdle()
    #expect(await next.backEnd.badgeQuestions == 1)
    await bench.backEnd.release()
    _ = await setting.result
  }

  @Test("BD-6 BD-7 where two programs set the badge at once, the server is asked whose number holds")
  func crossedBadges() async throws {
    let (archive, backEnd) = (try InboxDatabase.inMemory(), ScriptedBackEnd())
    let one = try CoreBench(archive: archive, backEnd: backEnd)
    let other = try CoreBench(archive: archive, backEnd: backEnd)
    try await one.begin([])
    try await other.begin([])
    _ = try await one.center.setBadge(7)
    await other.center.rereadBadge()
    #expect(await backEnd.badgeQuestions == 0)
    await backEnd.hold()
    async let first = one.center.setBadge(30)
    await backEnd.held()
    async let second = other.center.setBadge(4)
    await backEnd.held(2)
    await backEnd.releaseBackwards()
    _ = try await (first, second)
    for bench in [one, other] { await bench.center.waitUntilIdle() }
    for bench in [one, other] { await bench.center.rereadBadge() }
    let held = try #require(await backEnd.badges.last)
    #expect(await backEnd.badgeQuestions > 0)
    #expect(await one.center.badgeState == BadgeState(local: held, server: held))
    #expect(await other.center.badgeState == BadgeState(local: held, server: held))
  }

  @Test("BD-6 BD-7 another program's set is noticed also where it brings back the number that stood before")
  func crossedBack() async throws {
    let archive = try InboxDatabase.inMemory()
    let bench = try CoreBench(archive: archive)
    try await bench.begin([])
    _ = try await bench.center.setBadge(1)
    await bench.backEnd.hold()
    async let late = bench.center.setBadge(7)
    await bench.backEnd.held()
    let line = BadgeEntry(time: .at(1), cause: "app set 1", state: BadgeState(local: 1, server: 1))
    try await archive.saveBadge(line, of: bench.center.identity)
    await bench.backEnd.release()
    #expect(try await late == 7)
    await bench.center.waitUntilIdle()
    #expect(await bench.backEnd.badgeQuestions == 1)
    // What it sets itself afterwards is no other program's.
    _ = try await bench.center.setBadge(1)
    await bench.center.waitUntilIdle()
    #expect(await bench.backEnd.badgeQuestions == 1)
  }

  @Test("BD-6 BD-7 what is pushed while a set is being stored is not another program's doing")
  func pushedMeanwhile() async throws {
    let (script, gate) = (ScriptedBackEnd(), ScriptedBackEnd())
    let (pushes, line) = AsyncThrowingStream<Push, any Error>.makeStream()
    var port = script.port
    port.pushes = { _ in pushes }
    let archive = try InboxDatabase.inMemory()
    let center = MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: .user("anna"), backEnd: port,
      archive: archive, time: VirtualClock.standing().time)
    try await center.start()
    await center.connect()
    await gate.hold()
    await center.inOrder { await gate.pass() }
    let setting = Task { try await center.setBadge(5) }
    try await until { await center.badgeState.local == 5 }
    line.yield(.badge(.init(count: 6, cause: "campaign +1", version: 2)))
    try await until { await center.badgeState.local == 6 }
    await gate.release()
    #expect(try await setting.value == 5)
    await center.waitUntilIdle()
    #expect(await script.badgeQuestions == 0)
    #expect(try await archive.badge(of: .user("anna"))?.state == BadgeState(local: 6, server: 6))
    await center.abandon()
  }

  @Test(
    "BD-6 BD-7 a badge that crossed with another program's is in doubt until the server is heard, also after a restart"
  )
  func crossedAndRestarted() async throws {
    let archive = try InboxDatabase.inMemory()
    let bench = try CoreBench(archive: archive)
    try await bench.begin([])
    await bench.backEnd.failBadge(with: .noNetwork("down"))
    await bench.backEnd.hold()
    async let late = bench.center.setBadge(7)
    await bench.backEnd.held()
    let line = BadgeEntry(time: .at(1), cause: "app set 1", state: BadgeState(local: 1, server: 1))
    try await archive.saveBadge(line, of: bench.center.identity)
    await bench.backEnd.release()
    #expect(try await late == 7)
    await bench.center.waitUntilIdle()
    #expect(await bench.center.badgeState == BadgeState(local: 7, server: nil))
    await bench.center.stop()
    let next = try CoreBench(archive: archive)
    try await next.center.start()
    #expect(await next.center.badgeState == BadgeState(local: 7, server: nil))
    _ = try await next.center.refresh(.primary)
    await next.center.waitUntilIdle()
    #expect(await next.backEnd.badgeQuestions == 1)
    #expect(await next.center.badgeState == BadgeState(local: 0, server: 0))
  }

  @Test(
    "BD-7 BD-4 another program's doubt is taken over, and the server is asked at once; without a connection it is not"
  )
  func adoptedDoubt() async throws {
    let doubt = BadgeEntry(
      time: .at(0), cause: "failed sync: set 7, the server's number is unknown",
      state: BadgeState(local: 0, server: nil))
    for isConnected in [true, false] {
      let bench = try CoreBench()
      if isConnected { try await bench.begin([]) } else { try await bench.center.start() }
      try await bench.archive.saveBadge(doubt, of: bench.center.identity)
      await bench.center.rereadBadge()
      await bench.center.waitUntilIdle()
      #expect(await bench.backEnd.badgeQuestions == (isConnected ? 1 : 0))
      await bench.center.stop()
    }
  }

  @Test("BD-7 MC-12 a question about one person's badge does not keep the next person's from being asked")
  func askedForNext() async throws {
    let asked = Mutex<[Identity]>([])
    let gate = ScriptedBackEnd()
    var port = ScriptedBackEnd().port
    port.badge = { person throws(InboxError) in
      asked.withLock { $0.append(person) }
      await gate.pass()
      return ServerBadge(count: 7)
    }
    let (archive, people) = (try InboxDatabase.inMemory(), [Identity.user("anna"), .user("ben")])
    let doubt = BadgeEntry(
      time: .at(0), cause: "failed sync: set 7, the server's number is unknown",
      state: BadgeState(local: 0, server: nil))
    for person in people { try await archive.saveBadge(doubt, of: person) }
    let center = MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: people[0], backEnd: port,
      archive: archive, time: VirtualClock.standing().time)
    try await center.start()
    await gate.hold()
    try await center.refresh(.primary)
    await gate.held()
    try await center.switchIdentity(to: people[1])
    // Ben's list is fetched while the question about Anna's badge has no response yet.
    try await center.refresh(.primary)
    await gate.release()
    await center.waitUntilIdle()
    #expect(asked.withLock { $0 } == people)
    #expect(await center.badgeState == BadgeState(local: 7, server: 7))
    await center.stop()
  }

  @Test("BD-6 BD-7 behind a set that is refused the server is asked whether another program's set holds")
  func crossedBeforeRefusal() async throws {
    let questions = Mutex(0)
    let gate = ScriptedBackEnd()
    var port = ScriptedBackEnd().port
    port.setBadge = { count, _ async throws(InboxError) in
      await gate.pass()
      if count == 6 { throw .refused(status: 422, detail: "no") }
      return ServerBadge(count: count)
    }
    port.badge = { _ async throws(InboxError) in
      questions.withLock { $0 += 1 }
      return ServerBadge(count: 3)
    }
    let (archive, person) = (try InboxDatabase.inMemory(), Identity.user("anna"))
    let center = MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: person, backEnd: port,
      archive: archive, time: VirtualClock.standing().time)
    try await center.start()
    await gate.hold()
    let first = Task { try await center.setBadge(5) }
    await gate.held()
    let second = Task { try await center.setBadge(6) }
    try await until { await center.badge.callers.count == 2 }
    try await archive.saveBadge(
      BadgeEntry(time: .at(1), cause: "app set 3", state: BadgeState(local: 3, server: 3)), of: person)
    await gate.release()
    #expect(try await first.value == 5)
    await #expect(throws: InboxError.refused(status: 422, detail: "no")) { try await second.value }
    await center.waitUntilIdle()
    #expect(questions.withLock { $0 } == 1)
    #expect(await center.badgeState == BadgeState(local: 3, server: 3))
    await center.stop()
  }

  @Test("BD-1 BD-6 a set that fails leaves what another program has set since")
  func failedBehindAnother() async throws {
    let (archive, backEnd) = (try InboxDatabase.inMemory(), ScriptedBackEnd())
    let one = try CoreBench(archive: archive, backEnd: backEnd)
    let other = try CoreBench(archive: archive, backEnd: backEnd)
    try await one.begin([])
    try await other.begin([])
    _ = try await one.center.setBadge(1)
    await other.center.rereadBadge()
    _ = try await other.center.setBadge(6)
    await backEnd.fail(with: .refused(status: 404, detail: "no"))
    await #expect(throws: InboxError.self) { try await one.center.setBadge(3) }
    #expect(await one.center.badgeState == BadgeState(local: 6, server: 6))
    #expect(try await archive.badge(of: one.center.identity)?.state == BadgeState(local: 6, server: 6))
  }
}
