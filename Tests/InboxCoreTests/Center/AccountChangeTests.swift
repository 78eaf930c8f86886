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
    let names = ["Primary", "Offers"]
    var port = server.port
    port.application = "one"
    let first = try core(port, names)
    try await first.start()
    _ = await first.refreshAll()
    _ = try await first.setBadge(5)
    await first.stop()
    port.application = "two"
    let second = try core(port, names)
    try await second.start()
    #expect(await second.badgeState == BadgeState(local: 5, server: 5))
    try await second.refresh(.primary)
    await second.waitUntilIdle()
    // Once, however many lists there are.
    try await second.refresh(CenterName("Offers"))
    await second.waitUntilIdle()
    #expect(await server.badgeQuestions == 1)
    #expect(await second.badgeState == BadgeState(local: 5, server: 5))
    let causes = try await second.badgeLedger().map(\.cause)
    #expect(causes.count { $0 == "another account, the server's number is unknown" } == 1, "\(causes)")
    await second.stop()
  }

  @Test(
    "VE-3 BD-7 BD-6 another account's badge stays in question while a set is on its way that this one refuses"
  )
  func badgeBesideSet() async throws {
    let (server, gate) = (ScriptedBackEnd(), ScriptedBackEnd())
    var port = server.port
    port.application = "one"
    let first = try core(port)
    try await first.start()
    try await first.refresh(.primary)
    _ = try await first.setBadge(5)
    await first.stop()
    port.application = "two"
    port.setBadge = { _, _ throws(InboxError) in
      await gate.pass()
      throw .refused(status: 400, detail: "no")
    }
    let second = try core(port)
    try await second.start()
    await gate.hold()
    let set = Task { try await second.setBadge(7) }
    await gate.held()
    try await second.refresh(.primary)
    #expect(await server.badgeQuestions == 0)
    await gate.release()
    await #expect(throws: InboxError.self) { try await set.value }
    try await second.refresh(.primary)
    await second.waitUntilIdle()
    #expect(await server.badgeQuestions == 1)
    await second.stop()
  }

  @Test(
    "VE-3 MC-11 another account's messages are not removed by a whole inbox, pushed out or not, nor reported to it"
  )
  func wholeInbox() async throws {
    func inbox(_ ids: [String], _ application: String) throws -> (MessageCenter, IterablePlay) {
      let items = ids.map {
        #"{"messageId":"\#($0)","saveToInbox":true,"createdAt":1700000000000,"content":{"html":"href"}}"#
      }
      let list = #"{"inAppMessages":[\#(items.joined(separator: ","))]}"#
      let play = IterablePlay([IterablePlay.response(200, list)])
      var port = play.backEnd()
      port.application = application
      return (try core(port, for: IterablePlay.maria), play)
    }
    let (first, _) = try inbox(["a", "b"], "one")
    try await first.start()
    try await first.refresh(.primary)
    await first.stop()
    let (second, _) = try inbox(["b", "c"], "two")
    try await second.start()
    for _ in 1...2 { try await second.refresh(.primary) }
    let key = MessageKey(center: .primary, id: MessageID("a"))
    #expect(try await second.message(key)?.removal(at: .at(0)) == nil)
    #expect(try await archive.foreignMessages(of: IterablePlay.maria) == [key: "one"])
    // Those of the other account are none of this one's counts.
    #expect(try await archive.listedCounts(of: IterablePlay.maria, at: .at(0))[.primary]?.total == 2)
    // The person says that both are one: that outlasts the next fetch.
    _ = try await second.settleHeld(.send)
    try await second.refresh(.primary)
    #expect(try await archive.foreignMessages(of: IterablePlay.maria).isEmpty)
    #expect(try await second.message(key)?.cacheState == .removed)
    await second.stop()
  }

  @Test("MC-7 VE-3 what a person deleted stays deleted although it comes as another kind, and back")
  func deletedAndSetAside() async throws {
    var page = FetchedPage(messages: [.numbered(1), .numbered(2)], absence: .meansNothing)
    func merge() async throws {
      _ = try await archive.merge(MergeRequest(identity: maria, center: .primary, page: page, now: .at(0)))
    }
    try await merge()
    try await archive.setDeleted([.numbered(1)], of: maria, at: .at(1))
    (page.messages, page.setAside) = ([], ["m1", "m2"].map { SetAsideMessage(id: $0, kind: "story") })
    try await merge()
    #expect(try await archive.message(.numbered(1), of: maria)?.removal(at: .at(2))?.reason == .deleted)
    #expect(try await archive.message(.numbered(2), of: maria)?.removal(at: .at(2))?.reason == .setAside)
    // Restored by the person, it is the person's.
    try await archive.setDeleted([.numbered(2)], of: maria, at: nil)
    #expect(try await archive.message(.numbered(2), of: maria)?.isListed(at: .at(2)) == true)
    try await archive.setDeleted([.numbered(2)], of: maria, at: .at(3))
    (page.messages, page.setAside) = ([.numbered(1), .numbered(2)], [])
    try await merge()
    for key in [MessageKey.numbered(1), .numbered(2)] {
      #expect(try await archive.message(key, of: maria)?.isListed(at: .at(4)) == false, "\(key)")
    }
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
