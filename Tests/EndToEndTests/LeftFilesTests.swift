import Foundation
import Glibc
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

/// What commands leave in files, and how a run that was called off ends.
@Suite(.queued)
struct LeftFilesTests {
  private let program: Program

  init() throws { program = try Program() }

  private func file(_ name: String) -> String { program.home.path + "/" + name }

  private func lines(_ name: String) throws -> [JSONValue] {
    try String(contentsOfFile: file(name), encoding: .utf8).split(separator: "\n")
      .map { try JSONValue.parse(Data($0.utf8)) }
  }

  @Test(
    "SB-5 a result for a CI server is readable as the person's other files are, whatever folders were made before",
    arguments: [("022", 0o644), ("027", 0o640), ("077", 0o600)])
  func modes(mask: String, mode: Int) async throws {
    try program.home.write(
      "[scenario]\nname = \"None\"\n[[step]]\nexpect = \"fetches\"\nexactly = 1\n", to: "s.toml")
    let command = "umask \(mask); exec \"$0\" check \"$1\" --junit \"$2\" --jsonl \"$3\""
    let outcome = try await program.run(
      ["-c", command, Program.path, file("s.toml"), file("r.xml"), file("r.jsonl")], binary: "/bin/sh")
    #expect(outcome.status == 0, "\(outcome)")
    for name in ["r.xml", "r.jsonl"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
      #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
    }
  }

  @Test("SB-5 FE-5 the receipts of a demonstration are written also where a signal ends it")
  func receipts() async throws {
    let terminal = try TerminalProgram(program, ["demo", "--receipts", file("receipts.json")])
    try await terminal.wait(for: "1 Primary", "online")
    terminal.send(signal: SIGTERM)
    #expect(await terminal.end() >> 8 & 0xFF == 128 + SIGTERM)
    let receipts = try JSONValue.parse(try Data(contentsOf: URL(fileURLWithPath: file("receipts.json"))))
    #expect(receipts["fetches"]?.elements?.isEmpty == false)
  }

  @Test(
    "FE-3 UL-1 a recording says with which status its command ended, with a profile and without one",
    arguments: [[], ["--profile", "sandbox"]])
  func status(profile: [String]) async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try Data("-----BEGIN CERTIFICATE-----\nnone\n".utf8).write(to: URL(fileURLWithPath: file("ca.pem")))
    let runs = [
      (["javascript:1"], Int32(1)), (["acme://products/7"], 0),
      (["acme://products/7", "--ca", file("ca.pem")], 2),
    ]
    for (index, (arguments, status)) in runs.enumerated() {
      let name = "r\(index).jsonl"
      let outcome = try await program.run(["resolve"] + arguments + ["--record", file(name)] + profile)
      #expect(outcome.status == status, "\(outcome)")
      #expect(try lines(name).last?["status"]?.integer == Int(status))
    }
    await sandbox.stop()
  }

  @Test(
    "SB-1 a sandbox that was started with nohup goes on when its terminal is closed, and Ctrl-C ends one of a script"
  )
  func nohup() async throws {
    let command = "trap '' HUP INT; exec \"$0\" sandbox --port 0 --tls-port 0"
    let terminal = try TerminalProgram(program, command: ["/bin/sh", "-c", command, Program.path])
    try await terminal.wait(for: "Inspect it: ")
    terminal.send(signal: SIGHUP)
    let info = try await program.run("receipts")
    #expect(info.status == 0, "\(info)")
    terminal.send(signal: SIGINT)
    #expect(await terminal.end() == 0)
  }

  @Test("QA-2 VE-14 only the rows that are asked for are in the JSON, and the summary is of all")
  func odd() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let own = ["--profile", "sandbox"]
    _ = try await program.run(["list"] + own)
    #expect(try await program.run(["show", "plain"] + own).status == 0)
    for command in [["report"], ["report", "--server"]] {
      func report(_ more: String...) async throws -> JSONValue {
        try JSONValue.parse(Data(try await program.run(command + ["--json"] + more + own).output.utf8))
      }
      let (all, few) = (try await report(), try await report("--odd"))
      #expect(all["rows"]?.elements?.count == 1 && few["rows"]?.elements == [])
      #expect(few["proven"] == .bool(true) && few["summary"] == all["summary"])
    }
    await sandbox.stop()
  }
}
