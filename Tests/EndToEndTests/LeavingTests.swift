import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

/// What the end of a program writes down, whichever way it comes.
@Suite(.queued)
struct LeavingTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let campaign = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[campaign]]
    id = "plain"
    kind = "launch-app"
    subject = "A plain word"
    message = "Text."
    sent = "-1m"
    """

  @Test("BD-7 a signal during badge set leaves the server's number unknown, and says so in the ledger")
  func badgeInterrupted() async throws {
    let sandbox = try await program.startSandbox(Self.campaign)
    #expect(try await program.run("badge", "set", "5", "--profile", "sandbox").status == 0)
    await sandbox.setFault(Fault(.badge, stall: true))
    let terminal = try TerminalProgram(program, "badge", "set", "3", "--profile", "sandbox")
    try await sandbox.faultStruck(.badge)
    terminal.send(signal: SIGTERM)
    #expect(await terminal.end() >> 8 == 128 + SIGTERM)
    let doubt = try await program.run("badge", "get", "--profile", "sandbox")
    #expect(doubt.output.contains("badge 5 (server unknown"), "\(doubt.output)")
    await sandbox.clearFaults()
    let ledger = try await program.run("badge", "log", "--profile", "sandbox")
    #expect(
      ledger.output.contains("failed sync: set 3, the program ended before the response"), "\(ledger.output)")
  }

  @Test("VE-5 EN-3 leaving the program with a message open closes it", arguments: ["Q", "<esc> Q"])
  func closedAtEnd(keys: String) async throws {
    let file = program.home.path + "/left.inboxrec"
    let outcome = try await program.run(
      "demo", "--vendor", "iterable", "--screen", "100x30", "--keys", "j <enter> \(keys)", "--record", file)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count { $0.contains("\"type\":\"exchange\"") && $0.contains("trackInAppClose") } == 1)
  }
}
