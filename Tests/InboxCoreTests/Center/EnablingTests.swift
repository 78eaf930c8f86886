import Foundation
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite(.queued)
struct EnablingTests {
  private let offers = CenterName("Offers")

  private func ids(_ bench: CoreBench, _ center: CenterName = .primary) async throws -> [String] {
    try await bench.center.window(center).rows.map(\.key.id.rawValue)
  }

  private func twoCenters() throws -> MessageCenterSettings {
    MessageCenterSettings(centers: try CenterList(["Offers"]))
  }

  @Test("MC-1 off in the profile: nothing is fetched, opened or begun, and it cannot be switched on")
  func offInProfile() async throws {
    var settings = try twoCenters()
    settings.isEnabled = false
    let bench = try CoreBench(settings: settings)
    try await bench.begin([.numbered(1)])
    #expect(await bench.backEnd.fetches == 0)
    #expect(await bench.snapshot()?.isEnabled == false)
    #expect(await bench.snapshot()?.session == nil)
    let off = InboxError.disabled(byProfile: true)
    await #expect(throws: off) { try await bench.center.setEnabled(true) }
    await #expect(throws: off) { try await bench.center.refresh(.primary) }
    await #expect(throws: off) { try await bench.center.open(.numbered(1)) }
    #expect(await bench.center.refreshAll().isEmpty)
  }

  @Test("MC-1 MC-11 disabling removes every fetched message of every center, and each can say why")
  func disables() async throws {
    let bench = try CoreBench(settings: try twoCenters())
    await bench.backEnd.set([.numbered(7, center: offers)], for: offers)
    try await bench.begin([.numbered(1), .numbered(2)])
    #expect(try await ids(bench) == ["m2", "m1"])
    try await bench.center.setEnabled(false)
    #expect(try await ids(bench).isEmpty)
    #expect(try await ids(bench, offers).isEmpty)
    #expect(await bench.snapshot()?.centers.map(\.counts) == [.zero, .zero])
    #expect(await bench.snapshot()?.session == nil)
    let gone = try await bench.center.gone(.primary)
    #expect(
      gone.map(\.removal) == [.init(.disabled, bench.clock.date), .init(.disabled, bench.clock.date)])
  }

  @Test("MC-1 MC-15 what was disabled is neither marked nor deleted")
  func leavesAlone() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    try await bench.center.setEnabled(false)
    let off = InboxError.disabled(byProfile: false)
    await #expect(throws: off) { try await bench.center.mark(.numbered(1), read: true) }
    await #expect(throws: off) { try await bench.center.setDeleted(.numbered(1), true) }
  }

  @Test(
    "MC-1 QA-6 what another program on the profile has switched holds here once it is known that others wrote"
  )
  func byAnotherProgram() async throws {
    let archive = try InboxDatabase.inMemory()
    let (here, there) = (try CoreBench(archive: archive), try CoreBench(archive: archive))
    try await here.begin([.numbered(1)])
    try await there.begin([.numbered(1)])
    try await there.center.setEnabled(false)
    try await there.center.setEnabled(true)
    await there.center.waitUntilIdle()
    await here.center.othersWrote()
    // What was switched is fetched by itself; a refresh would join that, and get its response.
    await here.center.waitUntilIdle()
    await here.backEnd.set([.numbered(1), .numbered(2)])
    #expect(try await here.center.refreshAll()[.primary]?.get().inserts.map(\.id) == [MessageID("m2")])
    #expect(try await ids(here) == ["m2", "m1"])
    try await there.center.setEnabled(false)
    await here.center.othersWrote()
    await #expect(throws: InboxError.disabled(byProfile: false)) { try await here.center.refresh(.primary) }
    try await there.center.setEnabled(true)
    await here.center.othersWrote()
    #expect(await here.center.isEnabled)
  }

  @Test("MC-1 disabling removes the messages of every identity of the device")
  func everyIdentity() async throws {
    let bench = try CoreBench(identity: .user("anna"))
    try await bench.begin([.numbered(1)])
    try await bench.center.switchIdentity(to: .user("ben"))
    await bench.center.waitUntilIdle()
    try await bench.center.setEnabled(false)
    try await bench.center.switchIdentity(to: .user("anna"))
    #expect(try await ids(bench).isEmpty)
    #expect(await bench.snapshot()?.session == nil)
  }

  @Test("MC-1 a response on its way is dropped, also one that comes after enabling again")
  func dropsResponses() async throws {
    let bench = try CoreBench()
    try await bench.begin([])
    await bench.backEnd.set([.numbered(1)])
    await bench.backEnd.hold()
    let refresh = Task { try await bench.center.refresh(.primary) }
    await bench.backEnd.held()
    try await bench.center.setEnabled(false)
    await bench.backEnd.set([.numbered(2)])
    try await bench.center.setEnabled(true)
    await bench.backEnd.held(2)
    await bench.backEnd.release()
    await #expect(throws: InboxError.cancelled) { try await refresh.value }
    await bench.center.waitUntilIdle()
    #expect(try await ids(bench) == ["m2"])
  }

  @Test("MC-1 a response that another program asked for before the feature was switched is not stored")
  func otherProgramsResponse() async throws {
    let archive = try InboxDatabase.inMemory()
    let request = MergeRequest(
      identity: .device("d1"), center: .primary, page: FetchedPage(messages: [.numbered(1)]),
      now: .at(0), generation: try await archive.feature().generation)
    _ = try await archive.setFeature(false, at: .at(1))
    await #expect(throws: InboxError.cancelled) { try await archive.merge(request) }
    _ = try await archive.setFeature(true, at: .at(2))
    await #expect(throws: InboxError.cancelled) { try await archive.merge(request) }
    #expect(try await archive.find(MessageID("m1"), of: .device("d1")).isEmpty)
  }

  @Test("MC-1 MC-7 what is listed again after enabling is what it was: read, deleted, rich content")
  func keepsFacts() async throws {
    let bench = try CoreBench()
    var rich = Message.numbered(3)
    rich.richURL = "https://x.example/3"
    await bench.backEnd.serve("<p>once</p>", for: MessageID("m3"))
    try await bench.begin([.numbered(1), .numbered(2), rich])
    try await bench.center.mark(.numbered(1), read: true)
    try await bench.center.setDeleted(.numbered(2), true)
    #expect(try await bench.center.richContent(.numbered(3)) == "<p>once</p>")
    try await bench.center.setEnabled(false)
    try await bench.center.setEnabled(true)
    await bench.center.waitUntilIdle()
    #expect(try await ids(bench) == ["m3", "m1"])
    #expect(try await bench.center.message(.numbered(1))?.read != nil)
    #expect(try await bench.center.richContent(.numbered(3)) == "<p>once</p>")
    #expect(await bench.backEnd.richFetches == 1)
    let history = try await bench.center.detail(.numbered(1)).history.lines.map(\.text)
    #expect(history.suffix(2) == ["removed: message centers were disabled", "listed again"])
  }

  @Test("MC-1 it stays off over a restart, and a front that is looking gets a session when it comes back on")
  func remembered() async throws {
    let archive = try InboxDatabase.inMemory()
    let first = try CoreBench(archive: archive)
    try await first.begin([.numbered(1)])
    try await first.center.setEnabled(false)
    await first.center.stop()
    let second = try CoreBench(archive: archive)
    try await second.begin([.numbered(1)])
    #expect(await second.backEnd.fetches == 0)
    #expect(await second.snapshot()?.session == nil)
    try await second.center.setEnabled(true)
    await second.center.waitUntilIdle()
    #expect(await second.snapshot()?.session?.number == 2)
    #expect(try await ids(second) == ["m1"])
  }

  @Test("MC-1 EN-7 displays of before are flushed, none is made while it is off")
  func displaysWhileOff() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1), .numbered(2)])
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    try await bench.center.setEnabled(false)
    await bench.center.setVisibleRows([VisibleRow(.numbered(2))])
    #expect(await bench.reports() == ["display m1"])
  }

  @Test("MC-1 BD-1 BD-6 switching during a badge sync: the badge goes on, and so do the sets in line")
  func badgeSync() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.hold()
    let first = Task { try await bench.center.setBadge(7) }
    await bench.backEnd.held()
    let second = Task { try await bench.center.setBadge(8) }
    try await until { await bench.center.badge.callers.count >= 2 }
    try await bench.center.setEnabled(false)
    await bench.backEnd.release()
    #expect(try await first.value == 7)
    #expect(try await second.value == 8)
    #expect(await bench.center.badgeState == BadgeState(local: 8, server: 8))
    #expect(try await bench.center.setBadge(9) == 9)
  }

  @Test("MC-1 MC-17 while it is off no rich content is requested; what is on its way is kept")
  func richContent() async throws {
    let bench = try CoreBench()
    await bench.backEnd.serve("<p>1</p>", for: MessageID("m1"))
    try await bench.begin([
      .numbered(1, richURL: "https://x.example/1"), .numbered(2, richURL: "https://x.example/2"),
    ])
    await bench.backEnd.hold()
    let asking = Task { try await bench.center.richContent(.numbered(1)) }
    await bench.backEnd.held()
    try await bench.center.setEnabled(false)
    await #expect(throws: InboxError.disabled(byProfile: false)) {
      try await bench.center.richContent(.numbered(2))
    }
    await bench.backEnd.release()
    #expect(try await asking.value == "<p>1</p>")
    #expect(try await bench.archive.richContent(of: .numbered(1), for: .device("d1")) == "<p>1</p>")
    #expect(await bench.backEnd.richFetches == 1)
  }

  @Test(
    "MC-1 EN-8 an outbox that was paused goes on when the badge shows that the token is taken, also while it is off"
  )
  func pausedWhileOff() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.failReports(with: .invalidToken(status: 401))
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    await bench.center.waitUntilIdle()
    try await bench.center.setEnabled(false)
    await bench.backEnd.failReports(with: nil)
    _ = try await bench.center.setBadge(1)
    #expect(await bench.reports() == ["display m1"])
  }

  @Test("MC-1 switching off and on at once happens in call order")
  func callOrder() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    try await withThrowingTaskGroup(of: Void.self) { group in
      let center = bench.center
      group.addTask { _ = try? await center.setEnabled(false) }
      try await until {
        let (isIdle, isOn) = (await center.isIdle, await center.isEnabled)
        return !isIdle || !isOn
      }
      group.addTask { _ = try? await center.setEnabled(true) }
    }
    await bench.center.waitUntilIdle()
    #expect(await bench.center.isEnabled)
    #expect(try await ids(bench) == ["m1"])
  }
}
