import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@testable import inbox

/// Scenarios through the real binary.
@Suite(.queued)
struct CheckTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test("SB-2 SB-3 SB-4 SB-5 every shipped scenario passes, twice with the same result, byte for byte")
  func shipped() async throws {
    var results: [String] = []
    for name in ["a", "b"] {
      let file = program.home.path + "/" + name
      let outcome = try await program.run("check", "--jsonl", file)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      results.append(try String(contentsOfFile: file, encoding: .utf8) + outcome.output)
    }
    #expect(results[0] == results[1])
    #expect(results[0].split(separator: "\n").count { $0.contains(#""result":"passed""#) } >= 15)
  }

  @Test("SB-2 a scenario names its campaign files from its own folder, or from the root")
  func campaignFiles() throws {
    try program.home.write(Self.head.replacing(/\[scenario\]\nname = .*\n/, with: ""), to: "brand.toml")
    for name in ["brand.toml", program.home.path + "/brand.toml"] {
      try program.home.write(
        "[scenario]\nname = \"x\"\ncampaigns = [\"\(name)\"]\n[[step]]\nexpect = \"outbox\"\n",
        to: "named.toml")
      let file = try ScenarioReader.read(program.home.path + "/named.toml")
      #expect(file.scenarios.flatMap(\.campaigns).flatMap(\.campaigns).map(\.id) == ["one"])
    }
  }

  @Test("SB-2 the message of a second launch has the first number that no other campaign has")
  func secondLaunch() throws {
    let campaign = { (id: String) in
      "[[campaign]]\nid = \"\(id)\"\nkind = \"launch-app\"\nsubject = \"S\"\nmessage = \"M\"\n"
    }
    let file = try CampaignFile.parse(
      "[brand]\nname = \"B\"\ndomain = \"b.example\"\n" + campaign("sale") + campaign("sale-2")
        + "launch = \"+8s\"\n", name: "x.toml")
    var names = KnownNames(people: [], centers: [], vendors: [nil], began: Date())
    names.add([file], launching: ["sale"], gestures: 0)
    #expect(["sale", "sale-2", "sale-3"].allSatisfy { names.message($0) == nil })
    #expect(names.message("sale-4")?.contains("there is no message “sale-4”") == true)
  }

  private static let head = """
    [scenario]
    name = "A try & more"

    \(ScenarioText.acme)


    """

  @Test(
    "SB-5 what is not as expected is reported with its line and the nearest misses; JUnit and JSON lines say the same"
  )
  func failing() async throws {
    try program.home.write(
      Self.head + """
        [[step]]
        expect = "displays"
        message = "one"
        exactly = 2

        [[step]]
        expect = "why"
        contains = "suppressed: nobody looked"

        [[step]]
        expect = "badge"
        local = 3

        [[step]]
        expect = "list"
        unread = 1
        shows = ["One"]
        """, to: "failing.toml")
    let file = program.home.path + "/failing.toml"
    let outcome = try await program.run(
      "check", file, "--junit", program.home.path + "/junit", "--jsonl", program.home.path + "/jsonl")
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        "\(file):15: expect = “displays”: expected exactly 2 of one, got 1. Nearest: display one by "))
    #expect(outcome.output.contains("\(file):20: expect = “why”: expected at least 1, got 0. Nearest: "))
    #expect(outcome.output.contains("\(file):24: expect = “badge”: local is 0, expected 3"))
    #expect(outcome.output.hasSuffix("0 passed, 1 failed, 0 broken.\n"))
    let junit = try String(contentsOfFile: program.home.path + "/junit", encoding: .utf8)
    #expect(junit.contains(#"tests="1" failures="1" errors="0""#) && junit.contains("A try &amp; more"))
    let lines = try String(contentsOfFile: program.home.path + "/jsonl", encoding: .utf8).split(
      separator: "\n")
    #expect(lines.count == 4)
    #expect(try lines.map { try JSONValue.parse(Data($0.utf8))["line"]?.integer } == [nil, 15, 20, 24])
  }

  @Test(
    "VE-9 VE-13 events that are not as expected are reported with the nearest ones, and a gesture that is refused"
  )
  func vendorFailing() async throws {
    try program.home.write(
      Self.head.replacing(
        "name = \"A try & more\"", with: "name = \"x\"\nvendor = \"bloomreach\"\nuser = \"maria\"")
          + """
          [[step]]
          open = "one"

          [[step]]
          expect = "events"
          vendor = "bloomreach"
          kind = "open"
          message = "one"
          within = 60

          [[step]]
          expect = "events"
          kind = "click"
          message = "one"

          [[step]]
          launch = "one"

          [[step]]
          open = "one-2"
          """, to: "events.toml")
    let file = program.home.path + "/events.toml"
    let outcome = try await program.run("check", file)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.output.contains(
        "\(file):27: expect = “events”: expected at least 1 click of one, got 0. Nearest: bloomreach "),
      "\(outcome.output)")
    #expect(outcome.output.contains("\(file):35: open = “one-2”: "), "\(outcome.output)")
  }

  @Test("SB-5 a step that the sandbox refuses fails with its sentence; a file that is missing is broken")
  func refused() async throws {
    try program.home.write(
      Self.head
        + "[[step]]\nwithdraw = \"one\"\n[[step]]\nwithdraw = \"one\"\n[[step]]\nexpect = \"outbox\"\n",
      to: "refused.toml")
    let outcome = try await program.run(
      "check", program.home.path + "/refused.toml", program.home.path + "/missing.toml")
    #expect(outcome.status == 2 && outcome.output.contains("The campaign “one” has no launched message."))
    #expect(outcome.output.contains("there is no such file") && outcome.output.contains("1 failed, 1 broken"))
  }

  @Test("SB-3 SB-4 a broken push line and the end of the calendar end a scenario, they do not hang it")
  func ends() async throws {
    try program.home.write(
      Self.head + """
        [[step]]
        fault = "pushes truncated"

        [[step]]
        client = "restart"

        [[step]]
        clock = "9998-12-31T23:59:59Z"

        [[step]]
        clock = "+5w"

        [[step]]
        expect = "displays"
        message = "one"
        exactly = 2
        """, to: "ends.toml")
    let outcome = try await program.run("check", program.home.path + "/ends.toml")
    #expect(
      outcome.status == 1 && outcome.output.contains("The clock cannot be put there"), "\(outcome.output)")
  }

  @Test("SB-5 a scenario runs against a sandbox that is there already, with its campaigns and its clock")
  func against() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try program.home.write(
      """
      [scenario]
      name = "Against"

      [[step]]
      press = "<enter>"

      [[step]]
      expect = "opens"
      message = "plain"
      exactly = 1

      [[step]]
      clock = "+1h"

      [[step]]
      expect = "screen"
      shows = ["clock +1h"]
      """, to: "against.toml")
    let outcome = try await program.run(
      "check", program.home.path + "/against.toml", "--against", sandbox.endpoint.httpURL)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(try await sandbox.receipts().engagements.count { $0.type == "open" } == 1)
    let other = try await program.run(
      "check", program.home.path + "/against.toml", "--against", "http://127.0.0.1:1")
    #expect(other.status == 2 && other.errors.contains("Nothing responds at http://127.0.0.1:1."))
    await sandbox.stop()
  }

  @Test("SB-4 FE-3 a scenario's recording, over a kill and a new start, gives the same pictures again")
  func recorded() async throws {
    let folder = try #require(ShippedScenarios.folder)
    for name in ["killed.toml", "mail-link.toml"] {
      let file = program.home.path + "/\(name).jsonl"
      let run = try await program.run("check", folder + "/" + name, "--record", file)
      #expect(run.status == 0, "\(run)")
      let replay = try await program.run("replay", "--check", file)
      #expect(replay.status == 0, "\(replay.output)")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      // What a link names, not where the sandbox plays it.
      #expect(!text.contains(#""url":"https://click.acme.example:"#))
    }
    let many = try await program.run("check", "--record", program.home.path + "/many.jsonl")
    #expect(many.status == 2 && many.errors.contains("Name one of them."))
  }

  @Test("SB-5 FE-3 a recording that cannot be begun is missed, and breaks no scenario")
  func unrecorded() async throws {
    let folder = try #require(ShippedScenarios.folder)
    // Each of the two can be written, but not both.
    let (phone, tablet) = (program.home.path + "/run-phone.jsonl", program.home.path + "/run-tablet.jsonl")
    try program.home.write("", to: "run-phone.jsonl")
    try FileManager.default.createSymbolicLink(atPath: tablet, withDestinationPath: phone)
    let run = try await program.run(
      "check", folder + "/two-devices.toml", "--record", program.home.path + "/run.jsonl")
    #expect(run.status == 1 && run.output.hasSuffix("1 passed, 0 failed, 0 broken.\n"), "\(run)")
    #expect(run.errors.contains("--record \(tablet) is being written"), "\(run)")
    #expect(try await program.run("replay", "--check", phone).status == 0)
    // Without --record the report wants one: the name of a client may be too long for its file.
    let scenario = """
      [scenario]
      name = "Long"
      \(ScenarioText.acme)
      [client.\(String(repeating: "c", count: 245))]
      [client.two]
      [[step]]
      expect = "opens"
      message = "one"
      """
    try program.home.write(scenario, to: "long.toml")
    let long = try await program.run(
      "check", program.home.path + "/long.toml", "--junit", program.home.path + "/long.xml")
    #expect(long.status == 1 && long.errors.contains("The recording for --junit "), "\(long)")
    #expect(!long.errors.contains("--record"), "\(long)")
  }
}
