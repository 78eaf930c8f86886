import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@testable import inbox

/// Which scenarios ‘inbox check’ runs, how, and what its reports say of it.
@Suite(.queued)
struct CheckOptionTests {
  private let program: Program

  init() throws { program = try Program() }

  private static func scenario(_ name: String, tags: String, expecting: String) -> String {
    """
    [scenario]
    name = "\(name)"
    tags = [\(tags)]

    \(ScenarioText.acme)

    [[step]]
    \(expecting)

    """
  }

  private static let good = "expect = \"displays\"\nmessage = \"one\""
  private static let bad = "expect = \"opens\"\nmessage = \"one\""

  /// Three scenarios and a file that two of them could share.
  private func write() throws -> String {
    let folder = program.home.path + "/own"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let files = [
      ("a.toml", Self.scenario("First", tags: "\"smoke\"", expecting: Self.good)),
      ("b.toml", Self.scenario("Second", tags: "\"smoke\", \"slow\"", expecting: Self.bad)),
      ("c.toml", Self.scenario("Third", tags: "", expecting: Self.good)),
      ("shared.toml", "[[steps.a.step]]\npress = \"j\"\n"),
    ]
    for (name, text) in files { try program.home.write(text, to: "own/" + name) }
    return folder
  }

  /// Why nothing of what a command line names can be run; nil where something can.
  private func refusal(
    _ names: [String], setting settings: [String: String] = [:], only: [String] = [], skip: [String] = []
  ) -> String? {
    do {
      _ = try CheckPlan.read(names, setting: settings, only: only, skip: skip)
      return nil
    } catch {
      #expect(Exit.status(of: error) == 2)
      return "\(error)"
    }
  }

  @Test("SB-5 --only and --skip take tags and names, of what is left the order stays, and a typo is an error")
  func selection() async throws {
    let folder = try write()
    let wanted: [(only: [String], skip: [String], names: [String])] = [
      (["smoke"], ["slow"], ["First"]), (["Third"], [], ["Third"]),
      (["c", "a.toml"], [], ["First", "Third"]), ([], ["b"], ["First", "Third"]),
    ]
    for (only, skip, names) in wanted {
      let plan = try CheckPlan.read([folder], setting: [:], only: only, skip: skip)
      let left = plan.items.map { item in
        if case .scenario(let scenario, _) = item { scenario.name } else { "?" }
      }
      #expect(left == names, "\(only) \(skip)")
    }
    let outcome = try await program.run("check", folder, "--only", "c", "--only", "a.toml", "--skip", "b")
    #expect(outcome.status == 0)
    #expect(outcome.output == "ok    First (1 step)\nok    Third (1 step)\n2 passed, 0 failed, 0 broken.\n")
    let typo = try await program.run("check", folder, "--only", "smok")
    #expect(typo.status == 2 && typo.output.isEmpty)
    #expect(typo.errors == "inbox: --only smok: no scenario has such a tag or name. Did you mean “smoke”?\n")
    #expect(refusal([folder], only: ["a"], skip: ["smoke"])?.contains("No scenario is left") == true)
  }

  @Test("SB-5 scenarios that run side by side are reported in the order of their files, with the same result")
  func jobs() async throws {
    let folder = try write()
    let one = try await program.run("check", folder, folder)
    let many = try await program.run("check", folder, folder, "--jobs", "4")
    #expect(one.status == 1 && many.status == 1)
    #expect(one.output == many.output)
    let shared = try await program.run("check", folder, "--jobs", "2", "--against", "http://127.0.0.1:1")
    #expect(shared.status == 2 && shared.errors.contains("--against has one clock for all"))
    let token = try await program.run("check", folder, "--control-token", folder + "/a.toml")
    #expect(token.status == 2 && token.errors.contains("the sandbox that --against names"), "\(token)")
  }

  @Test("SB-5 JUnit has times, and the recording of a failure lies beside it and can be replayed")
  func attachments() async throws {
    let folder = try write()
    let report = program.home.path + "/report.xml"
    for _ in 1...2 {
      let outcome = try await program.run("check", folder, "--junit", report)
      #expect(outcome.status == 1, "\(outcome)")
    }
    let text = try String(contentsOfFile: report, encoding: .utf8)
    let attached = program.home.path + "/report-2-b.jsonl"
    #expect(text.contains("    <system-out>\n[[ATTACHMENT|\(attached)]]\n</system-out>\n  </testcase>"))
    #expect(text.components(separatedBy: "[[ATTACHMENT|").count == 2)
    #expect(text.matches(of: /<testcase [^>]* time="[0-9]+\.[0-9]{3}"/).count == 3)
    #expect(text.contains(/<testsuite [^>]* time="[0-9]+\.[0-9]{3}">/))
    let replay = try await program.run("replay", "--check", attached)
    #expect(replay.status == 0, "\(replay)")
  }

  @Test("SB-5 what passes on a retry only is reported as that: on the screen, in JSON lines and in JUnit")
  func retries() async throws {
    let sandbox = try await program.startSandbox(
      """
      [brand]
      name = "Acme"
      domain = "news.acme.example"
      scheme = "acme"

      [[campaign]]
      id = "plus"
      kind = "launch-app"
      subject = "Plus"
      message = "One more."
      badge = "+1"
      launch = "+1h"

      """)
    // A person's badge outlasts a run, so the second launch makes it two.
    try program.home.write(
      """
      [scenario]
      name = "Flaky"
      user = "maria"
      [[step]]
      launch = "plus"
      [[step]]
      expect = "badge"
      server = 2

      """, to: "flaky.toml")
    let (junit, jsonl) = (program.home.path + "/r.xml", program.home.path + "/r.jsonl")
    let arguments = ["check", program.home.path + "/flaky.toml", "--against", sandbox.endpoint.httpURL]
    let outcome = try await program.run(arguments + ["--retries", "2", "--junit", junit, "--jsonl", jsonl])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.hasPrefix("RETRY Flaky (2 steps): it passed at run 2 only\n      run 1: "))
    #expect(outcome.output.hasSuffix("1 passed (1 of them on a retry), 0 failed, 0 broken.\n"))
    let lines = try String(contentsOfFile: jsonl, encoding: .utf8).split(separator: "\n")
      .map { try JSONValue.parse(Data($0.utf8)) }
    #expect(lines.map { $0["result"]?.text } == ["passed", "failure"])
    #expect(lines[0]["retried"] == .bool(true) && lines[0]["runs"]?.integer == 2)
    #expect(lines[1]["run"]?.integer == 1)
    let text = try String(contentsOfFile: junit, encoding: .utf8)
    #expect(
      text.contains(#"failures="0""#)
        && text.contains("<flakyFailure message=\"expect = “badge”: server is 1"))
    // It is three now, and stays wrong.
    let failed = try await program.run(arguments + ["--retries", "1", "--junit", junit])
    #expect(failed.status == 1 && failed.output.hasPrefix("FAIL  Flaky (2 runs)\n      run 1: "))
    let again = try String(contentsOfFile: junit, encoding: .utf8)
    #expect(again.contains("<failure message=") && again.contains("<rerunFailure message="))
    await sandbox.stop()
  }

  @Test("SB-5 --set gives a parameter a value; one that none has, or that each row sets, is an error")
  func set() async throws {
    try program.home.write(
      "[parameters]\nmessage = \"two\"\n"
        + Self.scenario("Set", tags: "", expecting: Self.good)
        .replacing("message = \"one\"", with: "message = \"${message}\""), to: "set.toml")
    let file = program.home.path + "/set.toml"
    let broken = try await program.run("check", file)
    #expect(broken.status == 2 && broken.output.contains("there is no message “two”."))
    #expect(try await program.run("check", file, "--set", "message=one").status == 0)
    for (options, sentence) in [
      (["--set", "message"], "--set message: write --set NAME=VALUE."),
      (["--set", "message=a", "--set", "message=b"], "--set message is given twice."),
    ] {
      let outcome = try await program.run(["check", file] + options)
      #expect(outcome.status == 2 && outcome.errors.contains(sentence), "\(outcome)")
    }
    #expect(
      refusal([file], setting: ["mesage": "one"])
        == "--set mesage: no scenario has such a parameter. Did you mean “message”?")
    try program.home.write(
      "[parameters]\nx = 1\n[[data]]\nx = 2\n" + Self.scenario("Row", tags: "", expecting: Self.good),
      to: "row.toml")
    let row = program.home.path + "/row.toml"
    #expect(
      refusal([row], setting: ["x": "3"])?.contains("--set x changes nothing: each row of [[data]] sets it.")
        == true)
    #expect(
      refusal([row], setting: ["x": "many"])?.contains("“many” is not a whole number, which x is in") == true)
  }

  @Test("SB-5 two reports in one file are refused before a scenario runs, under any name of it")
  func oneFile() async throws {
    let folder = try write()
    let path = program.home.path + "/r.txt"
    try FileManager.default.createSymbolicLink(
      atPath: program.home.path + "/linked", withDestinationPath: program.home.path)
    for (other, options) in [
      (path, ["--jsonl", path, "--junit"]),
      (program.home.path + "/./linked/r.txt", ["--jsonl", path, "--junit"]),
      (path, ["--only", "c", "--record", path, "--jsonl"]),
    ] {
      let outcome = try await program.run(["check", folder] + options + [other])
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("Give each a file of its own."), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    let nowhere = try await program.run(
      "check", folder, "--only", "c", "--junit", "/dev/null", "--jsonl", "/dev/null")
    #expect(nowhere.status == 0, "\(nowhere)")
  }

  @Test("SB-5 no report is written over a file that the check reads, under any name of it")
  func ownFiles() async throws {
    let folder = try write()
    let path = program.home.path + "/own/"
    try program.home.write(
      """
      include = ["shared.toml"]

      [scenario]
      name = "Fourth"
      campaigns = ["../acme.toml"]

      [[step]]
      \(Self.good.replacing("one", with: "plain"))
      """, to: "own/d.toml")
    let page = """

      [[campaign]]
      id = "page"
      kind = "open-rich-message"
      subject = "A page"
      message = "Open it."
      rich = { file = "page.html" }
      """
    try program.home.write(Acme.campaigns + page, to: "acme.toml")
    try program.home.write("<p>Words</p>", to: "page.html")
    // What a broken one has read is kept as well.
    try program.home.write("[[steps.b.step]]\npress = \"j\"\n", to: "only.toml")
    try program.home.write(
      "include = [\"../only.toml\"]\n\n[scenario]\nname = \"Fifth\"\nbroken = 1\n", to: "own/e.toml")
    try FileManager.default.createSymbolicLink(
      atPath: path + "link.xml", withDestinationPath: path + "a.toml")
    let read = try CheckPlan.read([folder], setting: [:], only: ["First"], skip: []).files
    for name in [
      "a.toml", "link.xml", "b.toml", "shared.toml", "../acme.toml", "../page.html", "../only.toml",
    ] {
      let error = #expect(throws: Exit.self) {
        try TextFile.requireDistinct([("--junit", nil), ("--jsonl", path + name)], from: read)
      }
      #expect(
        error?.sentence.contains("--jsonl names \(path)\(name), which is read here.") == true, "\(name)")
    }
    for (option, name) in [("--junit", "link.xml"), ("--jsonl", "../only.toml")] {
      let before = try String(contentsOfFile: path + name, encoding: .utf8)
      let outcome = try await program.run("check", folder, "--only", "First", option, path + name)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(name): \(outcome)")
      #expect(outcome.errors.contains("\(option) names \(path)\(name), which is read here."))
      #expect(try String(contentsOfFile: path + name, encoding: .utf8) == before)
    }
  }

  @Test("SB-5 FE-3 a recording has a file of its own, which no report takes and no scenario is")
  func recordedFile() async throws {
    let path = try write() + "/"
    for (options, words) in [
      (["--record", path + "a.toml"], "--record names \(path)a.toml, which is read here."),
      (["--jsonl", path + "x", "--record", path + "x"], "--jsonl and --record both name \(path)x."),
    ] {
      let outcome = try await program.run(["check", path + "a.toml"] + options)
      #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errors.contains(words), "\(outcome)")
    }
    let text = try String(contentsOfFile: path + "a.toml", encoding: .utf8)
    #expect(text == Self.scenario("First", tags: "\"smoke\"", expecting: Self.good))
    #expect(!FileManager.default.fileExists(atPath: path + "x"))
  }

  @Test("SB-5 FE-3 a recording for which there is no room is missed, and the results are what they are")
  func noRoomForRecordings() async throws {
    let path = try write() + "/"
    for (name, result) in [("a", "ok    First (1 step)\n1 passed, "), ("b", "FAIL  Second\n")] {
      let (junit, jsonl) = (path + name + ".xml", path + name + ".jsonl")
      let outcome = try await program.run(
        "check", path + name + ".toml", "--record", "/dev/full", "--junit", junit, "--jsonl", jsonl)
      #expect(outcome.status == 1 && outcome.output.hasPrefix(result), "\(outcome)")
      let words = "is incomplete: No space left on device"
      #expect(outcome.errors.contains(words), "\(outcome)")
      // Beside a result that passed nothing else says why the status is 1.
      let xml = try String(contentsOfFile: junit, encoding: .utf8)
      #expect(xml.contains("<system-out>") && xml.contains(words), "\(xml)")
      let lines = try String(contentsOfFile: jsonl, encoding: .utf8).split(separator: "\n")
      let objects = try lines.map { try JSONValue.parse(Data($0.utf8)) }
      #expect(objects.first?["missing"]?.elements?.first?.text?.contains(words) == true, "\(lines)")
      #expect(objects.dropFirst().allSatisfy { $0["missing"] == nil }, "\(lines)")
    }
    // Beside the report its name would be too long.
    let name = String(repeating: "b", count: 200)
    try program.home.write(Self.scenario("Long", tags: "", expecting: Self.bad), to: "own/\(name).toml")
    let junit = program.home.path + "/\(String(repeating: "r", count: 100)).xml"
    let outcome = try await program.run("check", path + name + ".toml", "--junit", junit)
    #expect(outcome.status == 1 && outcome.output.hasPrefix("FAIL  Long\n"), "\(outcome)")
    #expect(outcome.errors.contains("The recording of a failure cannot be put at "), "\(outcome)")
    let text = try String(contentsOfFile: junit, encoding: .utf8)
    #expect(text.contains("<failure message=") && !text.contains("ATTACHMENT"), "\(text)")
  }

  @Test("SB-5 a folder with nothing but shared steps is no check that passes")
  func noScenario() async throws {
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/shared", withIntermediateDirectories: true)
    try program.home.write("[[steps.a.step]]\npress = \"j\"\n", to: "shared/common.toml")
    let outcome = try await program.run("check", program.home.path + "/shared")
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
  }

  @Test("SB-5 a scenario from standard input includes files as any other does")
  func included() async throws {
    _ = try write()
    let shared = program.home.path + "/own/shared.toml"
    let text = Self.scenario("Piped", tags: "", expecting: Self.good) + "[[step]]\nuse = \"a\"\n"
    try program.home.write("include = [\"\(shared)\"]\n" + text, to: "piped.toml")
    let piped = try await program.run("check", "-", input: program.home.path + "/piped.toml")
    #expect(piped.status == 0 && piped.output.hasPrefix("ok "), "\(piped)")
  }

  @Test("SB-5 a check whose output finds no room leaves nothing of its clients behind")
  func noRoom() async throws {
    let folder = try write()
    let scratch = program.home.path + "/scratch"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    let check = try await ServerProcess.run(
      [
        "/bin/sh", "-c",
        "HOME=\(program.home.path) TMPDIR=\(scratch) \(Program.path) check \(folder)/a.toml >/dev/full 2>&1; echo $?",
      ],
      in: program.home.path)
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch)
    #expect(check == "2\n" && left.isEmpty, "\(check) \(left)")
  }

  @Test("SB-5 a check that does not begin leaves no empty reports, and earlier ones as they are")
  func noReports() async throws {
    let folder = try write()
    let (junit, jsonl) = (program.home.path + "/r.xml", program.home.path + "/r.jsonl")
    try program.home.write("before", to: "r.jsonl")
    let port = try LoopbackPort(.refusing)
    let outcome = try await program.run(
      "check", folder, "--junit", junit, "--jsonl", jsonl, "--against", "http://127.0.0.1:\(port.number)")
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: junit))
    #expect(try String(contentsOfFile: jsonl, encoding: .utf8) == "before")
  }

  @Test("SB-5 a failure among shared steps names the step that uses them, and a broken scenario its row")
  func places() async throws {
    let folder = program.home.path
    try program.home.write(
      "[steps.counted]\nneeds = [\"times\"]\n[[steps.counted.step]]\nexpect = \"opens\"\nexactly = \"${times}\"\n",
      to: "shared.toml")
    let scenario = Self.scenario(
      "Places", tags: "", expecting: "use = \"counted\"\nwith = { times = \"${times}\" }")
    let head = "include = [\"shared.toml\"]\n[parameters]\ntimes = 0\n[[data]]\ntimes = 7\n"
    try program.home.write(head + scenario, to: "places.toml")
    try program.home.write(
      head + "[[data]]\ntimes = 8\n" + scenario + "[[step]]\nlaunch = \"x${times}\"\n", to: "broken.toml")
    let jsonl = folder + "/r.jsonl"
    let outcome = try await program.run(
      "check", folder + "/places.toml", folder + "/broken.toml", "--jsonl", jsonl)
    #expect(outcome.status == 2)
    #expect(
      outcome.output.hasPrefix(
        """
        FAIL  Places [times=7]
              \(folder)/places.toml:21: use = “counted”: \(folder)/shared.toml:3: expect = “opens”: expected exactly 7, got 0.
        """), "\(outcome.output)")
    for times in [7, 8] {
      #expect(
        outcome.output.contains(
          "BROKEN \(folder)/broken.toml [times=\(times)]\n      \(folder)/broken.toml:26: launch = “x\(times)”: "
        ),
        "\(outcome.output)")
    }
    let lines = try String(contentsOfFile: jsonl, encoding: .utf8).split(separator: "\n")
      .map { try JSONValue.parse(Data($0.utf8)) }
    #expect(lines[1]["uses"]?.elements?.map { $0["line"]?.integer } == [21])
    #expect(lines[1]["line"]?.integer == 3 && lines[1]["place"]?.text == folder + "/shared.toml")
    #expect(lines[2]["row"]?["times"]?.text == "7")
  }

  @Test("QA-5 of several clients each has a recording, and a failure says whose it is")
  func clients() async throws {
    let text = Self.scenario("Two", tags: "", expecting: "expect = \"badge\"\nclient = \"tablet\"\nlocal = 7")
    try program.home.write(text + "[client.phone]\n[client.tablet]\n", to: "two.toml")
    let command = ["check", program.home.path + "/two.toml", "--record", program.home.path + "/run.jsonl"]
    // A file that is there already breaks no scenario, and is found before another is begun.
    try program.home.write("kept", to: "run-tablet.jsonl")
    let refused = try await program.run(command)
    #expect(refused.status == 2 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("/run-tablet.jsonl already exists, and evidence is never overwritten."))
    #expect(!FileManager.default.fileExists(atPath: program.home.path + "/run-phone.jsonl"))
    try FileManager.default.removeItem(atPath: program.home.path + "/run-tablet.jsonl")
    let outcome = try await program.run(command)
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(":16: tablet: expect = “badge”: local is 0, expected 7"), "\(outcome.output)")
    for name in ["phone", "tablet"] {
      let replay = try await program.run("replay", "--check", program.home.path + "/run-\(name).jsonl")
      #expect(replay.status == 0, "\(replay)")
    }
  }
}
