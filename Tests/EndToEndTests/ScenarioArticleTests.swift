import Foundation
import InboxTestSupport
import InboxVendors
import Testing

/// The article about scenarios: its examples run, and its table is made from the code.
@Suite(.queued)
struct ScenarioArticleTests {
  private static let begin =
    "<!-- Made from the code: RECORD_FRAMES=1 swift test --filter ScenarioArticleTests writes it. -->"

  private let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/InboxCore/InboxCore.docc/Scenarios.md").standardizedFileURL

  private var table: String {
    let rows = LinkVocabulary.rows.map { row in
      "| `\(row.key)` | \(row.vendor ?? "any link") | \(row.values.map { "`\($0)`" }.joined(separator: " ")) |"
    }
    return (["| key | of | values |", "|---|---|---|"] + rows).joined(separator: "\n") + "\n"
  }

  @Test("UL-15 Scenarios.md lists the words of a link as the code has them")
  func words() throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let range = try #require(text.firstRange(of: Self.begin))
    let wanted = text[..<range.upperBound] + "\n\n" + table
    if ProcessInfo.processInfo.environment["RECORD_FRAMES"] != nil {
      try Data(wanted.utf8).write(to: file)
      Issue.record("recorded Scenarios.md; look at it, then run without RECORD_FRAMES")
      return
    }
    #expect(text == wanted)
  }

  @Test("SB-5 QA-5 every example of Scenarios.md that names its file passes")
  func examples() async throws {
    let program = try Program()
    let text = try String(contentsOf: file, encoding: .utf8)
    var scenarios = 0
    for block in text.components(separatedBy: "```toml\n").dropFirst() {
      let example = block.components(separatedBy: "\n```")[0]
      let first = try #require(example.split(separator: "\n").first)
      guard first.hasPrefix("# "), first.hasSuffix(".toml") else { continue }
      let path = program.home.path + "/examples/" + first.dropFirst(2)
      try FileManager.default.createDirectory(
        atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true
      )
      try Data((example + "\n").utf8).write(to: URL(fileURLWithPath: path))
      if example.contains("\n[scenario]\n") { scenarios += 1 }
    }
    #expect(scenarios >= 6)
    let outcome = try await program.run("check", program.home.path + "/examples", "--jobs", "2")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    // The table has two rows.
    #expect(outcome.output.hasSuffix("\(scenarios + 1) passed, 0 failed, 0 broken.\n"), "\(outcome.output)")
  }
}
