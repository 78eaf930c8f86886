import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// The real binary lends its terminal to a real pager.
@Suite(.serialized, .queued)
struct PagerTests {
  private let program: Program

  init() throws { program = try Program() }

  /// Writes a script and names it as a person would in `PAGER`, with blanks in its path.
  private func pager(_ script: String) throws -> String {
    try program.home.write("#!/bin/sh\n" + script, to: "my pager")
    let path = program.home.path + "/my pager"
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return "'\(path)' --plain"
  }

  private func start(_ campaigns: String = Acme.campaigns, pager: String?) async throws -> (
    Sandbox, TerminalProgram
  ) {
    let sandbox = try await program.startSandbox(campaigns)
    let terminal = try TerminalProgram(
      program, "--profile", "sandbox", environment: pager.map { ["PAGER": $0] } ?? [:])
    try await terminal.wait(for: "A plain word", "badge 3", "online")
    return (sandbox, terminal)
  }

  private func end(_ terminal: TerminalProgram, _ sandbox: Sandbox) async {
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    #expect(terminal.isCookedAtEnd)
    #expect(String(decoding: terminal.bytes, as: UTF8.self).contains("\u{1B}[?1049l"))
    await sandbox.stop()
  }

  @Test(
    "MC-14 FE-5 v shows the JSON in $PAGER, on a terminal of its own; then the frame is back, also in another size"
  )
  func wholeRun() async throws {
    let seen = program.home.path + "/seen.json"
    let request = try pager(
      """
      [ "$1" = --plain ] || exit 9
      stty -a | grep -q -- ' icanon' || exit 8
      cp "$2" '\(seen)'; stat -c %a "$2" > '\(seen).mode'; dirname "$2" > '\(seen).folder'
      echo "the pager is here"; read answer; stty size > '\(seen).size'; echo "$answer" > '\(seen).answer'
      stty raw -echo
      """)
    let (sandbox, terminal) = try await start(pager: request)
    terminal.press("v")
    try await terminal.wait(for: "the pager is here")
    terminal.resize(to: Size(columns: 100, rows: 30))
    terminal.press("qj words\r")
    try await terminal.wait(for: "A plain word", "badge 3", "Preview")
    #expect(try String(contentsOfFile: seen + ".answer", encoding: .utf8) == "qj words\n")
    #expect(try String(contentsOfFile: seen + ".size", encoding: .utf8) == "30 100\n")
    let value = try JSONValue.parse(Data(contentsOf: URL(fileURLWithPath: seen)))
    guard case .object(let members) = value else { throw ServerTrouble("no object: \(value)") }
    #expect(members["id"] == .string("plain") && members["subject"] == .string("A plain word"))
    // The folder lets no one else in, and is gone.
    let folder = try String(contentsOfFile: seen + ".folder", encoding: .utf8).dropLast()
    terminal.press("j")
    try await terminal.wait(for: "They hold.")
    try await until { !FileManager.default.fileExists(atPath: String(folder)) }
    await end(terminal, sandbox)
  }

  @Test(
    "FE-5 a pager that dies leaves its modes behind and ours are right; one that is not there is reported")
  func trouble() async throws {
    let (sandbox, terminal) = try await start(
      pager: try pager("stty raw -echo; printf '\\033[?1000l\\033[2J\\033[31mgone'; kill -9 $$\n"))
    terminal.press("v")
    // The pager's path is as long as the machine's folders: the sentence can be broken anywhere.
    try await terminal.wait {
      let words = terminal.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return ["was ended by signal 9", "A plain word", "badge 3"].allSatisfy(words.contains)
    }
    terminal.press("j\r")
    try await terminal.wait(for: "acme://products/12")
    await end(terminal, sandbox)

    let (second, other) = try await start(pager: "no-such-pager -x")
    other.press("v")
    try await other.wait(for: "PAGER names “no-such-pager”, which is not there.")
    await end(other, second)
  }

  @Test("EN-1 what is typed behind a pager is for the inbox, which knows by then that the pager has ended")
  func typedAhead() async throws {
    let recording = program.home.path + "/run.jsonl"
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let terminal = try TerminalProgram(
      program, "--profile", "sandbox", "--record", recording,
      environment: [
        "PAGER": try pager("stty -icanon -echo; echo \"pager ${2##*/}\"; dd bs=1 count=1 2>/dev/null >&2\n")
      ])
    try await terminal.wait(for: "A plain word", "badge 3", "online")
    terminal.press("v")
    try await terminal.wait(for: "message-plain.json")
    // One byte ends the pager; the rest is read when it has ended.
    terminal.press("qjv")
    try await terminal.wait(for: "message-deep.json")
    terminal.press("q")
    try await terminal.wait(for: "A plain word")
    await end(terminal, sandbox)
    let reported = try String(contentsOfFile: recording, encoding: .utf8).split(separator: "\n").compactMap {
      line in
      line.contains(#""event":"paged""#) ? "paged" : line.contains(#""key":"v""#) ? "v" : nil
    }
    #expect(reported == ["v", "paged", "v", "paged"])
    #expect(try await program.run("replay", "--check", recording).status == 0)
  }

  @Test(
    "EN-3 FE-5 Ctrl-Z in a pager stops the inbox as well, which ends the session; the pager goes on with it")
  func stopped() async throws {
    let (sandbox, terminal) = try await start(
      pager: try pager("echo 'the pager is here'; read first; echo \"it read $first\"; read second\n"))
    terminal.press("v")
    try await terminal.wait(for: "the pager is here")
    terminal.press("\u{1A}")
    // No shell holds this terminal: what is stopped there goes on at once, in another session of the messages.
    terminal.press("on\r")
    try await terminal.wait(for: "it read on")
    terminal.press("\r")
    try await terminal.wait(for: "A plain word", "session 2")
    await end(terminal, sandbox)
  }

  @Test("FE-5 SIGTERM ends the pager with the inbox, and the terminal is a shell's again")
  func terminated() async throws {
    let (sandbox, terminal) = try await start(
      pager: try pager(
        "trap '' TERM; stty raw -echo; echo 'the pager is here'; while :; do read x || exit; done\n"))
    terminal.press("v")
    try await terminal.wait(for: "the pager is here")
    terminal.send(signal: SIGTERM)
    let status = await terminal.end()
    #expect((status >> 8) & 0xFF == 128 + SIGTERM)
    #expect(terminal.isCookedAtEnd)
    await sandbox.stop()
  }

  @Test("FE-9 escape sequences in a message are text for every pager")
  func hostile() async throws {
    let (sandbox, terminal) = try await start(
      Acme.campaigns + Acme.hostile, pager: try pager("cat \"$2\"; echo 'the end of it'; read x\n"))
    terminal.press("Gv")
    try await terminal.wait(for: "the end of it")
    let text = String(decoding: terminal.bytes, as: UTF8.self)
    #expect(text.contains("\\u001b[31mRED"))
    #expect(!text.contains("\u{1B}[31mRED") && !text.contains("\u{9B}") && !text.contains("\u{202E}"))
    terminal.press("\r")
    try await terminal.wait(for: "Careful")
    await end(terminal, sandbox)
  }
}
