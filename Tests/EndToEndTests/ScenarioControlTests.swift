import Foundation
import Glibc
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

/// What a scenario does to the program and to a sandbox that others use too.
@Suite(.queued)
struct ScenarioControlTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let head = """
    [scenario]
    name = "Control"

    \(ScenarioText.acme)
    badge = "+1"


    """

  private func check(_ scenario: String, _ more: String...) async throws -> Program.Outcome {
    try program.home.write(scenario, to: "own.toml")
    return try await program.run(["check", program.home.path + "/own.toml"] + more)
  }

  @Test(
    "EN-3 SB-5 after a quit the receipts, the server's badge and the clock can be asked; then it starts anew")
  func quit() async throws {
    let outcome = try await check(
      Self.head + """
        [[step]]
        press = "q"

        [[step]]
        expect = "why"
        contains = "session 1 ends"

        [[step]]
        expect = "displays"
        message = "one"
        exactly = 1
        within = 5

        [[step]]
        launch = "one"

        [[step]]
        clock = "+1h"

        [[step]]
        expect = "badge"
        server = 2

        [[step]]
        client = "start"

        [[step]]
        expect = "list"
        total = 2

        [[step]]
        press = "Q"

        [[step]]
        client = "restart"

        [[step]]
        expect = "displays"
        message = "one"
        exactly = 3
        """)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test("SB-5 displays and opens of one client have a promised order, also of one reader alone")
  func order() async throws {
    let steps = """
      [[step]]
      press = "<enter> <esc>"

      [[step]]
      switch = "maria"

      [[step]]
      press = "<enter>"

      [[step]]
      expect = "order"
      is = ["display one", "open one", "display one", "open one"]

      [[step]]
      expect = "order"
      identity = "user:maria"
      is = ["display one", "open one"]
      """
    let outcome = try await check(Self.head + steps)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test("SB-5 what is to be written at the end is searched for at the beginning")
  func evidence() async throws {
    for option in ["--junit", "--jsonl"] {
      let outcome = try await check(Self.head + "[[step]]\nwait = \"quiet\"\n", option, "/nowhere/x")
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(
        outcome.errors
          == "inbox: \(option) /nowhere/x cannot be written: No such file or directory. "
          + "Name a file in a folder that is there.\n")
      // Not even root makes a file there.
      let refused = try await check(Self.head + "[[step]]\nwait = \"quiet\"\n", option, "/sys/x")
      #expect(refused.status == 2, "\(refused)")
      #expect(refused.errors.hasSuffix("Name a file that you may write.\n"), "\(refused)")
    }
  }

  /// What runs already and others use.
  private static let shared = """
    [scenario]
    name = "Shared"
    user = "maria"

    [[step]]
    press = "<enter>"

    [[step]]
    expect = "opens"
    exactly = 1

    [[step]]
    expect = "displays"
    message = "plain"
    exactly = 1

    [[step]]
    fault = "engagements 500"

    [[step]]
    clock = "+1d"

    [[step]]
    fault = "clear"

    [[step]]
    receipts = "reset"

    [[step]]
    press = "<esc> <enter>"

    [[step]]
    expect = "order"
    is = ["open plain"]
    """

  @Test(
    "SB-3 SB-4 SB-5 on a shared sandbox only the scenario's own receipts count; its clock and faults are put back"
  )
  func against() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    // Someone else, also under the same name on another device; and what was on before.
    for user in ["maria", "anna"] {
      let run = try await program.run(
        "--profile", "sandbox", "--user", user, "--screen", "80x24", "--keys", "<enter>")
      #expect(run.status == 0, "\(run.errors)")
    }
    try await sandbox.change(clock: .advance(seconds: 3_600))
    await sandbox.setFault(Fault(.badge, status: 503, retryAfter: 7))
    let before = try await sandbox.receipts().engagements.map(\.id)
    #expect(before.count == 10)
    for round in 1...2 {
      let outcome = try await check(Self.shared, "--against", sandbox.endpoint.httpURL)
      #expect(outcome.status == 0, "round \(round): \(outcome.output)\(outcome.errors)")
    }
    let failing = Self.shared.replacing("is = [\"open plain\"]", with: "is = [\"open deep\"]")
    let failed = try await check(failing, "--against", sandbox.endpoint.httpURL)
    #expect(
      failed.status == 1 && failed.output.contains("expected open deep, got open plain"), "\(failed.output)")
    #expect(try await program.run("clock").output.hasSuffix("the clock runs 1 h ahead of the machine's\n"))
    #expect(try await program.run("fault").output == "badge 503 retry-after 7\n")
    let after = try await sandbox.receipts()
    #expect(after.generation == 1 && Array(after.engagements.map(\.id).prefix(10)) == before)
    await sandbox.stop()
  }

  @Test("SB-4 a clock that stood stands again afterwards, where it stood")
  func standing() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let date = try #require(WireDate.parse("2026-11-21T09:00:00Z"))
    try await sandbox.change(clock: .stop)
    try await sandbox.change(clock: .set(date))
    let outcome = try await check(
      "[scenario]\nname = \"x\"\n[[step]]\nclock = \"+2h\"\n[[step]]\nclock = \"run\"\n[[step]]\nexpect = \"outbox\"\n",
      "--against",
      sandbox.endpoint.httpURL)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(
      try await program.run("clock").output
        == "2026-11-21T09:00:00.000Z: the clock stands at 2026-11-21T09:00:00.000Z\n")
    await sandbox.stop()
  }

  @Test("SB-1 where nothing listens, that is what is said, before any scenario runs")
  func nobody() async throws {
    let port = try LoopbackPort(.refusing)
    let url = "http://127.0.0.1:\(port.number)"
    let outcome = try await check(Self.shared, "--against", url)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors == "inbox: Nothing responds at \(url). Start a sandbox there with ‘inbox sandbox’.\n")
  }

  @Test("SB-1 a sandbox whose tokens lie elsewhere cannot be checked against, and where it can is said")
  func foreign() async throws {
    let theirs = try await Sandbox.start(SandboxOptions(launchesTimed: false), campaigns: [])
    let outcome = try await check(Self.shared, "--against", theirs.endpoint.httpURL)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains("its tokens are not known here. Run the check on the machine where"),
      "\(outcome.errors)")
    await theirs.stop()
  }

  @Test(
    "SB-5 a check that a signal ends leaves nothing behind, and a shared sandbox as it was",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(signal: Int32) async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let place = program.home.path + "/tmp"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let long = String(repeating: "[[step]]\nexpect = \"badge\"\nlocal = 77\nwithin = 600\n", count: 50)
    try program.home.write(
      """
      [scenario]
      name = "Long"
      [[step]]
      clock = "+1h"
      [[step]]
      fault = "badge 500"
      [[step]]
      press = "<enter>"

      """ + long, to: "long.toml")
    let running = try program.start(
      ["check", program.home.path + "/long.toml", "--against", sandbox.endpoint.httpURL],
      environment: ["TMPDIR": place + "/"])
    // The open comes when clock and fault are changed already.
    _ = try await sandbox.receipts(ReceiptFilter(type: "open")) { !$0.engagements.isEmpty }
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).count == 1)
    #expect(try clock() != .machine)
    kill(running.process, signal)
    #expect((await running.end.value >> 8) & 0xFF == 128 + signal)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == [])
    #expect(try clock() == .machine)
    #expect(try await program.run("fault").output == "No active faults.\n")
    await sandbox.stop()
  }

  private func clock() throws -> ClockReading {
    try SandboxEndpoint.read(folder: program.sandboxFolder).clock
  }

  private static let wrongLines: [([String], String)] = [
    (["chekc"], "inbox: Unknown command ‘chekc’. Did you mean ‘check’?"),
    (["fualt", "set"], "Unknown command ‘fualt’. Did you mean ‘fault’?"),
    (["fault", "sett"], "Unknown command ‘sett’. Did you mean ‘set’?"),
    (["xyzzy"], "Unknown command ‘xyzzy’. There are: open, demo,"),
    (["lsit"], "Unknown command ‘lsit’. Did you mean ‘list’?"),
    (["help", "lsit"], "Unknown command ‘lsit’. Did you mean ‘list’?"),
    (["help", "fault", "sett"], "Unknown command ‘sett’. Did you mean ‘set’?"),
    (["list", "--nope"], "inbox: Unknown option"), (["list", "--center"], "inbox: Missing value"),
    (
      ["receipts", "--type", "moon", "--to", "URL"],
      "type=moon is none of display, open, click"
    ),
    (["list", "--center", "Moon", "--profile", "sandbox"], "There is no message center “Moon”"),
    (["fault", "set", "messages", "200"], "200 is the status of a good response"),
    (
      [
        "links", "match", "--aasa", "BAD", "--domain", "a.example", "--app-id", "T.a", "https://a.example/",
      ], "is not a site association"
    ),
  ]

  @Test(
    "the exit status of a wrong command line is 2, and an unknown command is named with the one that was meant"
  )
  func exitStatus() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try program.home.write("{", to: "bad.json")
    let places = ["URL": sandbox.endpoint.httpURL, "BAD": program.home.path + "/bad.json"]
    for (arguments, sentence) in Self.wrongLines {
      let outcome = try await program.run(arguments.map { places[$0] ?? $0 })
      #expect(
        outcome.status == 2 && outcome.errors.contains(sentence),
        "\(arguments): \(outcome.status) \(outcome.errors)")
    }
    #expect(try await program.run("help").status == 0)
    await sandbox.stop()
  }

  @Test("a file that is not UTF-8 is said to be that")
  func encoding() async throws {
    let path = program.home.path + "/latin.toml"
    // Behind a letter of two bytes, on the second line.
    try Data("# one\nä = \"caf".utf8 + [0xE9, 0x22]).write(to: URL(fileURLWithPath: path))
    let sentence = "latin.toml:2:9: this is not UTF-8 (byte offset 15). Save the file as UTF-8 text."
    for arguments in [
      ["check", path], ["lint", path], ["campaign", "check", path], ["keys", "check", path],
    ] {
      let outcome = try await program.run(arguments)
      #expect(
        outcome.status == 2 && (outcome.output + outcome.errors).contains("\(program.home.path)/\(sentence)"),
        "\(arguments): \(outcome)")
      #expect(!outcome.errors.contains("permissions"))
    }
    // As it was given.
    let here = try await program.run(
      [
        "-c", "cd \"$1\" && \"$0\" campaign check latin.toml ./latin.toml missing.toml", Program.path,
        program.home.path,
      ],
      binary: "/bin/sh")
    #expect(here.errors.hasPrefix("inbox: \(sentence)\ninbox: ./\(sentence)\n"), "\(here.errors)")
    #expect(here.errors.contains("missing.toml cannot be read: there is no such file."))
  }
}
