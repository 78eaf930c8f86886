import Foundation
import Glibc
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// The program as a job of a shell: stopped, continued where it must be quiet, and called back.
@Suite(.queued)
struct JobControlTests {
  private static let shells = [
    ["/bin/sh", "-i"], ["/bin/bash", "--norc", "--noprofile", "--noediting", "-i"],
  ]
  private let program: Program

  init() throws { program = try Program() }

  private func shell(_ command: [String] = shells[0]) async throws -> TerminalProgram {
    let terminal = try TerminalProgram(program, command: command, environment: ["PS1": "ready> "])
    try await terminal.wait(for: "ready>")
    return terminal
  }

  /// Waits until the shell has done what it was asked, and everything before it is on the screen.
  private func settle(_ shell: TerminalProgram, _ word: String) async throws {
    let start = shell.bytes.count
    shell.press("echo \(word)-'done'\n")
    try await shell.wait { shell.bytes[start...].contains(Array((word + "-done").utf8)) }
  }

  /// Quits and waits for the shell: what is typed before would be the inbox's.
  private func quit(_ shell: TerminalProgram) async throws {
    shell.press("Q")
    try await shell.wait { TerminalTranscript(shell.bytes).isRestored }
  }

  private func inbox(of shell: TerminalProgram) throws -> pid_t {
    try #require(ProcessTable.children(of: shell.process).first)
  }

  private func stopped(_ process: pid_t) async throws {
    try await until { ProcessTable.isStopped(process) }
  }

  @Test(
    "FE-5 EN-3 Ctrl-Z gives the terminal back and ends the session, bg stays quiet, fg after another size begins anew",
    arguments: shells)
  func suspended(command: [String]) async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let terminal = try await shell(command)
    let settings = terminal.pseudo.modes
    terminal.press("\(Program.path) --profile sandbox\n")
    try await terminal.wait(for: "A plain word", "badge 3", "online", "session 1")
    let process = try inbox(of: terminal)
    #expect(terminal.pseudo.modes != settings)
    terminal.press("\u{1A}")
    try await terminal.wait(for: "Stopped", "ready>")
    #expect(ProcessTable.isStopped(process))
    #expect(terminal.pseudo.modes == settings)
    #expect(TerminalTranscript(terminal.bytes).problems == [])
    #expect(TerminalTranscript(terminal.bytes).isRestored)
    // A disappearance: what was displayed has gone out before the stop.
    #expect(try await sandbox.receipts(ReceiptFilter(type: "display")).engagements.count == 4)

    for _ in 0..<2 {
      let (before, wakings) = (terminal.bytes.count, ProcessTable.wakings(process))
      terminal.press("bg\n")
      // It ran, and stopped again because it is in the background.
      try await until { ProcessTable.wakings(process) > wakings && ProcessTable.isStopped(process) }
      try await settle(terminal, "quiet\(before)")
      #expect(!terminal.bytes[before...].contains(0x1B))
      #expect(terminal.pseudo.modes == settings)
    }

    terminal.resize(to: Size(columns: 110, rows: 31))
    let before = terminal.bytes.count
    terminal.press("fg\n")
    try await terminal.wait(for: "A plain word", "Preview", "session 2")
    let after = String(decoding: terminal.bytes[before...], as: UTF8.self)
    #expect(after.split(separator: "\u{1B}[?1049h", omittingEmptySubsequences: false).count == 2)
    // The palette is the person's.
    #expect(!after.contains("\u{1B}]104"))
    let lines = terminal.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].contains("1 Primary") && lines[30].contains("? help") && lines[29].contains("session 2"))
    terminal.press("\r")
    try await terminal.wait(for: "opened in session 2")
    try await quit(terminal)
    try await settle(terminal, "quit")
    #expect(terminal.pseudo.modes == settings)
    terminal.press("exit\n")
    _ = await terminal.end()
    let transcript = TerminalTranscript(terminal.bytes)
    #expect(transcript.problems == [] && transcript.isRestored)
    let events = try await sandbox.receipts().engagements
    #expect(Set(events.filter { $0.type == "display" }.map { $0.session?.number }) == [1, 2])
    #expect(events.filter { $0.type == "open" }.map { $0.session?.number } == [2])
    await sandbox.stop()
  }

  @Test(
    "FE-5 stopped from outside with SIGTSTP and with SIGSTOP, continued behind the shell's back, called back")
  func outside() async throws {
    try program.configureOffline("own")
    let terminal = try await shell()
    let settings = terminal.pseudo.modes
    terminal.press("\(Program.path)\n")
    try await terminal.wait(for: "1 Primary", "offline", "session 1")
    let process = try inbox(of: terminal)
    kill(process, SIGTSTP)
    try await terminal.wait(for: "Stopped", "ready>")
    #expect(TerminalTranscript(terminal.bytes).isRestored && terminal.pseudo.modes == settings)
    var (before, wakings) = (terminal.bytes.count, ProcessTable.wakings(process))
    kill(process, SIGCONT)
    try await until { ProcessTable.wakings(process) > wakings && ProcessTable.isStopped(process) }
    try await settle(terminal, "first")
    #expect(!terminal.bytes[before...].contains(0x1B))
    terminal.press("fg\n")
    try await terminal.wait(for: "1 Primary", "offline", "session 2")

    // No one can catch this one: the shell is left with the terminal as it was drawn on.
    kill(process, SIGSTOP)
    try await stopped(process)
    try await settle(terminal, "second")
    (before, wakings) = (terminal.bytes.count, ProcessTable.wakings(process))
    terminal.press("bg\n")
    try await until { ProcessTable.wakings(process) > wakings && ProcessTable.isStopped(process) }
    try await settle(terminal, "third")
    #expect(!terminal.bytes[before...].contains(0x1B))
    terminal.press("fg\n")
    try await terminal.wait(for: "1 Primary", "offline", "session 2")
    try await terminal.wait(without: "ready>")
    try await quit(terminal)
    try await settle(terminal, "fourth")
    #expect(TerminalTranscript(terminal.bytes).isRestored && terminal.pseudo.modes == settings)
    terminal.press("exit\n")
    #expect(await terminal.end() == 0)
  }

  @Test("FE-5 a program that started the inbox in its job is stopped and continued with it")
  func wrapped() async throws {
    try program.configureOffline("own")
    let terminal = try await shell()
    terminal.press("sh -c '\(Program.path); echo ended-$?'\n")
    try await terminal.wait(for: "1 Primary", "offline", "session 1")
    let wrapper = try inbox(of: terminal)
    terminal.press("\u{1A}")
    try await terminal.wait(for: "Stopped", "ready>")
    let inbox = try #require(ProcessTable.children(of: wrapper).first)
    // The shell tells of the one that it started; the other stops with it, and not at the same instant.
    try await stopped(wrapper)
    try await stopped(inbox)
    terminal.press("fg\n")
    try await terminal.wait(for: "1 Primary", "offline", "session 2")
    try await quit(terminal)
    try await terminal.wait(for: "ended-0")
    try await settle(terminal, "wrapped")
    #expect(TerminalTranscript(terminal.bytes).isRestored)
    terminal.press("exit\n")
    #expect(await terminal.end() == 0)
  }

  @Test(
    "FE-5 EN-3 ended while it is stopped it draws nothing any more; started in the background it waits for fg"
  )
  func background() async throws {
    try program.configureOffline("own")
    let terminal = try await shell()
    terminal.press("\(Program.path)\n")
    try await terminal.wait(for: "1 Primary", "offline", "session 1")
    let process = try inbox(of: terminal)
    terminal.press("\u{1A}")
    try await terminal.wait(for: "Stopped", "ready>")
    var before = terminal.bytes.count
    terminal.press("kill %1; kill -CONT %1\n")
    try await until { "ZX".contains(ProcessTable.entry(process)?.state ?? "X") }
    try await settle(terminal, "ended")
    #expect(!terminal.bytes[before...].contains(0x1B))

    before = terminal.bytes.count
    terminal.press("\(Program.path) &\n")
    try await until { ProcessTable.children(of: terminal.process).contains(where: ProcessTable.isStopped) }
    try await settle(terminal, "waiting")
    #expect(!terminal.bytes[before...].contains(0x1B))
    terminal.press("fg\n")
    try await terminal.wait(for: "1 Primary", "offline", "session ")
    try await quit(terminal)
    try await settle(terminal, "over")
    #expect(TerminalTranscript(terminal.bytes).isRestored)
    terminal.press("exit\n")
    #expect(await terminal.end() == 0)
  }
}
