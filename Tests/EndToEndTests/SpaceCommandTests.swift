import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import InboxVendors
import Testing

/// Spaces from the command line (TS-2, TS-8).
@Suite(.queued)
struct SpaceCommandTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test("TS-8 the tokens of another sandbox's space of the same name are kept")
  func sameName() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(try await program.run("space", "create", "own").status == 0)
    let file = program.home.path + "/state/inbox/spaces/own.json"
    let other = try String(contentsOfFile: file, encoding: .utf8)
      .replacing(sandbox.endpoint.httpURL, with: "http://127.0.0.1:9")
    try other.write(toFile: file, atomically: false, encoding: .utf8)
    // The other address may be of the same store: rotating would end the tokens of everyone.
    let again = try await program.run("space", "create", "own")
    let place =
      "has the tokens of the one at http://127.0.0.1:9/s/own. If both addresses are of one store, use"
    #expect(again.status == 1 && again.errors.contains("\(file) \(place)"), "\(again)")
    let asked = try await program.run("receipts", "--to", "\(sandbox.endpoint.httpURL)/s/own")
    #expect(
      asked.status == 1 && asked.errors.contains("no control token: \(file) has those of http://127.0.0.1:9"),
      "\(asked)")
    // One that is named is the space's own, and outdated.
    try program.home.write(String(repeating: "x", count: 40), to: "outdated")
    let outdated = try await program.run(
      "receipts", "--to", "\(sandbox.endpoint.httpURL)/s/own", "--control-token",
      program.home.path + "/outdated")
    #expect(
      outdated.status == 1 && outdated.errors.contains("refuses the tokens of the space “own”"), "\(outdated)"
    )
    let rotated = try await program.run("space", "rotate", "own")
    #expect(
      rotated.status == 0
        && rotated.errors.contains("at http://127.0.0.1:9/s/own are in \(file).1 now."), "\(rotated)")
    #expect(try String(contentsOfFile: file + ".1", encoding: .utf8) == other)
    try other.write(toFile: file, atomically: false, encoding: .utf8)
    let removed = try await program.run("space", "remove", "own")
    #expect(removed.output == "Removed own.\n" && removed.errors.contains("\(file) stays"), "\(removed)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == other)
    await sandbox.stop()
  }

  @Test("TS-8 the tokens of a space are not made where they could not be kept, as they are handed out once")
  func unkept() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    try program.home.write("in the way", to: "state/inbox/spaces")
    let made = try await program.run("space", "create", "own")
    #expect(made.status == 2 && made.errors.contains("Nothing was requested"), "\(made)")
    #expect(try await program.run("space", "list").output.hasPrefix("There are no spaces."))
    await sandbox.stop()
  }

  @Test("TS-2 a space is made, opened by a profile, read by an address, given other tokens and removed")
  func life() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(
      try await program.run("space").output == "There are no spaces. ‘inbox space create NAME’ makes one.\n")
    let made = try await program.run("space", "create", "checkout")
    #expect(made.status == 0, "\(made.errors)")
    let url = "\(sandbox.endpoint.httpURL)/s/checkout"
    #expect(made.output.hasPrefix("checkout is at \(url)\n"))
    #expect(made.output.contains("\nIterable  \(url)/iterable/api  apiKey "))
    #expect(try await program.run("space", "list").output.hasPrefix("checkout  since "))
    let file = program.home.path + "/state/inbox/spaces/checkout.json"
    let facts = try FileManager.default.attributesOfItem(atPath: file)
    #expect(facts[.posixPermissions] as? Int == 0o600)
    for profile in ["sandbox@checkout", "sandbox-iterable@checkout", "sandbox-bloomreach@checkout"] {
      let list = try await program.run("list", "--profile", profile, "--json")
      #expect(list.output.contains(#""id":"first""#), "\(profile): \(list.errors)")
    }
    let receipts = try await program.run("receipts", "--to", url, "--wait", "1", "--of", "fetches")
    #expect(receipts.status == 0, "\(receipts.errors)")
    #expect(try await sandbox.receipts().fetches.isEmpty)
    #expect(try await program.run("clock", "+5m", "--to", url).status == 0)
    #expect(sandbox.endpoint.clock == .machine)
    let again = try await program.run("space", "create", "checkout")
    #expect(
      again.status == 1 && again.errors.contains("already exists, at \(url), and its tokens are in \(file)"))
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(try await program.run("space", "rotate", "checkout").status == 0)
    #expect(try await program.run("receipts", "--to", url).status == 0)
    try before.write(to: URL(fileURLWithPath: file))
    let stale = try await program.run("receipts", "--to", url)
    #expect(stale.status == 1 && stale.errors.contains("Get its file again"), "\(stale)")
    for profile in ["sandbox@checkout", "sandbox-iterable@checkout", "sandbox-bloomreach@checkout"] {
      let list = try await program.run("list", "--profile", profile, "--refresh")
      let words = "The sandbox refuses the tokens of the space “checkout”: it was removed, or has new ones."
      #expect(list.status == 1 && list.errors.contains(words), "\(list)")
    }
    let compared = try await program.run("compare", "sandbox", "sandbox@checkout")
    #expect(
      compared.status == 2 && compared.errors.contains("refuses the tokens of the space “checkout”"),
      "\(compared)")
    for words in [["report"], ["report", "--server"]] {
      let report = try await program.run(words + ["--profile", "sandbox@checkout"])
      #expect(
        report.status == 2 && report.errors.contains("refuses the tokens of the space “checkout”"),
        "\(report)")
    }
    try program.home.write(Self.scenario, to: "scenario.toml")
    let check = try await program.run(
      "check", "--against", url, program.home.path + "/scenario.toml")
    #expect(check.status == 2 && check.errors.contains("Get its file again"), "\(check)")
    #expect(try await program.run("space", "remove", "checkout").output == "Removed checkout.\n")
    #expect(
      try await program.run("list", "--profile", "sandbox@checkout").errors.contains(
        "‘inbox space create checkout’"))
    #expect(try await program.run("space", "create", "No Way").status != 0)
    await sandbox.stop()
  }

  @Test("TS-2 SB-5 what a space acknowledged that was removed is not missing in one that is made again")
  func madeAgain() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(try await program.run("space", "create", "ci").status == 0)
    let run = try await program.run(
      "--profile", "sandbox@ci", "--screen", "80x24", "--keys", "<enter>")
    #expect(run.status == 0, "\(run.errors)")
    let before = try await program.run("report", "--profile", "sandbox@ci")
    #expect(before.output.contains("2 events, each exactly once."), "\(before)")
    #expect(try await program.run("space", "remove", "ci").status == 0)
    #expect(try await program.run("space", "create", "ci").status == 0)
    let words = "2 events were acknowledged or happened before the receipts were reset"
    let after = try await program.run("report", "--profile", "sandbox@ci")
    #expect(after.status == 0 && after.output.contains(words), "\(after)")
    await sandbox.stop()
  }

  @Test("SB-4 TS-2 a command on a space goes by its clock, however long ago its tokens were given")
  func clock() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns + "expires = \"+1d\"\n")
    #expect(try await program.run("space", "create", "late").status == 0)
    #expect(try await program.run("list", "--profile", "sandbox@late").output.contains("first"))
    let moved = try await program.run(
      "clock", "+2d", "--to", "\(sandbox.endpoint.httpURL)/s/late")
    #expect(moved.status == 0, "\(moved.errors)")
    let list = try await program.run("list", "--profile", "sandbox@late")
    #expect(list.status == 0 && !list.output.contains("first"), "\(list)")
    let gone = try await program.run("list", "--gone", "--profile", "sandbox@late")
    #expect(gone.output.contains("expired"), "\(gone)")
    await sandbox.stop()
    let down = try await program.run("compare", "maria", "ben", "--profile", "sandbox@late")
    #expect(down.status == 2, "\(down)")
  }

  @Test("TS-2 SB-4 a scenario runs against a space, and begins at what its clock says by now")
  func check() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(try await program.run("space", "create", "ci").status == 0)
    let url = "\(sandbox.endpoint.httpURL)/s/ci"
    #expect(try await program.run("clock", "+2d", "--to", url).status == 0)
    let scenario = Self.scenario.replacing("press =", with: "clock = \"+1m\"\n\n[[step]]\npress =")
    try program.home.write(scenario + "since = \"+1m\"\nuntil = \"+1h\"\n", to: "scenario.toml")
    let run = try await program.run("check", "--against", url, program.home.path + "/scenario.toml")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try await sandbox.receipts().engagements.isEmpty)
    await sandbox.stop()
  }

  /// Sets the badge in the space `ci`, once with each number.
  private func setBadges(_ numbers: ClosedRange<Int>) async throws {
    let lines = numbers.map { "{\"do\":\"badge\",\"count\":\($0)}\n" }.joined()
    try program.home.write(lines, to: "badges.jsonl")
    let set = try await program.run(
      ["drive", "--profile", "sandbox@ci"], input: program.home.path + "/badges.jsonl")
    #expect(
      set.status == 0
        && set.output.split(separator: "\n").count { $0.contains("\"ok\":true") } == numbers.count)
  }

  @Test("TS-6 a space is made with settings, which are changed, and its list says when it is nearly full")
  func retention() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let made = try await program.run("space", "create", "ci", "--keep-days", "7", "--limit", "10")
    #expect(made.status == 0, "\(made.errors)")
    #expect(try await program.run("space", "list").output.hasSuffix("  keeps 7 days, 10 of each kind\n"))
    let set = try await program.run("space", "set", "ci", "--keep-days", "1")
    #expect(set.output == "ci  keeps 1 day, 10 of each kind\n", "\(set.errors)")
    #expect(try await program.run("space", "set", "main", "--limit", "500").status == 0)
    #expect(try await program.run("space", "set", "other", "--limit", "500").status == 1)
    #expect(try await program.run("space", "set", "ci").errors.contains("Give --keep-days, --limit or both."))
    #expect(try await program.run("space", "set", "ci", "--limit", "1").status != 0)
    let url = "\(sandbox.endpoint.httpURL)/s/ci"
    try await setBadges(1...9)
    let warning = "9 of 10 badges that apps set are kept, for 1 day at most; the oldest go first"
    #expect(try await program.run("space", "list").output.contains(warning))
    let receipts = try await program.run("receipts", "--to", url)
    #expect(receipts.output.contains(warning) && receipts.errors.contains(warning), "\(receipts.errors)")
    await sandbox.stop()
  }

  @Test("TS-6 SB-5 in a space that is full a scenario counts its own badges, where older ones go for them")
  func full() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(try await program.run("space", "create", "ci", "--limit", "10").status == 0)
    try await setBadges(1...10)
    try program.home.write(
      """
      [scenario]
      name = "badges"

      [[step]]
      press = "b 7 <enter> <esc>"

      [[step]]
      expect = "badges"
      exactly = 1
      within = 5
      """, to: "badges.toml")
    let run = try await program.run(
      "check", "--against", "\(sandbox.endpoint.httpURL)/s/ci", program.home.path + "/badges.toml")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    await sandbox.stop()
  }

  @Test("TS-8 SB-1 commands, profiles and scenarios reach a sandbox over HTTPS, whose certificate they check")
  func https() async throws {
    let authority = try await TestAuthority()
    try await authority.makeCertificate(
      "front",
      TestAuthority.CertificateRequest { ($0.names, $0.commonName) = (["localhost"], "localhost") })
    let front = try await TLSTerminator(authority, "front")
    let url = "https://localhost:\(front.port)"
    let token = "control-token-behind-the-proxy"
    let sandbox = try await Sandbox.start(
      SandboxOptions(
        publicURL: PublicURL(url), controlToken: ControlToken(token), launchesTimed: false),
      campaigns: [CampaignFile.parse(Self.campaigns, name: "test.toml")])
    front.pass(to: try #require(URL(string: sandbox.endpoint.httpURL)?.port))
    let (held, ca) = ([ControlToken.variable: token], authority.path + "/root.pem")
    let untrusted = try await program.run("space", "create", "ci", "--to", url, environment: held)
    #expect(
      untrusted.status != 0 && untrusted.errors.contains("no trusted TLS connection"), "\(untrusted.errors)")
    // A pipe can be read once, and what it holds is both trusted and kept with the tokens.
    let made = try await program.run(
      "space", "create", "ci", "--to", url, "--ca", "-", input: ca, environment: held)
    #expect(
      made.status == 0 && made.output.hasPrefix("ci is at \(url)/s/ci\n"), "\(made.output)\(made.errors)")
    for profile in ["sandbox@ci", "sandbox-iterable@ci", "sandbox-bloomreach@ci"] {
      let list = try await program.run("list", "--profile", profile, "--json")
      #expect(list.output.contains(#""id":"first""#), "\(profile): \(list.errors)")
    }
    try program.home.write(Self.scenario, to: "scenario.toml")
    let check = try await program.run(
      "check", "--against", "\(url)/s/ci", program.home.path + "/scenario.toml")
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    for arguments in [
      ["receipts", "--wait", "1", "--of", "fetches"], ["clock", "+5m"],
      ["fault", "set", "badge", "503", "times", "1"],
      ["campaign", "launch", "first"],
    ] {
      let run = try await program.run(arguments + ["--to", "\(url)/s/ci"])
      #expect(run.status == 0, "\(arguments): \(run.errors)")
    }
    let page = try await ServerProcess.run(
      [
        "/usr/bin/curl", "-s", "--cacert", ca, "-o", "/dev/null", "-w", "%{http_code}", "-X", "POST", "-H",
        "Origin: \(url)", "-H", "Authorization: Bearer \(token)", "\(url)/sandbox/reset",
      ], in: program.home.path)
    #expect(page == "403")
    #expect(!(made.errors + check.output).contains(token))
    await sandbox.stop()
    try await front.stop()
  }

  @Test("TS-8 names that look like SQL or paths are refused before anything is sent")
  func oddNames() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(try await program.run("space", "create", "ci").status == 0)
    for name in [
      "'; DROP TABLE space; --", "../ci", "%2e%2e%2f", "ci/../..", "CI", "сі", "",
      String(repeating: "n", count: 3_000),
    ] {
      #expect(SpaceName(name) == nil)
      let url = "\(sandbox.endpoint.httpURL)/s/\(name)"
      #expect(try await program.run("receipts", "--to", url).status != 0, "\(url)")
    }
    // Every command reads a name as a SpaceName.
    for name in ["'; DROP TABLE space; --", "../ci", ""] {
      for action in ["create", "rotate", "remove"] {
        #expect(try await program.run("space", action, name).status != 0, "\(action) \(name)")
      }
      #expect(try await program.run("space", "set", name, "--limit", "10").status != 0, "\(name)")
      #expect(try await program.run("list", "--profile", "sandbox@\(name)").status != 0, "\(name)")
    }
    #expect(try await program.run("space", "list").output.hasPrefix("ci  since "))
    await sandbox.stop()
  }

  private static let scenario = """
    [scenario]
    name = "an open is counted in the space"

    [[step]]
    press = "<enter> <esc>"

    [[step]]
    expect = "opens"
    message = "first"
    exactly = 1

    """

  @Test("SB-2 TS-2 L lists what the sandbox of a space can launch, and launches it there alone")
  func launch() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(try await program.run("space", "create", "checkout").status == 0)
    let terminal = try TerminalProgram(
      program, "--profile", "sandbox@checkout", size: Size(columns: 120, rows: 30))
    try await terminal.wait(for: "online")
    terminal.press("L")
    try await terminal.wait(for: "Launch a campaign", "Acme ·", "Enter launch")
    terminal.press("\r")
    try await terminal.wait(for: "first-2")
    terminal.press("Q")
    #expect(await terminal.end() & 0x7F == 0)
    let list = try await program.run("list", "--profile", "sandbox@checkout", "--json", "--refresh")
    #expect(list.output.contains(#""id":"first-2""#))
    let other = try await program.run("list", "--profile", "sandbox", "--json", "--refresh")
    #expect(!other.output.contains(#""id":"first-2""#))
    await sandbox.stop()
  }

  private static let campaigns = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[campaign]]
    id = "first"
    kind = "launch-app"
    subject = "Hello"
    message = "Text"

    """
}
