import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxStore

/// An archive that can only be read.
struct ReadingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ number: Int, in database: InboxDatabase, malformed: [MalformedMessage] = [])
    async throws
  {
    let response = FetchedPage(messages: [.numbered(number)], malformed: malformed)
    _ = try await database.merge(
      MergeRequest(identity: .device("d"), center: .primary, page: response, now: .at(1)))
  }

  @Test("MC-5 it is read where it lies, also with the journal that a killed program left; nothing is written")
  func journal() async throws {
    let path = folder.path + "/a.sqlite"
    let database = try InboxDatabase.open(path: path)
    try await store(1, in: database)
    for hasJournal in [true, false] {
      let copy = folder.path + "/copy-\(hasJournal)"
      try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
      if !hasJournal { try await database.close() }
      for suffix in hasJournal ? ["", "-wal"] : [""] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + "/a.sqlite" + suffix)
      }
      let before = try FileManager.default.contentsOfDirectory(atPath: copy).sorted()
      let reading = try InboxDatabase.read(path: copy + "/a.sqlite", scratch: folder.path)
      #expect(try await reading.find(MessageID("m1"), of: .device("d")).count == 1)
      await #expect(throws: InboxError.self) { try await store(2, in: reading) }
      try await reading.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: copy).sorted() == before)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix("inbox-") })
  }

  @Test("MC-9 what could not be read of a center's response is kept with its fetch, until the next one")
  func malformed() async throws {
    let path = folder.path + "/a.sqlite"
    let bad = MalformedMessage(index: 2, id: "x\u{1B}", reason: "it is not text")
    let database = try InboxDatabase.open(path: path)
    try await store(1, in: database, malformed: [bad])
    try await database.close()
    let again = try InboxDatabase.open(path: path)
    #expect(
      try await again.lastFetches(of: .device("d")) == [
        .primary: LastFetch(time: .at(1), malformed: [bad])
      ])
    try await store(1, in: again)
    #expect(try await again.lastFetches(of: .device("d")) == [.primary: LastFetch(time: .at(1))])
  }

  @Test("VE-3 VE-9 what was set aside is kept with the fetch, and buttons with their message")
  func setAside() async throws {
    let path = folder.path + "/a.sqlite"
    let database = try InboxDatabase.open(path: path)
    var message = Message.numbered(1)
    message.actions = [MessageAction(title: "Shop \"now\"", url: "shop://a")]
    var page = FetchedPage(messages: [message, .numbered(2)])
    page.setAside = [SetAsideMessage(id: "a", kind: "in-app")]
    let request = MergeRequest(identity: .device("d"), center: .primary, page: page, now: .at(1))
    _ = try await database.merge(request)
    try await database.close()
    let again = try InboxDatabase.open(path: path)
    var fetch = LastFetch(time: .at(1))
    fetch.setAside = page.setAside
    #expect(try await again.lastFetches(of: .device("d")) == [.primary: fetch])
    #expect(try await again.message(.numbered(1), of: .device("d"))?.message == message)
    // Unchanged, so nothing is new.
    #expect(try await again.merge(request).isEmpty)
    page.messages[0].actions = []
    let changed = MergeRequest(identity: .device("d"), center: .primary, page: page, now: .at(2))
    #expect(try await again.merge(changed).updates == [.numbered(1)])
    #expect(try await again.message(.numbered(1), of: .device("d"))?.message == .numbered(1))
  }
}
