import Foundation
import ArgumentParser
import InboxSandbox
import InboxTestSupport
import Testing

@testable import inbox

/// What someone who is new to the program writes, and what it says of that.
@Suite(.queued)
struct FirstStepsTests {
  private let program: Program

  init() throws { program = try Program() }

  private func refused(
    _ arguments: String..., says words: String..., sourceLocation: SourceLocation = #_sourceLocation
  )
    async throws -> String
  {
    let outcome = try await program.run(arguments)
    #expect(outcome.status == 2, "\(outcome.errors)", sourceLocation: sourceLocation)
    for word in words where !(outcome.errors + outcome.output).contains(word) {
      Issue.record(
        "“\(word)” is not said: \(outcome.errors) \(outcome.output)", sourceLocation: sourceLocation)
    }
    return outcome.errors
  }

  @Test("without a configuration, and for a profile that is none, the way to a sandbox is said")
  func noConfiguration() async throws {
    for arguments in [["list"], ["--profile", "demo"], ["show", "m1", "--profile", "demo"], ["report"]] {
      let outcome = try await program.run(arguments)
      #expect(outcome.status == 2)
      for word in ["‘inbox sandbox’", "‘--profile sandbox’", "‘inbox init’", "‘inbox demo’"] {
        #expect(outcome.errors.contains(word), "\(arguments): \(outcome.errors)")
      }
    }
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    try program.home.write(
      "[profile.own]\nback-end = \"http://127.0.0.1:9\"\napp-token = \"a\"\naccount-token = \"b\"\n",
      to: "config/inbox/config.toml")
    _ = try await refused(
      "list", "--profile", "demo", says: "There is no profile “demo”", "It has: own.", "‘inbox sandbox’",
      "‘--profile sandbox’")
  }

  @Test("VE-7 a token that is given is taken apart without any configuration")
  func tokenAlone() async throws {
    let old = "eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6Im1hcmlhIiwiZXhwIjoxfQ.c2ln"
    let outcome = try await program.run(["token", old])
    #expect(outcome.status == 1, "\(outcome.errors)")
    for line in [
      "claim    email  maria", "Any vendor will refuse it. It expired at 1970-01-01T00:00:01.000Z.",
      "No profile says who takes it: its claims were compared with nothing.",
    ] {
      #expect(outcome.output.contains(line), "\(outcome.output)")
    }
    #expect(!outcome.output.contains("c2ln"))
    _ = try await refused("token", says: "There is no configuration", "‘inbox init’")
  }

  @Test("MC-15 BD-7 a name that no one has is refused before anything is sent")
  func oddPeople() async throws {
    try configure(
      "[profile.own]\nback-end = \"http://127.0.0.1:9\"\napp-token = \"a\"\naccount-token = \"b\"\n")
    for command in [["list"], ["badge", "set", "3"]] {
      let profile = ["--profile", "own", "--user"]
      let control = try await program.run(command + profile + ["a\r"])
      #expect(control.status == 2 && control.errors.contains("control character U+000D"), "\(control.errors)")
      let empty = try await program.run(command + profile + [""])
      #expect(empty.status == 2 && empty.errors.contains("name of the person is empty"), "\(empty.errors)")
    }
  }

  private func configure(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    try program.home.write(text, to: "config/inbox/config.toml")
  }

  @Test(
    "VE-7 UL-15 MC-14 what needs no profile takes none from a configuration without a default; a wrong one is said",
    arguments: [false, true])
  func noDefault(isNamed: Bool) async throws {
    try configure(
      (isNamed ? "default = \"c\"\n" : "")
        + """
        [profile.a]
        back-end = "http://127.0.0.1:9"
        app-token = "a"
        account-token = "b"
        [profile.b]
        back-end = "http://127.0.0.1:9"
        app-token = "a"
        account-token = "b"
        """)
    try program.home.write(#"{"messages":[]}"#, to: "captured.json")
    let captured = program.home.path + "/captured.json"
    for (arguments, status) in [
      (["token", "eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6Im1hcmlhIiwiZXhwIjoxfQ.c2ln"], 1),
      (["resolve", "--dry-run", "https://www.acme.example/"], 0), (["list", "--capture", captured], 0),
    ] {
      let outcome = try await program.run(arguments)
      #expect(outcome.status == (isNamed ? 2 : Int32(status)), "\(arguments): \(outcome)")
      #expect(
        outcome.errors.contains(":1:1: the file, default: there is no [profile.c]. There are: a, b.")
          == isNamed,
        "\(outcome.errors)")
    }
    _ = try await refused(
      "list", says: isNamed ? "the file, default: there is no [profile.c]." : "There is no profile “default”",
      "a, b")
    _ = try await refused("list", "--profile", "d", says: "There is no profile “d”", "a, b")
    let token = try await program.run("token", "--profile", "a", "x")
    #expect(token.status == 1, "\(token)")
  }

  @Test("a sandbox that is missing: --to is named where the command has it, and nowhere else")
  func noSandbox() async throws {
    for arguments in [
      ["clock"], ["receipts"], ["fault", "clear"], ["campaign", "launch", "x"], ["links", "mail"],
    ] {
      let outcome = try await program.run(arguments)
      #expect(outcome.status == 2 && outcome.errors.contains("--to"), "\(arguments): \(outcome.errors)")
    }
    for arguments in [["list", "--profile", "sandbox"], ["resolve", "--mail", "x"]] {
      let outcome = try await program.run(arguments)
      #expect(
        outcome.status == 2 && outcome.errors.contains("Start one with ‘inbox sandbox’"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("--to"), "\(arguments): \(outcome.errors)")
    }
  }

  @Test("BD-1 a number that no badge can be is wrong before a configuration is missing")
  func negativeBadge() async throws {
    let errors = try await refused("badge", "set", "-1", says: "A badge of -1 cannot be set")
    #expect(!errors.contains("configuration"))
  }

  @Test(
    "options may stand before the command, and what is a command's name may be a value as well",
    arguments: [
      (["--profile", "x", "list"], ["list --profile x"]),
      (["-p", "x", "show", "m1", "--peek"], ["show -p x m1 --peek"]),
      (["--user", "Ann Lee", "badge", "get", "--json"], ["badge get --user Ann Lee --json"]),
      (["--user", "list", "show", "m1"], ["list --user show m1", "show --user list m1"]),
      (["--read-only", "click", "m1", "--", "-x"], ["click --read-only m1 -- -x"]),
      (["badge", "--json", "--profile", "x", "set", "3"], ["badge set --json --profile x 3"]),
      (["badge", "--profile", "set", "get"], ["badge set --profile get", "badge get --profile set"]),
      (
        ["--profile", "x", "badge", "--json", "get"],
        ["badge get --profile x --json", "badge --profile x --json get"]
      ),
      (["badge", "--profile", "x"], []), (["list", "--profile", "x"], []),
      (["--profile=x", "show", "list"], ["show --profile=x list"]),
    ])
  func order(arguments: [String], lines: [String]) async throws {
    #expect(Inbox.verbsFirst(arguments).map { $0.joined(separator: " ") } == lines)
    let outcome = try await program.run(arguments)
    #expect(
      outcome.status == 2 && outcome.errors.contains("There is no configuration at"), "\(outcome.errors)")
  }

  @Test(
    "help behind a command is that command's, whatever is wrong with the options before it",
    arguments: [
      (["--read-only=shop", "list", "--help"], "list --help"),
      (["--read-only", "shop", "list", "-h"], "list --help"),
      (["--profile", "list", "badge", "set", "x", "--help"], "badge set --help"),
      (["badge", "--json=1", "get", "--help"], "badge get --help"),
      (["--json", "campaign", "list", "--help"], "campaign list --help"),
      (["--json", "badge", "--profile", "x", "set", "--help"], "badge set --help"),
      (["--profile", "x", "--help"], nil), (["list", "--help"], nil), (["--user", "x", "list"], nil),
      (["--user", "x", "show", "--", "--help"], nil),
    ] as [([String], String?)])
  func help(arguments: [String], line: String?) {
    #expect(Inbox.helpLine(arguments)?.joined(separator: " ") == line)
  }

  @Test("a mistake behind a command is that command's, wherever its options stand")
  func mistakeBehindOptions() async throws {
    _ = try await refused("--profile", "x", "list", "--jsn", says: "--jsn", "inbox list")
    _ = try await refused("--profile", "x", "lst", says: "lst")
    // A flag of the inbox takes no value: what stands behind it is the command.
    _ = try await refused("--read-only", "compare", "a", "b", says: "--read-only", "inbox compare")
    _ = try await refused("--utc", "check", "x.toml", says: "--utc", "inbox check")
  }

  @Test("a negative number is the value of what stands before it, and no option")
  func negativeNumbers() async throws {
    for line in [["receipts", "--wait", "-1"], ["sandbox", "--port", "-1"]] {
      let outcome = try await program.run(line)
      #expect(outcome.status == 2 && outcome.errors.contains("-1") && !outcome.errors.contains("Missing"))
    }
    for line in [
      ["clock", "-5m"], ["clock", "-5m", "--json"], ["fault", "set", "messages", "503", "times", "-1"],
      ["click", "m1", "-1", "--json"],
    ] {
      let outcome = try await program.run(line)
      #expect(!outcome.errors.contains("Unknown option"), "\(outcome.errors)")
    }
    // Where an option follows, an argument must not change places with another one.
    _ = try await refused("click", "-1abc", "2", "--json", says: "inbox click")
    _ = try await refused("list", "--", "-5", says: "-5", "inbox list")
    _ = try await refused("list", "--json", "-5", says: "-5", "inbox list")
  }

  @Test(
    "the first word that is no option's value is the command, and it says which option it does not have",
    arguments: [
      (["campaign", "check", "c"], "inbox campaign check"), (["fault", "list"], "inbox fault list"),
      (["clock"], "inbox clock"), (["receipts", "--type", "open"], "inbox receipts"),
    ])
  func optionOfAnother(words: [String], usage: String) async throws {
    for name in ["sandbox", "x"] {
      let outcome = try await program.run(["--profile", name] + words)
      #expect(outcome.status == 2 && outcome.errors.contains("Usage: \(usage) "), "\(outcome.errors)")
      #expect(outcome.errors.contains("Unknown option '--profile'"), "\(outcome.errors)")
    }
  }

  @Test("behind a flag the command is the word before its own verb")
  func verbBehindFlag() async throws {
    _ = try await refused("--json", "campaign", "list", "--bogus", says: "--bogus", "inbox campaign list")
    _ = try await refused("--json", "list", "--bogus", says: "--bogus", "inbox list")
    _ = try await refused("--utc", "fault", "list", says: "--utc", "inbox fault list")
  }

  @Test("--help lists every command under what it is for")
  func groups() async throws {
    let help = try await program.run("--help").output
    var last = help.startIndex
    for group in ["READING", "ACTING", "LINKS AND DOMAINS", "PROVING", "SANDBOX", "SETUP AND PROGRAMS"] {
      let place = try #require(help.range(of: group, options: .caseInsensitive, range: last..<help.endIndex))
      last = place.upperBound
    }
    for command in Inbox.configuration.subcommands {
      #expect(help.contains("\n  \(try #require(command.configuration.commandName)) "))
    }
    #expect(help.contains("--read-only"))
  }

  @Test(
    "FE-11 --help is that of the command, also behind options",
    arguments: [
      (["--profile", "x", "list", "--help"], "inbox list"), (["--help", "list"], "inbox list"),
      (["-p", "x", "badge", "set", "-h"], "inbox badge set"), (["keys", "-h", "check"], "inbox keys check"),
      (["--json", "campaign", "list", "--help"], "inbox campaign list"),
      (["--profile", "list", "--help"], "inbox open"), (["--read-only", "--help"], "inbox open"),
    ])
  func help(words: [String], usage: String) async throws {
    let outcome = try await program.run(words)
    #expect(outcome.status == 0 && outcome.output.contains("\nUSAGE: \(usage) "), "\(outcome.output)")
  }

  @Test("a profile that is called as a command is opened as before")
  func profileNamedAsCommand() async throws {
    _ = try await refused("--profile", "list", says: "There is no configuration at")
  }

  @Test("UL-14 without a profile a deep link has no routes to match, and that is said")
  func routes() async throws {
    let dry = try await program.run("resolve", "--dry-run", "acme://products/7")
    #expect(dry.status == 0 && dry.output.contains("deeplink acme://products/7"))
    #expect(
      dry.errors == "inbox: No route could match: routes are set in a profile, and none is used here.\n")
    let web = try await program.run("resolve", "--dry-run", "https://www.acme.example/")
    #expect(web.errors == "", "\(web.errors)")
  }

  @Test("export says first that there is no such file")
  func export() async throws {
    _ = try await refused("export", "nothere", says: "There is no file nothere.", "--har", "--markdown")
    _ = try await refused(
      "export", "nothere", "--har", says: "nothere cannot be read: there is no such file.")
  }

  @Test("check takes the name of a scenario that comes with the program, and names them where there is none")
  func check() async throws {
    for name in ["display-once", "display-once.toml"] {
      let outcome = try await program.run("check", name)
      #expect(
        outcome.status == 0 && outcome.output.contains("1 passed"), "\(outcome.output)\(outcome.errors)")
      #expect(!outcome.output.contains("Scenarios/"), "\(outcome.output)")
    }
    _ = try await refused(
      "check", "nothere", says: "there is no such file", "The bundled scenarios are: ", "display-once,")
    let path = try await program.run("check", "./display-once")
    #expect(path.status == 2 && !path.output.contains("The bundled scenarios are"))
  }

  @Test("FE-6 --filter says of a word with a colon that it was searched for as text, where nothing is found")
  func filter() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    for filter in ["foo:", "foo: sale", "-is:read foo: sale"] {
      let outcome = try await program.run("list", "--profile", "sandbox", "--filter", filter)
      #expect(outcome.status == 0)
      #expect(
        outcome.errors.contains("“foo:” was searched for as text; conditions are is:, has:, kind:, center:"),
        "\(outcome.errors)")
    }
    let found = try await program.run("list", "--profile", "sandbox", "--filter", "plain")
    #expect(found.errors == "", "\(found.errors)")
    await sandbox.stop()
  }
}
