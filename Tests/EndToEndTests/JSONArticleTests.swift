import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

/// The table of the guide, held against what the commands print.
@Suite(.queued)
struct JSONArticleTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/InboxCore/InboxCore.docc/Commands.md").standardizedFileURL

  /// One that has expired.
  private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6Im1hcmlhIiwiZXhwIjoxfQ.c2ln"

  /// The command lines of the table, each with the members that stand beside it.
  private static func rows() throws -> [(command: String, members: Set<String>)] {
    let text = try String(contentsOf: article, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## What programs read").last)
    return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let words = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      return (words[0], Set(words.dropFirst()))
    }
  }

  /// Whose names are the sender's or the vendors' own.
  private static let open: Set<String> = [
    "custom", "suppressed", "sdks", "parameters", "header", "claims", "bloomreach", "iterable",
  ]

  private func names(_ value: JSONValue) -> Set<String> {
    switch value {
    case .array(let values): Set(values.flatMap(names))
    case .object(let members):
      Set(members.keys).union(members.flatMap { Self.open.contains($0.key) ? [] : names($0.value) })
    default: []
    }
  }

  @Test("FE-9 QA-6 the guide names every member that a command prints for programs")
  func members() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    _ = try await program.run("list", "--profile", "sandbox")
    _ = try await program.run("list", "--profile", "sandbox-iterable")
    _ = try await program.run("fault", "set", "pictures", "503")
    let rows = try Self.rows()
    #expect(rows.count > 15)
    for (command, members) in rows {
      let isOfVendor = command.hasPrefix("click")
      let line = command.replacing("ID 1", with: "deep 1").replacing("ID", with: "plain")
        .replacing("JWT", with: Self.token)
      let isOfSandbox = ["campaign", "links", "clock", "keys", "theme", "fault", "space"].contains {
        line.hasPrefix($0)
      }
      let profile = isOfSandbox ? [] : ["--profile", isOfVendor ? "sandbox-iterable" : "sandbox"]
      let arguments = line.split(separator: " ").map(String.init) + ["--json"] + profile
      let outcome = try await program.run(arguments)
      let printed = names(try JSONValue.parse(Data(outcome.output.utf8)))
      #expect(!printed.contains("error") || command == "list", "\(command): \(outcome)")
      #expect(
        !printed.isEmpty && printed.isSubset(of: members), "\(command): \(printed.subtracting(members))")
    }
    await sandbox.stop()
  }
}
