import Foundation
import InboxModel
import InboxSandbox
import InboxTUI
import InboxTestSupport
import Testing

/// What the server has, and what two people are served, through the real binary.
@Suite(.queued)
struct ServerReportCommandTests {
  private static let campaigns = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[campaign]]
    id = "all"
    kind = "launch-app"
    subject = "For everybody"
    message = "Words."
    sent = "-1m"

    [[campaign]]
    id = "hers"
    kind = "launch-app"
    subject = "For Maria alone"
    message = "Words."
    sent = "-2m"
    audience = ["user:maria"]
    """

  private let program: Program

  init() throws { program = try Program() }

  @Test(
    "VE-14 report --server: matched, then missing and twice where the server loses and doubles; JUnit and JSON",
    arguments: ["sandbox", "sandbox-iterable", "sandbox-bloomreach"])
  func report(profile: String) async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    _ = try await program.run("list", "--profile", profile)
    let show = try await program.run("show", "all", "--profile", profile)
    #expect(show.status == 0, "\(show.errors)")
    func report(_ more: String...) async throws -> Program.Outcome {
      try await program.run(["report", "--server", "--profile", profile] + more)
    }
    let good = try await report()
    #expect(good.status == 0, "\(good.output)\(good.errors)")
    #expect(good.output.contains("matched") && good.output.contains("open all"), "\(good.output)")
    await sandbox.setFault(Fault(.recorded, flaw: .lost))
    let file = program.home.path + "/report.xml"
    let lost = try await report("--junit", file)
    #expect(lost.status == 1 && lost.output.contains("missing"), "\(lost.output)")
    #expect(
      try String(contentsOfFile: file, encoding: .utf8).contains(
        "<failure message=\"missing: sent, not there\"/>"))
    let early = try await report("--settle", "600")
    #expect(early.status == 1 && early.output.contains("too-early"), "\(early.output)")
    await sandbox.setFault(Fault(.recorded, flaw: .doubled))
    let plain = try await program.run("report", "--profile", profile)
    let tells = plain.output.contains("‘inbox report --server’ says.")
    #expect(
      plain.status == 0 && plain.output.contains("duplicated") && tells == (profile != "sandbox"), "\(plain)")
    let twice = try await report("--json")
    let rows = try JSONValue.parse(Data(twice.output.utf8))["rows"]?.elements ?? []
    #expect(
      twice.status == 1 && !rows.isEmpty && rows.allSatisfy { $0["verdict"] == .string("twice") },
      "\(twice.output)")
    // A program may look for what was sent among the receipts.
    let receipts = try JSONValue.parse(Data(try await program.run("receipts").output.utf8))
    let ids = Set((receipts["engagements"]?.elements ?? []).compactMap { $0["id"]?.text })
    #expect(profile != "sandbox" || ids == Set(rows.compactMap { $0["sent"]?["id"]?.text }))
    await sandbox.stop()
  }

  @Test(
    "EN-8 VE-14 BD-1 a recording of a badge and a visit alone proves nothing, with the server or without it",
    arguments: ["sandbox", "sandbox-bloomreach"])
  func nothingJudged(profile: String) async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let file = program.home.path + "/run.jsonl"
    try program.home.write(
      """
      {"do":"appear"}
      {"do":"badge","count":5}
      {"do":"disappear"}
      {"do":"quit"}

      """, to: "requests.jsonl")
    let run = try await program.run(
      "drive", "--profile", profile, "--record", file, input: program.home.path + "/requests.jsonl")
    #expect(run.output.contains(#""ok":true"#), "\(run)")
    for more in [[], ["--server", "--profile", profile]] {
      let report = try await program.run(["report", file] + more)
      #expect(report.status == 2 && report.output.isEmpty, "\(report)")
      #expect(report.errors.contains(", so it proves nothing: "), "\(report)")
    }
    await sandbox.stop()
  }

  @Test(
    "SB-3 VE-14 where a fault keeps a sandbox from saying what it received, both reports name what ends it",
    arguments: ["sandbox", "sandbox-iterable"])
  func faulty(profile: String) async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(try await program.run("list", "--profile", profile).status == 0)
    for fault in [
      Fault(.recorded, status: 400), Fault(.recorded, status: 401), Fault(.recorded, body: "{\"messages\":["),
    ] {
      await sandbox.setFault(fault)
      for words in [["report"], ["report", "--server"]] {
        let report = try await program.run(words + ["--profile", profile])
        #expect(report.status == 2 && report.errors.contains("‘inbox fault clear --to http://"), "\(report)")
        #expect(!report.errors.contains("account's team"), "\(report)")
      }
    }
    await sandbox.stop()
  }

  @Test("VE-14 EN-8 TS-3 what was sent again under its id is there as often as that, and proven")
  func repeated() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    _ = try await program.run("list", "--profile", "sandbox")
    await sandbox.setFault(Fault(.engagements, status: 500, times: 1, after: true))
    _ = try await program.run("show", "all", "--profile", "sandbox")
    await sandbox.clearFaults()
    _ = try await program.run("show", "all", "--profile", "sandbox")
    let engagements = try await sandbox.receipts().engagements
    #expect(engagements.contains { $0.count == 2 }, "\(engagements)")
    let report = try await program.run("report", "--server", "--profile", "sandbox")
    #expect(report.status == 0 && !report.output.contains("twice"), "\(report.output)")
    await sandbox.stop()
  }

  @Test(
    "VE-14 a recording of this program and its archive hold the same events, which are compared once",
    arguments: ["sandbox", "sandbox-iterable", "sandbox-bloomreach"])
  func ownRecording(profile: String) async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let file = program.home.path + "/run.jsonl"
    let own = ["--profile", profile]
    let run = try await program.run(["--screen", "80x24", "--keys", "<enter>", "--record", file] + own)
    #expect(run.status == 0, "\(run.errors)")
    func rows(_ more: [String]) async throws -> [JSONValue] {
      let report = try await program.run(["report"] + more + ["--server", "--json"] + own)
      #expect(report.status == 0, "\(report.output)\(report.errors)")
      return try JSONValue.parse(Data(report.output.utf8))["rows"]?.elements ?? []
    }
    let alone = try await rows([])
    let recorded = try await rows([file])
    #expect(!alone.isEmpty && recorded == alone, "\(recorded)")
    #expect(recorded.allSatisfy { $0["verdict"] == .string("matched") }, "\(recorded)")
    await sandbox.stop()
  }

  @Test(
    "TS-6 VE-14 what a sandbox keeps no more is not judged",
    arguments: ["sandbox", "sandbox-iterable", "sandbox-bloomreach"])
  func expired(profile: String) async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(try await program.run("space", "set", "main", "--limit", "10").status == 0)
    func report(_ more: String...) async throws -> Program.Outcome {
      try await program.run(["report", "--profile", profile] + more)
    }
    _ = try await program.run("list", "--profile", profile)
    for _ in 0..<12 { _ = try await program.run("show", "all", "--profile", profile) }
    let local = try await report()
    #expect(local.status == 0, "\(local.output)\(local.errors)")
    let words = "2 acknowledged events cannot be judged: the server keeps only its newest"
    #expect(profile != "sandbox" || local.output.contains(words), "\(local.output)")
    let server = try await report("--server")
    #expect(server.status == 0, "\(server.output)\(server.errors)")
    let gone = /sent earlier are not judged \(\d+ of the sandbox's oldest receipts are gone\)/
    // How many receipts what Iterable's wire does not tell apart shares depends on the second.
    #expect(profile == "sandbox-iterable" || server.output.contains(gone), "\(server.output)")
    await sandbox.stop()
  }

  @Test(
    "VE-4 VE-8 a deletion that Iterable refuses is said to be here alone, and a look says what it did not send"
  )
  func refusedDeletion() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let profile = ["--profile", "sandbox-iterable"]
    let look = try await program.run(["--read-only", "list"] + profile)
    #expect(look.status == 0 && look.errors.contains("not sent: --read-only was given"), "\(look.errors)")
    await sandbox.setFault(Fault(.engagements, status: 404))
    let refused = try await program.run(["delete", "all"] + profile)
    #expect(
      refused.status == 1 && refused.output.contains("all: kept on this device only, as it was refused: ")
        && !refused.output.contains("Kept also"), "\(refused.output)\(refused.errors)")
    let again = try await program.run(["delete", "--restore", "all"] + profile)
    #expect(again.status == 0, "\(again.output)\(again.errors)")
    func deleted(_ more: [String] = []) async throws -> JSONValue {
      let outcome = try await program.run(more + ["delete", "all", "--json"] + profile)
      return try JSONValue.parse(Data(outcome.output.utf8))
    }
    let result = try await deleted()
    #expect(result["kept"]?.text == "here" && result["messages"]?.elements?.first?["refused"]?.text != nil)
    // What is withheld, and what waits, is not there either.
    #expect(try await deleted(["--read-only"])["kept"]?.text == "here")
    _ = try await program.run(["delete", "--restore", "all"] + profile)
    await sandbox.setFault(Fault(.engagements, status: 503))
    let waiting = try await deleted()
    #expect(waiting["kept"]?.text == "here" && waiting["waiting"]?.integer == 1, "\(waiting)")
    _ = try await program.run(["delete", "--restore", "all"] + profile)
    await sandbox.clearFaults()
    #expect(try await deleted()["kept"]?.text == "server")
    await sandbox.stop()
  }

  @Test("VE-14 VE-10 visits of the inbox and deletions are joined with what Iterable recorded")
  func visits() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let profile = ["--profile", "sandbox-iterable"]
    let list = try await program.run(["list"] + profile)
    #expect(
      list.status == 0 && list.errors.contains(" to be sent: opening the inbox sends "), "\(list.errors)")
    let screen = try await program.run(["--screen", "80x24", "--keys", "j"] + profile)
    #expect(screen.status == 0, "\(screen.errors)")
    let deleted = try await program.run(["delete", "all"] + profile)
    #expect(deleted.status == 0, "\(deleted.output)\(deleted.errors)")
    func verdicts() async throws -> [String: Set<String>] {
      let report = try await program.run(["report", "--server", "--json"] + profile)
      let rows = try JSONValue.parse(Data(report.output.utf8))["rows"]?.elements ?? []
      return rows.reduce(into: [:]) { found, row in
        found[row["type"]?.text ?? "", default: []].insert(row["verdict"]?.text ?? "")
      }
    }
    let good = try await verdicts()
    #expect(good["session"] == ["matched"] && good["delete"] == ["matched"], "\(good)")
    await sandbox.setFault(Fault(.recorded, flaw: .lost))
    let lost = try await verdicts()
    #expect(lost["session"] == ["missing"] && lost["delete"] == ["missing"], "\(lost)")
    await sandbox.setFault(Fault(.recorded, flaw: .doubled))
    let twice = try await verdicts()
    #expect(twice["session"] == ["twice"] && twice["delete"] == ["twice"], "\(twice)")
    await sandbox.stop()
  }

  @Test("VE-14 VE-7 a profile without the key says which one it needs; options of --server need it")
  func key() async throws {
    try program.configureOffline("work")
    let responsys = try await program.run("report", "--server")
    #expect(
      responsys.status == 2
        && responsys.errors.contains("Responsys has no request that says what it recorded."))
    try program.home.write(
      """
      [profile.default]
      vendor = "iterable"
      api-key = "mobile"
      email = "maria@acme.example"
      base-url = "http://127.0.0.1:9"
      """, to: "config/inbox/config.toml")
    let iterable = try await program.run("report", "--server")
    #expect(iterable.status == 2 && iterable.errors.contains("Set server-key"), "\(iterable.errors)")
    let alone = try await program.run("report", "--settle", "3")
    #expect(alone.status == 2 && alone.errors.contains("Give --server as well"))
    try program.home.write(
      """
      [profile.default]
      vendor = "bloomreach"
      stream-id = "s"
      customer-token = "t"
      private-key = "a:b"
      """, to: "config/inbox/config.toml")
    let stream = try await program.run("report", "--server")
    #expect(
      stream.status == 2 && stream.errors.contains("exports the events of a project"), "\(stream.errors)")
  }

  @Test("QA-2 compare: the audience is the reason, and neither person leaves a trace")
  func compare() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let people = try await program.run("compare", "maria", "ben", "--profile", "sandbox")
    #expect(people.status == 1, "\(people.errors)")
    #expect(
      people.output.contains("only for maria  For Maria alone (hers)")
        && people.output.contains("audience: its campaign is for user:maria")
        && people.output.contains(
          "2 messages for maria, 1 for ben: 1 the same, 0 different, 1 only for maria, 0 only for ben."),
      "\(people.output)")
    let device = try await program.run("compare", "sandbox:device", "sandbox:ben", "--json")
    let value = try JSONValue.parse(Data(device.output.utf8))
    #expect(value["same"] == .bool(true) && device.status == 0, "\(device.output)\(device.errors)")
    let vendors = try await program.run(
      "compare", "sandbox", "sandbox-iterable", "--all", "--profile", "sandbox")
    #expect(vendors.output.contains("Iterable"), "\(vendors.output)\(vendors.errors)")
    let same = try await program.run("compare", "ben", "ben", "--profile", "sandbox")
    #expect(same.status == 2 && same.errors.contains("Both are ben."), "\(same.errors)")
    let spaced = try await program.run("compare", "user: ben", "sandbox: ben", "--profile", "sandbox")
    #expect(spaced.status == 2 && spaced.errors.contains("Both are ben."), "\(spaced.errors)")
    let nobody = try await program.run("compare", "user: ", "ben", "--profile", "sandbox")
    #expect(nobody.status == 2 && nobody.errors.contains("needs a name"), "\(nobody.errors)")
    let receipts = try await sandbox.receipts()
    #expect(receipts.engagements.isEmpty && receipts.events.isEmpty && receipts.tracking.isEmpty)
    let profiles = program.home.path + "/state/inbox/profiles"
    #expect(!FileManager.default.fileExists(atPath: profiles))
    await sandbox.stop()
  }

  @Test(
    "QA-2 compare: what was read here is not called another device's, also where it was marked unread since",
    arguments: [("sandbox-iterable", "show", "ann@acme.example"), ("sandbox-bloomreach", "mark read", "ann")])
  func readHere(profile: String, reading: String, person: String) async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let options = ["--profile", profile, "--user", person]
    for words in ["list", "\(reading) all", "mark unread all"] {
      let done = try await program.run(words.split(separator: " ").map(String.init) + options)
      #expect(done.status == 0, "\(words): \(done.errors)")
    }
    let people = try await program.run("compare", person, "ben@acme.example", "--profile", profile)
    #expect(people.output.contains("(read here by \(person))"), "\(people.output)\(people.errors)")
    await sandbox.stop()
  }

  @Test("QA-2 compare: what was read here is, where the response was lost and it was marked unread since")
  func readHereWithoutResponse() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let options = ["--profile", "sandbox-bloomreach", "--user", "ann"]
    _ = try await program.run(["list"] + options)
    await sandbox.setFault(Fault(.engagements, status: 503, after: true))
    for mark in ["read", "unread"] { _ = try await program.run(["mark", mark, "all"] + options) }
    let people = try await program.run(["compare", "ann", "ben@acme.example"] + options.prefix(2))
    #expect(people.output.contains("(read here by ann)"), "\(people.output)\(people.errors)")
    await sandbox.stop()
  }

  @Test("QA-2 TS-2 compare: the profile of a space is a profile, with a person behind it too")
  func compareSpace() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(try await program.run("space", "create", "one").status == 0)
    for (name, label) in [
      ("sandbox@one", " in sandbox@one"), ("sandbox@one:maria", "maria in sandbox@one"),
      ("sandbox-bloomreach@one", " in sandbox-bloomreach@one"),
      // What is no space's name is a person's.
      ("sandbox@acme.example", "sandbox@acme.example"), ("user:sandbox@one", "sandbox@one"),
    ] {
      let outcome = try await program.run("compare", "sandbox", name, "--profile", "sandbox", "--json")
      let second = try JSONValue.parse(Data(outcome.output.utf8))["second"]?["label"]?.text ?? ""
      #expect(second.hasSuffix(label), "\(name): \(outcome)")
    }
    #expect(try await program.run("disable", "--profile", "sandbox@one").status == 0)
    for both in [["sandbox", "sandbox@one"], ["sandbox@one:maria", "sandbox"]] {
      let off = try await program.run(["compare"] + both + ["--profile", "sandbox"])
      let words =
        "Message centers are disabled in the profile “sandbox@one”. ‘inbox enable --profile sandbox@one’"
      #expect(off.status == 2 && off.errors.contains(words), "\(off)")
    }
    let gone = try await program.run("compare", "sandbox", "sandbox@two")
    #expect(gone.status == 2 && gone.errors.contains("The tokens of the space “two” are not here"), "\(gone)")
    await sandbox.stop()
  }

  @Test("QA-2 MC-7 EN-7 a comparison on the screen leaves the screen its hold of the archive")
  func compareOnScreen() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let terminal = try TerminalProgram(
      program, "--profile", "sandbox", size: Size(columns: 100, rows: 30))
    try await terminal.wait(for: "For everybody", "online")
    terminal.press("=maria\r")
    try await terminal.wait(for: "audience: its campaign is for user:maria")
    terminal.press("\u{1B}")
    // A program that finds nobody at the archive folds the journal into it, and removes it.
    let list = try await program.run("list", "--profile", "sandbox")
    #expect(list.status == 0, "\(list.errors)")
    let journal = program.home.path + "/state/inbox/profiles/sandbox/archive.sqlite-wal"
    #expect(FileManager.default.fileExists(atPath: journal))
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }
}
