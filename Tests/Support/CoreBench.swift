package import Foundation
package import InboxCore
package import InboxModel
import InboxStore

/// A core on a real database in memory, a scripted back end and a clock that stands still.
package final class CoreBench: Sendable {
  package let clock = VirtualClock.standing()
  package let backEnd: ScriptedBackEnd
  package let archive: any Archive
  package let center: MessageCenter

  package init(
    identity: Identity = .device("d1"), settings: MessageCenterSettings? = nil, archive: (any Archive)? = nil,
    resolver: LinkResolver = .offline, tracker: EventTracker? = nil, run: UUID = UUID(),
    random: RandomSource = RandomSource(id: { UUID() }, jitter: { 0.5 }),
    backEnd: ScriptedBackEnd = ScriptedBackEnd()
  ) throws {
    self.backEnd = backEnd
    self.archive = try archive ?? InboxDatabase.inMemory()
    var settings = settings ?? MessageCenterSettings(centers: .primaryOnly)
    settings.receivesPushes = false
    center = MessageCenter(
      settings: settings, identity: identity, backEnd: backEnd.port, archive: self.archive,
      resolver: resolver, tracker: tracker, time: clock.time,
      random: random, run: run)
  }

  /// Starts with some messages already fetched, a session open and the outbox delivering.
  package func begin(_ messages: [Message]) async throws {
    await backEnd.set(messages)
    try await center.start()
    await center.appear()
    await center.connect()
    await center.waitUntilIdle()
  }

  /// What the back end was sent, in order: “display m1”.
  package func reports() async -> [String] {
    await center.waitUntilIdle()
    return await backEnd.reported.map { "\($0.kind.rawValue) \($0.message.id)" }
  }

  /// Events of any run that wait in the archive.
  package func waiting() async throws -> [EngagementEvent] {
    try await archive.waiting(of: archive.endedRuns())
  }

  /// The snapshot as it is when all is quiet.
  package func snapshot() async -> InboxSnapshot? {
    let updates = await center.updates()
    for await update in updates {
      if case .snapshot(let snapshot) = update { return snapshot }
    }
    return nil
  }

  /// Moves the clock to this many seconds after its start, as the timer sees it.
  package func wait(until seconds: Double) async throws {
    try await clock.sleepers()
    let passed = clock.date.timeIntervalSince1970 - 1_800_000_000
    clock.advance(by: .seconds(seconds - passed))
    await center.waitUntilIdle()
  }

  /// Returns when something is so and all is quiet; what leads to it must be under way.
  package func until(_ isTrue: () async throws -> Bool) async throws {
    try await InboxTestSupport.until {
      if try await isTrue() { return true }
      await center.waitUntilIdle()
      return try await isTrue()
    }
    // What a server was asked has its response by now.
    await center.waitUntilIdle()
  }
}
