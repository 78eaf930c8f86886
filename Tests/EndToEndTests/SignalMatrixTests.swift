import Foundation
import Glibc
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// Every way in which the program can be ended from outside, on a terminal of its own: what the person is left with.
@Suite(.queued)
struct SignalMatrixTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.configureOffline("own")
  }

  private var folder: String { program.home.path + "/state/inbox/profiles/own" }

  private func start(_ command: [String] = [Program.path]) async throws -> TerminalProgram {
    let terminal = try TerminalProgram(program, command: command)
    try await terminal.wait(for: "1 Primary", "offline", "session ")
    return terminal
  }

  private func expectRestored(_ terminal: TerminalProgram) {
    let transcript = TerminalTranscript(terminal.bytes)
    #expect(transcript.problems == [])
    #expect(transcript.isRestored, "modes \(transcript.modes), titles \(transcript.titleDepth)")
    #expect(transcript.frames > 0 && !transcript.titles.isEmpty)
    #expect(terminal.hasFormerModesAtEnd)
  }

  @Test(
    "FE-5 EN-3 a signal that asks for the end: the terminal is as it was, and the status is 128+n",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func asked(signal: Int32) async throws {
    let terminal = try await start()
    terminal.send(signal: signal)
    let status = await terminal.end()
    #expect(status & 0x7F == 0 && (status >> 8) & 0xFF == 128 + signal)
    expectRestored(terminal)
    #expect(!FileManager.default.fileExists(atPath: folder + "/crash.log"))
  }

  /// Every other signal that ends a process by default.
  private static let others: [Int32] = [
    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, __libc_current_sigrtmin(),
    __libc_current_sigrtmax(),
  ]

  @Test(
    "FE-5 EN-3 every other signal that ends a process: the terminal is as it was, and the process dies by it",
    arguments: others)
  func ended(signal: Int32) async throws {
    let terminal = try await start()
    terminal.send(signal: signal)
    #expect(await terminal.end() & 0x7F == signal)
    expectRestored(terminal)
    #expect(!terminal.text.contains("stopped by signal"))
    #expect(!FileManager.default.fileExists(atPath: folder + "/crash.log"))
  }

  @Test(
    "FE-5 on a console without a second screen the last line is left empty, whatever ends the program",
    arguments: [0, SIGTERM, SIGUSR1, SIGSEGV])
  func console(signal: Int32) async throws {
    let terminal = try TerminalProgram(program, environment: ["TERM": "linux"])
    try await terminal.wait(for: "1 Primary", "offline", "session ")
    try await terminal.wait { !terminal.line(23).allSatisfy { $0 == " " } }
    if signal == 0 { terminal.press("Q") } else { terminal.send(signal: signal) }
    _ = await terminal.end()
    #expect(terminal.line(23).allSatisfy { $0 == " " }, "\(terminal.text)")
    if signal == SIGSEGV {
      let reported = try #require((0..<23).first { terminal.line($0).contains("stopped by signal") })
      #expect(terminal.line(reported).hasPrefix("inbox: stopped by signal"), "\(terminal.text)")
    }
    #expect(terminal.hasFormerModesAtEnd)
  }

  @Test("FE-5 SIGPIPE ends nothing: a connection that has gone is not an end of the program")
  func pipe() async throws {
    let terminal = try await start()
    terminal.send(signal: SIGPIPE)
    terminal.press("?")
    try await terminal.wait(for: "Keys 1/")
    terminal.press("?Q")
    #expect(await terminal.end() == 0)
  }

  @Test(
    "FE-5 a command that asks the terminal gives it back, whichever signal ends it meanwhile",
    arguments: [SIGTERM, SIGUSR1])
  func asking(signal: Int32) async throws {
    // It waits for responses for a moment only; on a busy machine that may be over before the signal is sent.
    for _ in 0..<20 {
      let terminal = try TerminalProgram(program, "info")
      // The last question; no one answers.
      try await terminal.wait { String(decoding: terminal.bytes, as: UTF8.self).contains("\u{1B}[c") }
      terminal.send(signal: signal)
      let status = await terminal.end()
      #expect(terminal.hasFormerModesAtEnd)
      if status & 0x7F == signal { return }
      #expect(status & 0x7F == 0)
    }
    Issue.record("it never waited long enough to be ended meanwhile")
  }

  @Test(
    "FE-5 a crash: the terminal is as it was, one sentence names a file, and the file has a backtrace and no secret",
    arguments: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGXCPU, SIGXFSZ, SIGSYS])
  func crash(signal: Int32) async throws {
    let terminal = try await start()
    terminal.send(signal: signal)
    let status = await terminal.end()
    // A shell shows the death by a signal as 128+n.
    #expect(status & 0x7F == signal)
    expectRestored(terminal)
    let log = folder + "/crash.log"
    // Over what line the terminal breaks it is not known.
    let text = terminal.text.replacing("\n", with: "")
    #expect(text.contains("inbox: stopped by signal \(signal); please report it with the file \(log)"))
    let written = try String(contentsOfFile: log, encoding: .utf8)
    let heading = /inbox \S+, started \d{4}-\d\d-\d\dT\S+Z: signal (\d+) after \d+ s\n/
    #expect(try heading.prefixMatch(in: written)?.1 == "\(signal)")
    // Beyond the handler and what the system puts below it: down to where the thread begins, and nothing behind that.
    let frames = written.split(separator: "\n").dropFirst()
    #expect(frames.count > 4 && !frames.contains { $0.contains("[(nil)]") || $0.contains("[0x0]") })
    for file in ["crash.log", "inbox.log"] where FileManager.default.fileExists(atPath: folder + "/" + file) {
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      #expect(!text.contains("the-app-token") && !text.contains("the-account-token"))
    }
    let rights = try FileManager.default.attributesOfItem(atPath: log)[.posixPermissions] as? Int
    #expect(rights == 0o600)
  }

  @Test("FE-5 a shell sees 128+n after a crash, and its own settings again")
  func shell() async throws {
    let terminal = try TerminalProgram(
      program,
      command: [
        "/bin/sh", "-c", "stty -g; \"$0\"; echo status $?; stty -g", Program.path,
      ])
    try await terminal.wait(for: "1 Primary", "offline", "session 1")
    let child = try #require(ProcessTable.children(of: terminal.process).first)
    kill(child, SIGSEGV)
    #expect(await terminal.end() == 0)
    #expect(terminal.text.contains("status \(128 + SIGSEGV)"))
    let lines = terminal.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let settings = lines.filter { $0.contains(":1:") || $0.split(separator: ":").count > 10 }
    #expect(settings.count == 2 && Set(settings).count == 1, "\(lines)")
    expectRestored(terminal)
  }

  @Test("FE-5 a window that is closed ends the program, with the hang-up's signal and without it")
  func lost() async throws {
    let terminal = try await start()
    let status = await terminal.hangUp()
    #expect(status & 0x7F == 0 && (status >> 8) & 0xFF == 128 + SIGHUP)

    // A shell that keeps the signal to itself: there is only the end of the input.
    let file = program.home.path + "/status"
    let script = "trap '' HUP; \"$0\"; echo $? >\"$1\""
    let deaf = try await start(["/bin/sh", "-c", script, Program.path, file])
    _ = await deaf.hangUp()
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "\(128 + SIGHUP)\n")
  }

  @Test(
    "FE-5 EN-3 a window that is frozen keeps no signal from ending the program, and no display from being reported",
    arguments: [SIGTERM, SIGHUP])
  func frozen(signal: Int32) async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let terminal = try TerminalProgram(program, "--profile", "sandbox")
    try await terminal.wait(for: "A plain word", "badge 3", "online", "session 1")
    await terminal.stopReading()
    terminal.pseudo.fill()
    // A whole frame, which no one takes.
    terminal.resize(to: Size(columns: 200, rows: 60))
    terminal.send(signal: signal)
    let status = await terminal.end()
    #expect(status & 0x7F == 0 && (status >> 8) & 0xFF == 128 + signal)
    #expect(terminal.hasFormerModesAtEnd)
    #expect(try await sandbox.receipts(ReceiptFilter(type: "display")).engagements.count >= 4)
    await sandbox.stop()
  }

  @Test("FE-5 EN-7 an archive that is taken away under a screen ends it, which is said and no success")
  func archiveGone() async throws {
    let terminal = try await start()
    try FileManager.default.removeItem(atPath: folder)
    #expect(await terminal.end() >> 8 & 0xFF == 1)
    expectRestored(terminal)
    // Over what line the terminal breaks it is not known.
    let text = terminal.text.replacing("\n", with: "")
    #expect(text.contains("was removed or replaced while it was open"), "\(text)")
  }
}
