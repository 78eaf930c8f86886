import Foundation
import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

/// A server that marks a message read when it takes an open of it, and has no other way to mark one.
@Suite(.queued)
struct OpenedAtServerTests {
  private let maria = Identity.user("maria")
  private let clock = VirtualClock.standing()
  private let archive: InboxDatabase
  private let server = MarkingServer(takes: [.delete], opensMarkRead: true)

  init() throws {
    archive = try .inMemory()
    server.list([1, 2], for: maria)
  }

  private func begun() async throws -> MessageCenter {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.receivesPushes = false
    let center = MessageCenter(
      settings: settings, identity: maria, backEnd: server.port, archive: archive, time: clock.time,
      random: RandomSource(id: { UUID() }, jitter: { 0.5 }))
    try await center.start()
    await center.connect()
    await center.waitUntilIdle()
    return center
  }

  private func read(_ center: MessageCenter) async throws -> Set<String> {
    Set(try await center.window().rows.filter { $0.read != nil }.map(\.key.id.rawValue))
  }

  @Test(
    "VE-4 EN-9 an open that the server marks as read was not read on another device, and unread stays unread")
  func own() async throws {
    let center = try await begun()
    let published = await UpdateLog(center)
    _ = try await center.open(.numbered(1))
    await center.waitUntilIdle()
    try await center.mark(.numbered(1), read: false)
    server.list([1, 2], read: [1], for: maria)
    try await center.refresh(.primary)
    #expect(try await read(center) == [])
    // What was not opened here was read elsewhere.
    server.list([1, 2], read: [1, 2], for: maria)
    try await center.refresh(.primary)
    #expect(try await read(center) == ["m2"])
    #expect(await published.whys().count { $0 == "read on another device" } == 1)
  }
}
