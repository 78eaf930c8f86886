import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

/// Why lines in recordings, of this version and of earlier ones.
struct JournalLinesTests {
  private static func entry(_ number: Int) -> JournalEntry {
    JournalEntry(
      number: number, time: .at(0), kind: .session, message: .numbered(number), why: "why \(number)")
  }

  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("FE-3 a line of its own is written as it always was, and both forms are read", arguments: 0...3)
  func coding(count: Int) throws {
    let lines = (0..<count).map(Self.entry)
    let update = InboxUpdate.journal(JournalLines(lines))
    let written = try text(update)
    let own = try lines.map { try text($0) }
    #expect(
      written == "{\"journal\":{\"_0\":\(count == 1 ? own[0] : "[" + own.joined(separator: ",") + "]")}}")
    #expect(try JSONDecoder().decode(InboxUpdate.self, from: Data(written.utf8)) == update)
    #expect(update.entries == lines)
  }
}
