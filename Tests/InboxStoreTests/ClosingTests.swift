import Foundation
import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

/// What closing leaves behind.
@Suite(.queued)
struct ClosingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("MC-7 programs that start together on a new profile all get its archive")
  func startedTogether() async throws {
    for round in 0..<10 {
      let path = folder.path + "/together-\(round).sqlite"
      let event = EngagementEvent(
        id: .numbered(round), kind: .open, identity: .device("d"), session: nil, message: .numbered(1),
        time: .at(0))
      try await withThrowingTaskGroup(of: InboxDatabase.self) { group in
        // However long a busy machine takes to make the tables.
        for _ in 0..<4 { group.addTask { try InboxDatabase.open(path: path, lockTimeout: 60) } }
        for try await database in group {
          try await database.put([event], run: .numbered(5))
          try await database.close()
        }
      }
    }
  }

  @Test("a closed archive is one file: the next start has no journal to read through")
  func oneFile() async throws {
    let path = folder.path + "/a.sqlite"
    let database = try InboxDatabase.open(path: path)
    let messages = (0..<50).map { Message.numbered($0) }
    _ = try await database.merge(
      MergeRequest(
        identity: .device("d"), center: .primary, page: FetchedPage(messages: messages), now: .at(0)))
    // Several read at once, so that there is more than one connection.
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<4 {
        group.addTask { try? await database.counts(of: .device("d"), at: .at(1))[.primary]?.total }
      }
      for await total in group { #expect(total == 50) }
    }
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    try await database.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.sqlite"])
  }
}
