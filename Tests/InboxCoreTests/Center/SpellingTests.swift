import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxCore

/// One person, however their name is written.
@Suite(.queued)
struct SpellingTests {
  private let archive: any Archive
  private let server = MarkingServer()
  private let maria = Identity.user("maria@x.example")
  private let spelled = Identity.user("email=maria@x.example")

  init() throws {
    archive = try InboxDatabase.inMemory()
    server.list([1, 2, 3], for: maria)
  }

  private func core(_ identity: Identity, reading other: (any Archive)? = nil) -> MessageCenter {
    var port = server.port
    port.spelling = { identity in IterableUser(identity)?.identity ?? identity }
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.receivesPushes = false
    return MessageCenter(
      settings: settings, identity: identity, backEnd: port, archive: other ?? archive,
      time: VirtualClock.standing().time)
  }

  /// Merges the list of a server that removes what it does not list.
  private func merge(
    _ numbers: ClosedRange<Int>, for identity: Identity, into other: (any Archive)? = nil
  ) async throws {
    let page = FetchedPage(messages: numbers.map { .numbered($0) }, absence: .removed(cap: 20))
    _ = try await (other ?? archive).merge(
      MergeRequest(identity: identity, center: .primary, page: page, now: .at(0)))
  }

  private func respell() async throws {
    try await archive.respell { identity in IterableUser(identity)?.identity ?? identity }
  }

  @Test("VE-6 MC-12 who signs in under another spelling of their name is the person who was there")
  func signIn() async throws {
    let core = core(maria)
    try await core.start()
    try await core.refresh(.primary)
    try await core.mark(.numbered(1), read: true)
    try await core.switchIdentity(to: spelled)
    #expect(await core.identity == maria)
    #expect(try await core.message(.numbered(1))?.read != nil)
    await core.stop()
  }

  @Test("VE-6 MC-5 what cannot be moved to the one spelling is read under the other")
  func readOnly() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/archive.sqlite"
    let written = try InboxDatabase.open(path: path)
    try await merge(1...2, for: spelled, into: written)
    try await written.close()
    let reading = try InboxDatabase.read(path: path, scratch: folder.path)
    let core = core(maria, reading: reading)
    try await core.start()
    #expect(try await core.window(.primary).rows.count == 2)
    await core.stop()
    try await reading.close()
  }

  @Test("VE-6 MC-7 what was stored under another spelling is found again, with what the person did")
  func former() async throws {
    try await merge(1...2, for: maria)
    try await merge(1...3, for: spelled)
    try await archive.setRead([.numbered(1), .numbered(3)], of: spelled, at: .at(1))
    try await archive.setDeleted([.numbered(2)], of: spelled, at: .at(1))
    let core = core(spelled)
    try await core.start()
    #expect(try await core.window(.primary).rows.map(\.key) == [.numbered(3), .numbered(1)])
    #expect(try await core.message(.numbered(1))?.read == .at(1))
    #expect(try await core.message(.numbered(2))?.deleted == .at(1))
    #expect(try await archive.message(.numbered(3), of: spelled) == nil)
    #expect(
      try await archive.counts(of: maria, at: .at(2)) == [.primary: CenterCounts(total: 2, unread: 0)])
    #expect(try await archive.counts(of: spelled, at: .at(2)) == [:])
    let filter = try MessageFilter("Subject", centers: [.primary])
    #expect(try await core.window(.primary, matching: filter).rows.count == 2)
    await core.stop()
  }

  @Test("VE-6 BD-4 a badge that was stored under another spelling is the person's, who has no message either")
  func badgeAlone() async throws {
    let entry = BadgeEntry(time: .at(0), cause: "app set 3", state: BadgeState(local: 3, server: 3))
    try await archive.saveBadge(entry, of: spelled)
    #expect(try await archive.people() == [])
    try await respell()
    #expect(try await archive.badge(of: maria) == entry)
    #expect(try await archive.badge(of: spelled) == nil)
  }

  @Test(
    "VE-4 VE-6 of a mark and a delete that wait under two spellings, the delete stays",
    arguments: [false, true])
  func twoChanges(isDeletedHere: Bool) async throws {
    let origin = ChangeOrigin(run: .numbered(1), time: .at(1), takes: [.read, .delete])
    for person in [maria, spelled] {
      try await merge(1...2, for: person)
      if (person == maria) == isDeletedHere {
        _ = try await archive.setDeleted([.numbered(1)], of: person, at: .at(1), queuing: origin)
      } else {
        _ = try await archive.setRead([.numbered(1), .numbered(2)], of: person, at: .at(1), queuing: origin)
      }
    }
    try await respell()
    let waiting = try await archive.waitingChanges(runs: [.numbered(1)], limit: 9).items
    #expect(Set(waiting.map(\.kind)) == [.read, .delete])
    #expect(waiting.first { $0.message == .numbered(1) }?.kind == .delete)
    #expect(waiting.allSatisfy { $0.identity == maria } && waiting.count == 2)
  }

  @Test("VE-6 MC-7 what the server removed under one spelling is listed under the other, and not deleted")
  func removedUnderOne() async throws {
    try await merge(1...2, for: maria)
    try await merge(1...2, for: spelled)
    try await merge(1...1, for: spelled)
    try await respell()
    #expect(try await archive.message(.numbered(2), of: maria)?.deleted == nil)
    #expect(try await archive.counts(of: maria, at: .at(2))[.primary]?.total == 2)
  }

  @Test("VE-6 MC-7 what a person deleted under one spelling stays deleted, though the server removed it")
  func deletedUnderOne() async throws {
    try await merge(1...2, for: spelled)
    try await archive.setDeleted([.numbered(2)], of: spelled, at: .at(1))
    try await merge(1...2, for: maria)
    try await merge(1...1, for: maria)
    try await respell()
    try await merge(1...2, for: maria)
    #expect(try await archive.message(.numbered(2), of: maria)?.deleted == .at(1))
    #expect(try await archive.counts(of: maria, at: .at(2))[.primary]?.total == 1)
  }
}
