import Foundation
import GRDB
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxStore

struct OpeningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("EN-7 what was recorded is there after closing and opening the file")
  func durable() async throws {
    let path = folder.path + "/a.sqlite"
    let event = EngagementEvent(
      id: .numbered(1), kind: .open, identity: .device("d"), session: nil, message: .numbered(1), time: .at(0)
    )
    try await InboxDatabase.open(path: path).archive.put([event], run: .numbered(5))
    #expect(try await InboxDatabase.open(path: path).archive.waiting(of: [.numbered(5)]) == [event])
  }

  @Test("a database of a newer version is left alone and told")
  func tooNew() throws {
    let path = folder.path + "/a.sqlite"
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('1 first light'), ('9 from the future')")
    }
    try queue.close()
    let error = #expect(throws: InboxError.self) { try InboxDatabase.open(path: path) }
    #expect(error?.description.contains("newer inbox (9 from the future)") == true)
    let tables = try DatabaseQueue(path: path).read { db in
      try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    #expect(tables == ["grdb_migrations"])
  }

  @Test("a file that is no database is told, not overwritten")
  func damaged() throws {
    let path = folder.path + "/a.sqlite"
    let text = Data(String(repeating: "this is no database. ", count: 100).utf8)
    try text.write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: InboxError.self) { try InboxDatabase.open(path: path) }
    #expect(error?.description.contains("the file is damaged or no inbox archive") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)
  }

  @Test("a folder that is not there is told with what to do")
  func noFolder() {
    let error = #expect(throws: InboxError.self) {
      try InboxDatabase.open(path: folder.path + "/missing/a.sqlite")
    }
    #expect(error?.description.contains("it cannot be opened or made. Make the folder writable") == true)
  }
}
