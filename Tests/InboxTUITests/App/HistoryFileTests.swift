import Foundation
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import inbox

/// The file of what was typed.
struct HistoryFileTests {
  @Test("FE-6 MC-12 it outlasts a run, belongs to its owner, and filters to their person")
  func keeps() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/history.json"
    let file = HistoryFile(folder: folder.path)
    #expect(await file.lines(of: .user("maria")) == HistoryLines())
    #expect(
      await file.remember(HistoryLines(commands: ["badge 3"], filters: ["sale"]), of: .user("maria")) == nil)
    #expect(await file.remember(HistoryLines(filters: ["order"]), of: .user("ben")) == nil)
    let next = HistoryFile(folder: folder.path)
    #expect(await next.lines(of: .user("maria")) == HistoryLines(commands: ["badge 3"], filters: ["sale"]))
    #expect(await next.lines(of: .user("ben")).filters == ["order"])
    #expect(await next.lines(of: .device("d")).filters == [])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    for number in 0..<30 { _ = await next.remember(HistoryLines(filters: ["f"]), of: .user("p\(number)")) }
    #expect(await next.lines(of: .user("p29")).filters == ["f"])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.split(separator: "\"f\"").count == 21)
    // Broken by someone else: no history, and the next line makes it again.
    try Data("{".utf8).write(to: URL(fileURLWithPath: path))
    #expect(await next.lines(of: .user("p29")) == HistoryLines())
    #expect(await next.remember(HistoryLines(commands: ["quit"]), of: .user("ben")) == nil)
    #expect(await next.lines(of: .user("ben")).commands == ["quit"])
  }

  @Test("FE-6 VE-6 what was typed under another spelling of a person is that person's")
  func spelling() async throws {
    let folder = try TemporaryFolder()
    let former = HistoryFile(folder: folder.path)
    _ = await former.remember(HistoryLines(filters: ["sale", "order"]), of: .user("Maria"))
    _ = await former.remember(HistoryLines(filters: ["shoes"]), of: .user("maria"))
    let file = HistoryFile(folder: folder.path) {
      if case .user(let name) = $0 { .user(name.lowercased()) } else { $0 }
    }
    #expect(await file.lines(of: .user("maria")).filters == ["sale", "order", "shoes"])
    _ = await file.remember(HistoryLines(filters: ["sale"]), of: .user("maria"))
    #expect(await file.lines(of: .user("maria")).filters == ["order", "shoes", "sale"])
    #expect(await former.lines(of: .user("Maria")).filters == [])
  }

  @Test("FE-6 VE-7 a line with a key of the profile is not kept, also of one that is learned later")
  func secrets() async throws {
    let folder = try TemporaryFolder()
    let book = SecretBook(["zzzz1111yyyy2222"])
    let file = HistoryFile(folder: folder.path, secrets: book)
    _ = await file.remember(
      HistoryLines(commands: ["open zzzz1111yyyy2222", "quit"], filters: ["sale", "zzzz1111yyyy2222"]),
      of: .user("maria"))
    book.add(["learnedlater"])
    _ = await file.remember(HistoryLines(filters: ["id:learnedlater"]), of: .user("maria"))
    #expect(await file.lines(of: .user("maria")) == HistoryLines(commands: ["quit"], filters: ["sale"]))
  }

  @Test("FE-6 VE-7 MC-12 a key or name that an earlier version kept is not offered, and goes with a write")
  func formerSecrets() async throws {
    let folder = try TemporaryFolder()
    let former = #"""
      {"commands":["open app://a?token=abcd1234","user bob","quit"],
      "filters":{"user:ben":["zzzz1111yyyy2222","order"]}}
      """#
    try folder.write(former, to: "history.json")
    let file = HistoryFile(folder: folder.path, secrets: SecretBook(["zzzz1111yyyy2222"]))
    #expect(await file.lines(of: .user("ben")) == HistoryLines(commands: ["quit"], filters: ["order"]))
    _ = await file.remember(HistoryLines(filters: ["sale"]), of: .user("maria"))
    let text = try String(contentsOfFile: folder.path + "/history.json", encoding: .utf8)
    #expect(text == #"{"commands":["quit"],"filters":{"user:ben":["order"],"user:maria":["sale"]}}"#)
  }

  @Test("FE-6 where it cannot be written that is reported, once")
  func troubles() async throws {
    let folder = try TemporaryFolder()
    let file = HistoryFile(folder: folder.path + "/not-there")
    let notice = await file.remember(HistoryLines(commands: ["quit"]), of: .user("ben"))
    #expect(notice?.hasPrefix("Typed lines are remembered only until you quit: ") == true)
    #expect(await file.remember(HistoryLines(commands: ["quit"]), of: .user("ben")) == nil)
  }
}
