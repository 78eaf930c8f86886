import Foundation
import InboxModel
import InboxTestSupport
import Testing

/// What programs read on standard output when a command fails.
@Suite(.queued)
struct JSONErrorTests {
  private let program: Program

  init() throws { program = try Program() }

  /// Every command with `--json`, and arguments with which it fails where nothing is configured and no sandbox runs; none
  /// for those that cannot fail.
  private static let failing: [String: [String]?] = [
    "list": ["--center", "Nowhere"], "show": ["m1"], "mark": ["read", "m1"], "delete": ["m1"],
    "click": ["m1", "1"], "token": [], "badge get": [], "badge set": ["1"], "badge reset": [],
    "badge log": [], "report": [], "resolve": ["--mail", "sale"], "links mail": [],
    "domain check": ["nonsense"],
    "clock": [], "fault list": [], "fault set": ["messages", "503"], "receipts": [], "campaign list": [],
    "lint": ["/nowhere.toml"], "compare": ["maria", "ben"], "lens": ["/nowhere"],
    "stale": ["--center", "Nowhere"], "tap": ["--to", "nonsense"],
    "space list": [], "space create": ["try"], "space rotate": ["try"],
    "keys list": nil, "theme list": nil, "theme check": nil,
  ]

  /// The commands of the binary that have the flag.
  private func commands() async throws -> Set<String> {
    let help = try JSONValue.parse(Data(await program.run("--experimental-dump-help").output.utf8))
    func names(_ command: JSONValue, _ path: [String]) -> [String] {
      let flags = (command["arguments"]?.elements ?? []).flatMap { $0["names"]?.elements ?? [] }
      let own = flags.contains { $0["name"]?.text == "json" } ? [path.joined(separator: " ")] : []
      return own
        + (command["subcommands"]?.elements ?? []).flatMap {
          names($0, path + [$0["commandName"]?.text ?? ""])
        }
    }
    return Set(names(try #require(help["command"]), []))
  }

  @Test("MC-15 every command with --json says what went wrong in one object as well")
  func everyCommand() async throws {
    #expect(try await commands() == Set(Self.failing.keys))
    for (command, arguments) in Self.failing {
      guard let arguments else { continue }
      let words = command.split(separator: " ").map(String.init)
      let outcome = try await program.run(words + arguments + ["--json"])
      #expect(outcome.status > 0, "\(command)")
      try expectError(outcome, command)
    }
  }

  @Test("MC-15 so do a file that is not TOML, a back end that is down and a theme that is not there")
  func errors() async throws {
    try program.configureOffline("own")
    for arguments in [["badge", "set", "3"], ["show", "nothing"], ["lint", "/nowhere"]] {
      try expectError(await program.run(arguments + ["--json"]), "\(arguments)")
    }
    // A result that says it itself is the one object.
    let list = try await program.run("list", "--json")
    let value = try JSONValue.parse(Data(list.output.utf8))
    #expect(
      list.status == 1 && value["error"] == nil && value["centers"]?.elements?.first?["error"]?["text"] != nil
    )
    let theme = try await program.run("theme", "check", "no-such", "--json")
    let found = try JSONValue.parse(Data(theme.output.utf8))["themes"]?.elements?.first
    #expect(
      theme.status == 2 && found?["error"]?["text"]?.text?.contains("no-such") == true, "\(theme.output)")
    try program.home.write("default = \n", to: "config/inbox/config.toml")
    let broken = try await program.run("list", "--json")
    try expectError(broken, "TOML")
    #expect(try JSONValue.parse(Data(broken.output.utf8))["error"]?["kind"]?.text == "configuration")
  }

  @Test(
    "MC-15 QA-6 so do a wrong line and a process that may open too little, and drive in the form of its responses"
  )
  func beforeACommand() async throws {
    let few = ["-c", "ulimit -n 20; exec \"$0\" \"$@\"", Program.path]
    for arguments in [
      ["clock", "--json", "nonsense"], ["mark", "--json", "wrong", "id"], ["nonsense", "--json"],
      ["--json", "list", "--nonsense"], ["receipts", "--nonsense"],
    ] {
      let outcome = try await program.run(arguments)
      #expect(outcome.status == 2, "\(outcome)")
      try expectError(outcome, "\(arguments)")
    }
    let text = try await program.run("show", "one", "--nonsense", "--", "--json")
    #expect(text.status == 2 && text.output.isEmpty, "\(text)")
    let list = try await program.run(few + ["list", "--json"], binary: "/bin/sh")
    #expect(list.status == 2 && list.errors.contains("Raise that limit"), "\(list)")
    try expectError(list, "list")
    let early = try await program.run(few + ["drive"], binary: "/bin/sh")
    let wrong = try await program.run("--profile", "sandbox", "drive", "--nonsense")
    for (outcome, kind) in [(early, "configuration"), (wrong, "usage")] {
      let response = try JSONValue.parse(Data(outcome.output.utf8))
      #expect(outcome.status == 2 && response["ok"] == .bool(false), "\(outcome)")
      #expect(response["error"]?["kind"] == .string(kind), "\(outcome)")
      #expect(outcome.errors.contains("inbox: \(response["error"]?["text"]?.text ?? "?")"), "\(outcome)")
    }
  }

  private func expectError(_ outcome: Program.Outcome, _ command: String) throws {
    #expect(outcome.output.split(separator: "\n").count == 1, "\(command): \(outcome)")
    let text = try JSONValue.parse(Data(outcome.output.utf8))["error"]?["text"]?.text
    #expect(outcome.errors.contains("inbox: \(text ?? "?")"), "\(command): \(outcome)")
  }
}
