import Foundation
import Testing

/// What the security article claims to be tested.
struct SecurityArticleTests {
  private let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL

  @Test("every test that the security article names is there")
  func names() throws {
    let article = try String(
      contentsOf: repository.appendingPathComponent("Sources/InboxCore/InboxCore.docc/Security.md"),
      encoding: .utf8)
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("|") && $0.hasSuffix("* |") }
    let tests = repository.appendingPathComponent("Tests")
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?.allObjects ?? []
    let sources = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(rows.count > 20)
    for row in rows {
      let title = try #require(row.split(separator: "|").last).trimmingCharacters(
        in: CharacterSet(charactersIn: " *"))
      #expect(sources.contains { $0.contains("\"\(title)\"") }, "\(title)")
    }
  }
}
