import Foundation
import Testing

@testable import InboxEvidence

/// The article's tables of rules are made from the code.
struct LensArticleTests {
  private static let made =
    "Made from the code: RECORD_FRAMES=1 swift test --filter LensArticleTests writes it."

  private var lens: String {
    let rows = LensRule.all.map {
      "| \($0.name) | `\($0.head)` | \($0.rule) | \($0.version) | \($0.source) |"
    }
    return (["| rule | column | counts | read at | source |", "|---|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }

  private var stale: String {
    let rows = StaleRule.all.map { "| \($0.name) | \($0.rule) | \($0.version) | \($0.source) |" }
    return (["| SDK | does | read at | source |", "|---|---|---|---|"] + rows).joined(separator: "\n")
  }

  @Test("QA-1 QA-3 Lens.md lists every rule as the code has it")
  func article() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/InboxCore/InboxCore.docc/Lens.md").standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    var wanted = text
    for (name, table) in [("lens", lens), ("stale", stale)] {
      let begin = try #require(wanted.range(of: "<!-- \(name): \(Self.made) -->\n"))
      let end = try #require(wanted.range(of: "\n<!-- end of \(name) -->"))
      wanted.replaceSubrange(begin.upperBound..<end.lowerBound, with: "\n\(table)\n")
    }
    if ProcessInfo.processInfo.environment["RECORD_FRAMES"] != nil {
      try Data(wanted.utf8).write(to: file)
      Issue.record("recorded Lens.md; look at it, then run without RECORD_FRAMES")
      return
    }
    #expect(text == wanted)
  }
}
