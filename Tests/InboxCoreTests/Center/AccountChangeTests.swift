import Foundation
import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import Testing

/// A profile that points to another account, and what it knows from the one before.
@Suite(.queued)
struct AccountChangeTests {
  private let maria = Identity.user("maria")
  private let archive: InboxDatabase

  init() throws { archive = try .inMemory() }

  private func core(_ port: BackEnd, _ names: [String] = ["Primary"], for person: Identity? = nil) throws
    -> MessageCenter
  {
    var settings = MessageCenterSettings(centers: try CenterList(names))
    (settings.receivesPushes, settings.refreshesBySchedule) = (false, false)
    return MessageCenter(
      settings: settings, identity: person ?? maria, backEnd: port, archive: archive,
      time: VirtualClock.standing().time, random: RandomSource(id: { UUID() }, jitter: { 0.5 }))
  }

  @Test("VE-3 BD-7 the badge that another account's server said is not this one's")
  func badge() async throws {
    let server = ScriptedBackEnd()
    await server.set([.numbered(1)])
    var port = server.port
    port.application = "one"
    let first = try core(port)
    try await first.start()
    try await first.refresh(.primary)
    _ = try await first.setBadge(5)
    await first.stop()
    port.application = "two"
    let second = try core(port)
    try await second.start()
    #expect(await second.badgeState == BadgeState(local: 5, server: 5))
    await server.failBadge(with: .noNetwork("x"))
    try await second.refresh(.primary)
    await second.waitUntilIdle()
    #expect(await second.badgeState == BadgeState(local: 5, server: nil))
    #expect(await server.badgeQuestions == 1)
    let causes = try await second.badgeLedger().map(\.cause)
    #expect(causes.last == "another account, the server's number is unknown")
    await second.stop()
  }

  @Test("VE-2 VE-10 MC-18 an embedded message is deleted here alone: nothing is queued, refused or sent")
  func placement() async throws {
    var settings = IterablePlay.settings
    settings.placements = [7]
    let list = #"{"placements":[{"placementId":7,"embeddedMessages":[{"metadata":{"messageId":"e1"}}]}]}"#
    let play = IterablePlay([IterablePlay.response(200, list)])
    let center = try core(play.backEnd(settings), ["Primary", "7"], for: IterablePlay.maria)
    try await center.start()
    try await center.refresh(CenterName("7"))
    await center.connect()
    // Its delivery is sent.
    await center.waitUntilIdle()
    let published = await UpdateLog(center)
    let requests = play.requests.count
    try await center.setDeleted(MessageKey(center: CenterName("7"), id: MessageID("e1")), true)
    await center.waitUntilIdle()
    #expect(play.requests.count == requests)
    #expect(try await center.queued().changes.isEmpty)
    #expect(await published.whys().contains("deleted on this device only: Iterable takes no such mark"))
    await center.stop()
  }

  @Test("MC-7 MC-17 content that was fetched is shown also where a later record brings its own")
  func richContent() async throws {
    let bench = try CoreBench(archive: archive)
    var message = Message.numbered(1)
    message.richURL = "https://brand.example/rich/1"
    await bench.backEnd.serve("<p>once</p>", for: message.id)
    try await bench.begin([message])
    #expect(try await bench.center.richContent(message.key) == "<p>once</p>")
    message.richHTML = "<p>inline</p>"
    await bench.backEnd.set([message])
    try await bench.center.refresh(.primary)
    #expect(try await bench.center.richContent(message.key) == "<p>once</p>")
    await bench.center.stop()
  }

  @Test("EN-7 what is listened to after the end has ended")
  func ended() async throws {
    let center = try core(ScriptedBackEnd().port)
    try await center.start()
    await center.stop()
    for await _ in await center.updates() {}
  }

  @Test("MC-12 people whose names differ in their bytes alone are two")
  func spelled() async throws {
    let center = try core(ScriptedBackEnd().port, for: .user("j\u{F6}rg"))
    try await center.start()
    try await center.switchIdentity(to: .user("jo\u{308}rg"))
    #expect(await Array(center.identity.storageKey.utf8) == Array("user:jo\u{308}rg".utf8))
    #expect(Identity.user("j\u{F6}rg") != .user("jo\u{308}rg"))
    await center.stop()
  }
}
