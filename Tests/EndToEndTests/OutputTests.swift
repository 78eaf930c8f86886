import Foundation
import InboxTestSupport
import Testing

/// What the commands print, and where it cannot be printed.
@Suite(.queued)
struct OutputTests {
  private let program: Program
  private let capture: String
  private let campaigns: String

  private static let forged = "* m9  2026-01-01T10:00:00.000Z  Forged"

  init() throws {
    program = try Program()
    capture = program.home.path + "/a.json"
    campaigns = program.home.path + "/acme.toml"
    try program.home.write(
      #"[{"id":"m1\n\#(Self.forged)","sent_ts":"2026-01-03T10:00:00Z","subject":"One\r\nTwo\u2028Three","message":"A\nB"}]"#,
      to: "a.json")
    try program.home.write(
      #"""
      [brand]
      name = "Acme, 1 campaign\nother.toml: Evil"
      domain = "news.acme.example"
      scheme = "acme"
      [[campaign]]
      id = "one"
      kind = "launch-app"
      subject = "One"
      message = "m"
      """#, to: "acme.toml")
    try program.configureOffline("own")
  }

  /// Runs a command under a shell, which says where its output goes.
  private func run(_ redirection: String, _ arguments: [String]) async throws -> Program.Outcome {
    try await program.run(
      ["-c", "\"$0\" \"$@\" \(redirection)", Program.path] + arguments, binary: "/bin/sh")
  }

  private func commands() async throws -> [[String]] {
    let recording = program.home.path + "/run.jsonl"
    _ = try await program.run("badge", "get", "--record", recording)
    try program.home.write(
      "[scenario]\nname = \"x\"\n[[step]]\nexpect = \"outbox\"\n", to: "scenario.toml")
    return [
      ["export", "--har", recording], ["export", "--markdown", recording], ["diff", recording, recording],
      ["theme", "export", "dark"], ["theme", "export", "--resolved", "dark"], ["theme", "list", "--json"],
      ["theme", "print", "dark"], ["list", "--json", "--capture", capture], ["list", "--capture", capture],
      ["show", "m1", "--peek", "--offline", "--help"], ["open", "--capture", capture, "--screen", "80x24"],
      ["open", "--capture", capture, "--plain"], ["badge", "get"], ["badge", "log", "--json"],
      ["report", "--json"],
      ["campaign", "check", campaigns], ["lint", campaigns], ["tour", "export"], ["keys"], ["info"],
      ["check", program.home.path + "/scenario.toml"], ["--help"], ["help", "list"], ["--version"],
      ["--generate-completion-script", "bash"], ["--experimental-dump-help"],
    ]
  }

  @Test("a full disk under standard output is said by every command, help included, and the status is 2")
  func full() async throws {
    for arguments in try await commands() {
      let outcome = try await run(">/dev/full", arguments)
      #expect(
        outcome.status == 2
          && outcome.errors.contains("inbox: Standard output cannot be written: No space left on device."),
        "\(arguments): \(outcome.status) \(outcome.errors)")
    }
  }

  @Test("standard output that is closed is said as well, and no file of ours takes its place")
  func closed() async throws {
    for arguments in [["list", "--offline"], ["--help"], ["badge", "get"]] {
      let outcome = try await run(">&-", arguments)
      #expect(
        outcome.status == 2 && outcome.errors.contains("Standard output cannot be written")
          && outcome.errors.contains("It is closed") && !outcome.errors.contains("room"),
        "\(outcome.errors)")
    }
    let after = try await program.run("badge", "get")
    #expect(after.status == 0, "\(after.errors)")
  }

  @Test("a reader that has gone gets nothing")
  func gone() async throws {
    for arguments in [["theme", "print", "dark"], ["--help"], ["list", "--capture", capture]] {
      let outcome = try await run("| true", arguments)
      #expect(outcome.errors == "", "\(arguments): \(outcome.errors)")
    }
  }

  @Test("QA-3 a check whose reader has gone writes its files all the same")
  func goneReader() async throws {
    try program.home.write(
      "[scenario]\nname = \"fails\"\n[[step]]\nexpect = \"badge\"\nserver = 5\n", to: "fails.toml")
    let (scenario, junit) = (program.home.path + "/fails.toml", program.home.path + "/gone.xml")
    _ = try await run("| true", ["check", scenario, scenario, "--junit", junit])
    let text = try String(contentsOfFile: junit, encoding: .utf8)
    #expect(text.contains("failures=\"2\"") || text.contains("<failure"), "\(text)")
  }

  @Test("FE-9 a line break in an id, a subject or a brand makes no line of its own")
  func forgedLines() async throws {
    let list = try await program.run("list", "--capture", capture)
    #expect(list.output.split(separator: "\n").count == 2, "\(list.output)")
    #expect(!list.output.split(separator: "\n").contains { $0.hasPrefix("* m9") })
    #expect(list.output.contains("One Two Three"))
    let show = try await program.run(
      "show", "m1\n" + Self.forged, "--capture", capture)
    #expect(
      show.status == 0 && !show.output.split(separator: "\n").contains { $0.hasPrefix("* m9") },
      "\(show.output)")
    #expect(show.output.contains("\nA\nB\n"), "a text has lines of its own")
    let check = try await program.run("campaign", "check", campaigns)
    #expect(check.output.split(separator: "\n").count == 1, "\(check.output)")
    try program.home.write(
      "[scenario]\nname = \"x (1 steps)\\nok    other\"\n[[step]]\nexpect = \"badge\"\nserver = 5\n",
      to: "bad.toml")
    let failed = try await program.run("check", program.home.path + "/bad.toml")
    #expect(failed.status == 1 && !failed.output.contains("\nok    other"), "\(failed.output)")
    let missing = try await program.run("show", "m2\ninbox: all is well", "--capture", capture)
    #expect(missing.status == 1 && missing.errors.split(separator: "\n").count == 1, "\(missing.errors)")
  }
}
