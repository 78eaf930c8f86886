import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@testable import inbox

/// Recordings and lint through the real binary.
@Suite(.queued)
struct RecordingCommandTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test("FE-3 a run is recorded without secrets, exported as HAR and as an evidence page, and compared")
  func recorded() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let file = program.home.path + "/run.jsonl"
    let run = try await program.run(
      "--profile", "sandbox", "--screen", "80x24", "--keys", "j <enter> <esc> b 5 <enter>", "--record", file)
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let endpoint = sandbox.endpoint
    for secret in [endpoint.appToken, endpoint.accountToken, endpoint.trackingAuthorization] {
      #expect(!text.contains(secret))
    }
    let lines = try text.split(separator: "\n").map { try JSONValue.parse(Data($0.utf8)) }
    let types = lines.compactMap { $0["type"]?.text }
    #expect(types.first == "start" && types.last == "end" && types.count { $0 == "key" } == 6)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)

    let har = try JSONValue.parse(Data(try await program.run("export", "--har", file).output.utf8))
    let entries = har["log"]?["entries"]?.elements ?? []
    #expect(har["log"]?["version"]?.text == "1.2")
    let paths = entries.compactMap { $0["request"]?["url"]?.text }
    #expect(paths.contains { $0.hasSuffix("/mc/v1/badge") })
    let requests = try await sandbox.requests().count { $0.path != "/mc/v1/pushes" }
    #expect(entries.count == requests)

    let page = try await program.run("export", "--markdown", file, "--title", "Ticket 7").output
    #expect(page.hasPrefix("# Ticket 7\n") && page.contains("first display in session 1"))
    let same = try await program.run("diff", file, file)
    #expect(same.status == 0)
    let replay = try await program.run("replay", "--check", file)
    #expect(
      replay.status == 0 && replay.output.hasSuffix("drawn again: the same as recorded.\n"), "\(replay)")
    try program.home.write(text.split(separator: "\n").dropLast().joined(separator: "\n"), to: "torso.jsonl")
    let torso = try await program.run("replay", "--check", program.home.path + "/torso.jsonl")
    #expect(torso.status == 1 && torso.errors.contains("The recording has no end"))
    let killed = try await program.run("report", program.home.path + "/torso.jsonl")
    #expect(killed.status == 2 && killed.output.contains("exactly-once"), "\(killed)")
    #expect(killed.errors.contains("has no end") && killed.errors.contains("is not counted"), "\(killed)")
    #expect(killed.errors.components(separatedBy: "has no end").count == 2, "\(killed)")
    let damaged = try await program.run(
      "report", program.home.path + "/torso.jsonl", "--json", "--html", program.home.path + "/torso.html")
    let judged = try JSONValue.parse(Data(damaged.output.utf8))
    #expect(damaged.status == 2 && judged["proven"] == .bool(false), "\(damaged)")
    #expect(judged["damage"]?.text?.contains("has no end") == true, "\(damaged)")
    let finding = try String(contentsOfFile: program.home.path + "/torso.html", encoding: .utf8)
    #expect(finding.contains("The recording has no end"))
    // A request that is not there may have been what stands against it.
    let others = text.split(separator: "\n").filter { !$0.contains("/mc/v1/engagements\"") }
    try program.home.write(others.joined(separator: "\n") + "\n", to: "hole.jsonl")
    let hole = try await program.run("report", program.home.path + "/hole.jsonl")
    #expect(hole.status == 2 && hole.errors.contains("lines before its end"), "\(hole)")
    for command in [["lens"], ["export", "--har"], ["diff", file]] {
      let read = try await program.run(command + [program.home.path + "/torso.jsonl"])
      #expect(read.errors.contains("The recording has no end"), "\(command)")
    }
    let torsos = program.home.path + "/torso.jsonl"
    let cut = try JSONValue.parse(Data(try await program.run("export", "--har", torsos).output.utf8))
    #expect(cut["log"]?["comment"]?.text?.hasPrefix("The recording has no end") == true)
    #expect(har["log"]?["comment"] == nil)
    let unfinished = try await program.run("diff", torsos, torsos)
    #expect(unfinished.status == 2 && unfinished.output.contains("agree"), "\(unfinished)")
    let printed = try await program.run("replay", file).output
    #expect(printed.contains("key <enter>") && printed.contains(" Message ") && printed.hasPrefix("── 1/"))
    let both = try await program.run("replay", file, "--print", "--check")
    #expect(both.status == 2 && both.errors.contains("cannot go with --print"), "\(both)")
    try program.home.write(text.replacing("first display", with: "last display"), to: "other.jsonl")
    let other = try await program.run("diff", file, program.home.path + "/other.jsonl")
    #expect(other.status == 1 && other.output.contains("last display"))
    let twice = try await program.run("diff", "-", "-")
    #expect(twice.status == 2 && twice.errors.contains("one of the two recordings"), "\(twice)")
    await sandbox.stop()
  }

  @Test("FE-3 what a single command requested and received is recorded as well, and ends whatever came of it")
  func commands() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    func recorded(_ name: String, _ arguments: String...) async throws -> [JSONValue] {
      let file = program.home.path + "/\(name).jsonl"
      _ = try await program.run(arguments + ["--profile", "sandbox", "--record", file])
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(!text.contains(sandbox.endpoint.appToken))
      return try text.split(separator: "\n").map { try JSONValue.parse(Data($0.utf8)) }
    }
    let list = try await recorded("list", "list", "--refresh")
    #expect(
      list.contains {
        $0["url"]?.text?.hasSuffix("/Primary/messages") == true && $0["status"]?.integer == 200
      })
    let show = try await recorded("show", "show", "plain")
    #expect(show.contains { $0["label"]?.text == "open" && $0["verdict"]?.text == "sent" })
    let badge = try await recorded("badge", "badge", "set", "4")
    #expect(badge.contains { $0["method"]?.text == "PUT" } && badge.last?["status"]?.integer == 0)
    let unknown = try await recorded("unknown", "show", "nosuch")
    #expect(unknown.last?["type"]?.text == "end" && unknown.last?["status"]?.integer == 1)
    await sandbox.stop()
  }

  @Test(
    "FE-3 TS-5 ‘-’ is standard output for an export alone, and elsewhere no name of a file that is written")
  func dash() async throws {
    let bare =
      #"{"arguments":[],"profile":"p","program":"1","t":0,"ts":"2026-11-21T05:06:07Z","type":"start","v":1}"#
    try program.home.write(bare + "\n", to: "bare.jsonl")
    let file = program.home.path + "/bare.jsonl"
    let plain = try await program.run("export", "--har", file)
    let dash = try await program.run("export", "--har", file, "--output", "-")
    #expect(!dash.output.isEmpty && dash.output == plain.output, "\(dash)")
    for words in [["report", file, "--html"], ["demo", "--screen", "80x24", "--receipts"]] {
      let run = try await program.run(words + ["-"])
      #expect(run.status == 2 && run.errors.contains("- names no file"), "\(run)")
    }
  }

  @Test("FE-3 a recording that cannot be written or read is reported with what to do")
  func troubles() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let run = try await program.run(
      "--profile", "sandbox", "--screen", "80x24", "--record", "/nowhere/run.jsonl")
    #expect(run.status == 2 && run.errors.contains("--record /nowhere/run.jsonl cannot be written"))
    try program.home.write("evidence\n", to: "there.jsonl")
    let there = program.home.path + "/there.jsonl"
    let again = try await program.run("--profile", "sandbox", "--screen", "80x24", "--record", there)
    #expect(again.status == 2 && again.errors.contains("evidence is never overwritten"))
    #expect(try String(contentsOfFile: there, encoding: .utf8) == "evidence\n")
    let full = try await program.run("--profile", "sandbox", "--screen", "80x24", "--record", "/dev/full")
    #expect(
      full.status == 1 && full.errors.contains("is incomplete: No space left on device"), "\(full.errors)")
    #expect(full.output.contains("Primary"))
    let reasons = [POSIXErrorCode.ENOSPC, .EIO].map { RecordingFile.reason(POSIXError($0)) }
    #expect(
      reasons == ["No space left on device. Record again where there is room.", "Input/output error."])
    let bare =
      #"{"arguments":[],"profile":"p","program":"1","t":0,"ts":"2026-11-21T05:06:07Z","type":"start","v":1}"#
    try program.home.write(bare + "\n", to: "bare.jsonl")
    let blind = try await program.run("replay", program.home.path + "/bare.jsonl")
    #expect(blind.status == 2 && blind.errors.contains("has no pictures"))
    try program.home.write("no recording\n", to: "bad.jsonl")
    let bad = try await program.run("export", "--har", program.home.path + "/bad.jsonl")
    #expect(bad.status == 2 && bad.output.isEmpty)
    #expect(try await program.run("export", program.home.path + "/bad.jsonl").status == 2)
    await sandbox.stop()
  }

  @Test(
    "EN-2 EN-8 UL-5 inbox report proves exactly once by the events' ids, tells duplicates, and what waits")
  func report() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    func run(_ keys: String) async throws {
      _ = try await program.run("--profile", "sandbox", "--screen", "80x24", "--keys", keys)
    }
    func report() async throws -> Program.Outcome {
      try await program.run("report", "--profile", "sandbox", "--odd")
    }
    try await run("<enter> <esc>")
    let proven = try await report()
    #expect(proven.status == 0)
    // The list stays above the message.
    #expect(proven.output == "5 events, each exactly once. 5 attempts, none suppressed.\n")
    try await run("j j <enter> <enter>")
    let clicked = try await program.run("report", "--profile", "sandbox")
    #expect(
      clicked.status == 0
        && clicked.output.contains("counted-once  click universal · session 2 · this device\n"),
      "\(clicked.output)")
    #expect(
      clicked.output.contains("received 1 for the message") && clicked.output.contains("Links: 1 counted"))
    await sandbox.setFault(Fault(.engagements, status: 500, times: 1, after: true))
    try await run("<enter>")
    let duplicated = try await report()
    #expect(
      duplicated.status == 0 && duplicated.output.contains("duplicated    display plain"),
      "\(duplicated.output)"
    )
    await sandbox.setFault(Fault(.engagements, status: 503))
    try await run("<enter>")
    let waiting = try await report()
    #expect(waiting.status == 1 && waiting.output.contains("unknown       open plain"), "\(waiting.output)")
    #expect(waiting.output.contains("unknown 1 (the server does not have it)"), "\(waiting.output)")
    #expect(waiting.output.components(separatedBy: "\n").dropLast(2).allSatisfy { $0.count <= 80 })
    let json = try await program.run("report", "--profile", "sandbox", "--json")
    #expect(try JSONValue.parse(Data(json.output.utf8))["proven"] == .bool(false))
    await sandbox.stop()
  }

  @Test(
    "EN-8 VE-14 MC-1 where nothing was fetched there is nothing to prove, and where something was, nothing is missing"
  )
  func nothing() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    func run(_ arguments: [String]) async throws -> Program.Outcome {
      try await program.run(arguments + ["--profile", "sandbox"])
    }
    let reports = [["report"], ["report", "--server"]]
    for report in reports {
      let fresh = try await run(report)
      #expect(fresh.status == 2 && fresh.output.isEmpty, "\(fresh)")
      #expect(fresh.errors.contains("Nothing was fetched yet, so there is nothing to prove. ‘inbox list’"))
    }
    #expect(try await run(["list", "--user", "maria"]).status == 0)
    for report in reports {
      for words in [report, report + ["--user", "maria"]] {
        let proven = try await run(words)
        #expect(proven.status == 0, "\(words) \(proven)")
      }
      let misspelt = try await run(report + ["--user", "mria"])
      #expect(misspelt.status == 2 && misspelt.output.isEmpty, "\(misspelt)")
      #expect(
        misspelt.errors.contains("Nothing was fetched yet for mria, ")
          && misspelt.errors.contains("Did you mean “maria”?"), "\(misspelt)")
    }
    // That forgets when each list was fetched, and not whose they are.
    for switching in ["disable", "enable"] { #expect(try await run([switching]).status == 0) }
    #expect(try await run(["report", "--user", "maria"]).status == 0)
    await sandbox.stop()
  }

  @Test(
    "SB-4 SB-5 what an earlier generation got is not missing after a reset, also where the clock was ahead of it"
  )
  func generations() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    func run(_ arguments: String...) async throws -> Program.Outcome { try await program.run(arguments) }
    func inspect() async throws {
      _ = try await run("--profile", "sandbox", "--screen", "80x24", "--keys", "<enter>")
    }
    _ = try await run("clock", "+5m")
    try await inspect()
    _ = try await run("clock", "reset")
    _ = try await run("receipts", "--reset")
    let before = try await run("report", "--profile", "sandbox")
    #expect(before.status == 0, "\(before.output)")
    #expect(
      before.output
        == "No displays or opens. 5 events were acknowledged or happened before the receipts were reset "
        + "and cannot be judged by them.\n")
    try await inspect()
    let after = try await run("report", "--profile", "sandbox", "--json")
    let report = try JSONValue.parse(Data(after.output.utf8))
    #expect(report["earlier"] == .integer(5) && report["proven"] == .bool(true))
    let received = report["rows"]?.elements?.reduce(0) { $0 + ($1["received"]?.integer ?? 0) }
    #expect(try await sandbox.receipts().engagements.count == received && received == 5)
    await sandbox.stop()
    let gone = try await run("report", "--profile", "sandbox")
    #expect(gone.status == 2 && gone.output.isEmpty, "\(gone.errors)")
  }

  @Test("MC-8 MC-10 UL-6 lint reads a campaign file, a captured answer and the inbox")
  func lint() async throws {
    try program.home.write(
      #"{"messages":[{"id":"a","sent_ts":"2026-01-01T00:00:00Z","subject":"S","message":"M","message_center_name":"#
        + #""Primary","expiry_ts":"2025-01-01T00:00:00Z"},{"id":"b"}]}"#, to: "answer.json")
    let response = try await program.run("lint", program.home.path + "/answer.json")
    #expect(response.status == 1)
    #expect(response.output.contains("expiry-before-sent") && response.output.contains("message-unreadable"))
    let piped = try await program.run("lint", "-", "--json", input: program.home.path + "/answer.json")
    #expect(try JSONValue.parse(Data(piped.output.utf8))["messages"]?.integer == 2)
    try program.home.write(Acme.campaigns, to: "acme.toml")
    let campaigns = try await program.run("lint", program.home.path + "/acme.toml")
    #expect(campaigns.output.contains("messages: ") && campaigns.output.contains("expiry-missing"))
    let sandbox = try await program.startSandbox(Acme.campaigns)
    _ = try await program.run("list", "--profile", "sandbox")
    let inbox = try await program.run("lint", "--profile", "sandbox")
    #expect(inbox.output.contains("messages: ") && !inbox.output.hasPrefix("0 messages"))
    await sandbox.stop()
    for (words, option) in [
      (["--user", "maria", "answer.json"], "--user"), (["--profile", "x", "acme.toml"], "--profile"),
    ] {
      let ignored = try await program.run(
        ["lint"] + words.dropLast() + [program.home.path + "/" + (words.last ?? "")])
      #expect(ignored.status == 2 && ignored.errors.contains("Leave \(option) out"), "\(ignored)")
    }
    let wrong = try await program.run("lint", "/etc/hostname")
    #expect(wrong.status == 2 && wrong.errors.contains("is not a response of a message center"))
  }
}
