import Foundation
import InboxTUI
import InboxTestSupport
import Testing

/// The article about keys is made from the registry.
struct KeyArticleTests {
  private static let begin =
    "<!-- Made from the registry: RECORD_FRAMES=1 swift test --filter KeyArticleTests writes it. -->"

  private var table: String {
    let rows = ActionRegistry.actions.map { action -> String in
      let keys =
        action.binding.keyLabel.map { "`\($0)`" }
        ?? action.keys.map { "`\($0.notation)`" }.joined(separator: " ")
      let places = KeyMap.standard.places(of: action)
      return
        "| `\(action.id.rawValue)` | \(keys)\(action.isFixed ? " *fixed*" : "") | \(action.title) | \(places) |"
    }
    return (["| action | keys | does | where |", "|---|---|---|---|"] + rows).joined(separator: "\n") + "\n"
  }

  @Test("FE-6 Keys.md lists every action as the registry has it")
  func article() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/InboxCore/InboxCore.docc/Keys.md").standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    let range = try #require(text.firstRange(of: Self.begin))
    let wanted = text[..<range.upperBound] + "\n\n" + table
    if ProcessInfo.processInfo.environment["RECORD_FRAMES"] != nil {
      try Data(wanted.utf8).write(to: file)
      Issue.record("recorded Keys.md; look at it, then run without RECORD_FRAMES")
      return
    }
    #expect(text == wanted)
  }
}
