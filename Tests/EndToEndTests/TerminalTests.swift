import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// The real binary on a real pseudo terminal against the real sandbox.
@Suite(.serialized, .queued)
struct TerminalTests {
  private let program: Program

  init() throws { program = try Program() }

  private func start(
    _ campaigns: String = Acme.campaigns, size: Size = Size(columns: 80, rows: 24)
  ) async throws -> (Sandbox, TerminalProgram) {
    let sandbox = try await program.startSandbox(campaigns)
    let terminal = try TerminalProgram(program, "--profile", "sandbox", size: size)
    try await terminal.wait(for: "A plain word", "badge 3", "online")
    return (sandbox, terminal)
  }

  private func isRestored(_ terminal: TerminalProgram) -> Bool {
    let text = String(decoding: terminal.bytes, as: UTF8.self)
    return terminal.isCookedAtEnd && text.contains("\u{1B}[?1049l")
  }

  @Test(
    "FE-5 EN-5 UL-2 BD-1 SB-5 start, move, open, follow a link, badge refused, quit: restored, and receipts exact"
  )
  func wholeRun() async throws {
    let (sandbox, terminal) = try await start()
    terminal.press("jj\r")
    try await terminal.wait(for: "Enter follows [")
    // Another key in between: Enter pressed twice at once is one gesture.
    terminal.press("\u{C}\r")
    try await terminal.wait(for: "Unknown deep link", "acme://sale/spring", "Click counted: yes")
    terminal.press("\u{1B}")
    try await terminal.wait(without: "Unknown deep link")
    terminal.press("qgg\r")
    try await terminal.wait(for: "Nothing but words", "Links", "Esc back")
    terminal.press("1\r")
    try await terminal.wait(for: "Would open in the browser", "https://www.acme.example/guide", "web-link")
    terminal.press("\u{1B}")
    try await terminal.wait(without: "Would open")
    await sandbox.setFault(Fault(.badge, status: 503))
    terminal.press("b")
    try await terminal.wait(for: "Set to:")
    terminal.press("9\r")
    try await terminal.wait(for: "The badge is still 3, not 9.")
    await sandbox.clearFaults()
    terminal.press("r")
    try await terminal.wait(for: "Badge set to 0.")
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    #expect(isRestored(terminal))
    let receipts = try await sandbox.receipts()
    #expect(
      receipts.engagements.map { "\($0.type) \($0.messageID) \($0.count)" }.sorted() == [
        "display deep 1", "display plain 1", "display rich 1", "display universal 1", "open plain 1",
        "open universal 1",
      ])
    #expect(receipts.duplicates == 0)
    #expect(receipts.clicks.map(\.link) == ["sale", "guide"])
    #expect(receipts.badge.map(\.count) == [0])
    await sandbox.stop()
  }

  @Test("FE-9 no escape sequence of a subject reaches the terminal, checked on the raw bytes")
  func hostile() async throws {
    let (sandbox, terminal) = try await start(Acme.campaigns + Acme.hostile)
    terminal.press("G\r")
    try await terminal.wait(for: "Careful ␛[31mRED", "cleared?")
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    let text = String(decoding: terminal.bytes, as: UTF8.self)
    #expect(!text.contains("\u{1B}[31mRED"))
    #expect(!text.contains("\u{1B}]52"))
    #expect(!text.contains("\u{9B}") && !text.contains("\u{202E}") && !text.contains("\u{1B}[2J\u{9B}"))
    await sandbox.stop()
  }

  @Test("EN-7 what a killed run left goes out once at the next start, under its own ids and session")
  func killed() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    await sandbox.setFault(Fault(.engagements, status: 500))
    let first = try TerminalProgram(program, "--profile", "sandbox")
    // Killed after the response: a request on its way would be counted when it arrives.
    try await first.wait(for: "A plain word", "outbox 4", "server error 500")
    first.send(signal: SIGKILL)
    #expect(await first.end() == SIGKILL)
    #expect(try await sandbox.receipts().engagements.isEmpty)
    await sandbox.clearFaults()
    let second = try TerminalProgram(program, "--profile", "sandbox")
    try await second.wait(for: "A plain word", "session 2")
    // A quit waits two seconds for a flush, which a busy machine may need for itself.
    _ = try await sandbox.receipts { $0.engagements.count >= 8 }
    second.press("q")
    #expect(await second.end() == 0)
    let receipts = try await sandbox.receipts()
    let displays = receipts.engagements.map { "\($0.messageID) in \($0.session?.number ?? 0)" }.sorted()
    #expect(
      displays == [
        "deep in 1", "deep in 2", "plain in 1", "plain in 2", "rich in 1", "rich in 2",
        "universal in 1",
        "universal in 2",
      ])
    #expect(receipts.duplicates == 0)
    await sandbox.stop()
  }

  @Test(
    "EN-3 FE-5 SIGTERM, SIGHUP, SIGINT and SIGQUIT end the session, restore the terminal and say 128+n",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func signals(signal: Int32) async throws {
    let (sandbox, terminal) = try await start()
    terminal.send(signal: signal)
    let status = await terminal.end()
    #expect((status >> 8) & 0xFF == 128 + signal)
    #expect(isRestored(terminal))
    let displays = ReceiptFilter(type: "display")
    // A quit waits two seconds for a flush, which a busy machine may need for itself: what is left goes out next time.
    if try await sandbox.receipts(displays).engagements.count < 4 {
      let next = try DriveProcess(program, ["--profile", "sandbox"])
      try await next.ask(#""do":"flush","seconds":60"#)
      _ = await next.quit()
    }
    #expect(try await sandbox.receipts(displays).engagements.map(\.count) == [1, 1, 1, 1])
    await sandbox.stop()
  }

  @Test("FE-5 a terminal of 5×2 and back")
  func tiny() async throws {
    let (sandbox, terminal) = try await start()
    terminal.resize(to: Size(columns: 5, rows: 2))
    terminal.resize(to: Size(columns: 40, rows: 12))
    try await terminal.wait(for: "A plain word")
    terminal.resize(to: Size(columns: 120, rows: 40))
    try await terminal.wait(for: "Preview", "Nothing but words.")
    terminal.press("q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }

  @Test("MC-18 BD-5 an open inbox shows what a command beside it changes, without a key")
  func commandBeside() async throws {
    let (sandbox, terminal) = try await start()
    let deleted = try await program.run("delete", "plain", "--profile", "sandbox")
    #expect(deleted.status == 0, "\(deleted.errors)")
    try await terminal.wait(without: "A plain word")
    _ = try await program.run("badge", "set", "8", "--profile", "sandbox")
    try await terminal.wait(for: "badge 8")
    _ = try await program.run("delete", "--restore", "plain", "--profile", "sandbox")
    try await terminal.wait(for: "A plain word")
    terminal.press("q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }

  @Test("the profile is held by one screen at a time, and the second learns who has it")
  func lock() async throws {
    let (sandbox, terminal) = try await start()
    let outcome = try await program.run("--profile", "sandbox", "--screen", "80x24")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("is already open elsewhere (process "))
    terminal.press("q")
    _ = await terminal.end()
    await sandbox.stop()
  }

  @Test("FE-7 NO_COLOR leaves no colour in the output, and a locale without UTF-8 nothing but ASCII")
  func noColour() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let terminal = try TerminalProgram(
      program, "--profile", "sandbox", environment: ["NO_COLOR": "1", "LC_ALL": "de_DE.ISO-8859-1"])
    try await terminal.wait(for: "A plain word")
    terminal.press("q")
    #expect(await terminal.end() == 0)
    let text = String(decoding: terminal.bytes, as: UTF8.self)
    #expect(!text.contains(#/\u{1B}\[[0-9;]*3[0-7](;[0-9;]*)?m/#))
    #expect(terminal.bytes.allSatisfy { $0 < 0x80 })
    // The command line is over it, and says which colours.
    let coloured = try TerminalProgram(
      program, "--profile", "sandbox", "--color", "16", environment: ["NO_COLOR": "1"])
    try await coloured.wait(for: "A plain word", "? help")
    coloured.press("Q")
    #expect(await coloured.end() == 0)
    let sixteen = String(decoding: coloured.bytes, as: UTF8.self)
    #expect(sixteen.contains(#/\u{1B}\[[0-9;]*3[0-7](;[0-9;]*)?m/#) && !sixteen.contains("38;5;"))
    let wrong = try await program.run("demo", "--screen", "80x24", "--color", "pink")
    #expect(wrong.status == 2 && wrong.errors.contains("“pink” is not a depth of colours."))
    await sandbox.stop()
  }

  @Test("FE-5 an unknown TERM is reported with what to do, and a terminal of lines gets lines")
  func unusableTerminal() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let unknown = try TerminalProgram(
      program, "--profile", "sandbox", environment: ["TERM": "no-such-terminal"])
    #expect((await unknown.end() >> 8) & 0xFF == 2)
    #expect(unknown.text.contains("terminal \"no-such-terminal\""))
    for name in ["dumb", ""] {
      let dumb = try TerminalProgram(program, "--profile", "sandbox", environment: ["TERM": name])
      #expect(await dumb.end() == 0)
      #expect(dumb.text.contains("(TERM is “\(name)”) has lines only") && dumb.text.contains("* plain  "))
      #expect(!dumb.bytes.contains(0x1B))
    }
    await sandbox.stop()
  }

  @Test(
    "FE-1 the window is called what is on the screen, and what it was called before at the end"
  )
  func title() async throws {
    let (sandbox, terminal) = try await start()
    func output() -> String { String(decoding: terminal.bytes, as: UTF8.self) }
    try await terminal.wait { output().contains("\u{1B}]2;Primary (4) – inbox\u{07}") }
    #expect(output().contains("\u{1B}[22;2t"))
    terminal.press("]")
    try await terminal.wait { output().contains("\u{1B}]2;Offers (1) – inbox\u{07}") }
    // It names no message and no one, so that an audience may see it as well.
    terminal.press("[j\r\u{1B}[15~")
    try await terminal.wait(for: "Push banner")
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    let titles = output().matches(of: #/\x1B\]2;([^\x07]*)\x07/#).map { String($0.output.1) }
    #expect(titles.allSatisfy { $0.wholeMatch(of: #/(Primary|Offers)( \([0-9]+\))? – inbox/#) != nil })
    #expect(output().contains("\u{1B}[23;2t"))
    await sandbox.stop()
  }

  @Test(
    "FE-6 y gives the terminal's clipboard the id and says so; a console without a clipboard says what has one"
  )
  func copying() async throws {
    let (sandbox, terminal) = try await start()
    terminal.press("y")
    try await terminal.wait(for: "Copied to the terminal's clipboard: message id plain")
    let sequence = "\u{1B}]52;c;\(Data("plain".utf8).base64EncodedString())\u{07}"
    #expect(String(decoding: terminal.bytes, as: UTF8.self).contains(sequence))
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    let console = try TerminalProgram(program, "--profile", "sandbox", environment: ["TERM": "linux"])
    try await console.wait(for: "A plain word", "online")
    console.press("y")
    try await console.wait(for: "This terminal has no clipboard.")
    console.press("Q")
    #expect(await console.end() == 0)
    #expect(!String(decoding: console.bytes, as: UTF8.self).contains("\u{1B}]"))
    await sandbox.stop()
  }

  @Test(
    "FE-6 mouse = false leaves the mouse to the terminal until M takes it; hints = false hides them until .")
  func mouse() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try program.configure("mine", for: sandbox, session: "", screen: "mouse = false\nhints = false")
    let terminal = try TerminalProgram(program, "--profile", "mine")
    try await terminal.wait(for: "A plain word", "online")
    func output() -> String { String(decoding: terminal.bytes, as: UTF8.self) }
    #expect(!output().contains("\u{1B}[?1000h") && !terminal.text.contains("? help"))
    terminal.press(".")
    try await terminal.wait(for: "? help")
    terminal.press("M")
    try await terminal.wait(for: "Mouse on; M turns it off.")
    try await terminal.wait { output().contains("\u{1B}[?1000h") }
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }

  @Test("VE-8 --read-only leaves the sandbox as it is")
  func readOnly() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let terminal = try TerminalProgram(program, "--profile", "sandbox", "--read-only")
    try await terminal.wait(for: "A plain word", "online")
    for command in [":clock +5m\r", ":launch plain\r", ":fault messages offline\r"] {
      terminal.press(command)
      try await terminal.wait(for: "The sandbox is left as it is: --read-only was given.")
      // What was refused stays beside what was typed.
      terminal.press("\u{1B}")
      try await terminal.wait(without: "is left as it is")
    }
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    #expect(sandbox.endpoint.clock == .machine)
    #expect(try await program.run("fault").output.contains("offline") == false)
    #expect(try await program.run("list", "--profile", "sandbox").output.contains("plain-2") == false)
    await sandbox.stop()
  }

  @Test("UL-14 $BROWSER is taken as words, the address where %s stands, and no shell sees it")
  func browser() async throws {
    try program.home.write("#!/bin/sh\nprintf '<%s>' \"$@\" > \"$0.seen\"\n", to: "my browser")
    let path = program.home.path + "/my browser"
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let terminal = try TerminalProgram(
      program, "--profile", "sandbox",
      environment: ["BROWSER": "no-such-browser:'\(path)' --new 'at %s' $(id)"])
    try await terminal.wait(for: "A plain word", "online")
    terminal.press("\r")
    try await terminal.wait(for: "Links", "[1] https://", "Esc back")
    terminal.press("1\r")
    try await terminal.wait(for: "Would open in the browser")
    terminal.press("o")
    try await terminal.wait(for: "Opened in the browser")
    try await until { FileManager.default.fileExists(atPath: path + ".seen") }
    let wanted = "<--new><at https://www.acme.example/guide><$(id)>"
    try await until { try String(contentsOfFile: path + ".seen", encoding: .utf8) == wanted }
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }

  @Test("FE-7 --ascii and ascii = true send nothing but ASCII to a terminal that has more")
  func ascii() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns + Acme.hostile)
    for isConfigured in [false, true] {
      if isConfigured { try program.configure("mine", for: sandbox, session: "", screen: "ascii = true") }
      let arguments = isConfigured ? ["--profile", "mine"] : ["--profile", "sandbox", "--ascii"]
      let terminal = try TerminalProgram(program, arguments)
      try await terminal.wait(for: "A plain word", "badge")
      terminal.press("?")
      try await terminal.wait(for: "+- Keys")
      terminal.press("qG\r")
      try await terminal.wait(for: "Careful ?[31mRED")
      terminal.press("Q")
      #expect(await terminal.end() == 0)
      #expect(terminal.bytes.allSatisfy { $0 < 0x80 })
    }
    await sandbox.stop()
  }

  @Test("FE-5 --accessible shows the terminal's cursor at what has the keys")
  func accessible() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let terminal = try TerminalProgram(
      program, "--profile", "sandbox", "--accessible", size: Size(columns: 120, rows: 40))
    try await terminal.wait(for: "A plain word", "badge 3", "online")
    try await terminal.wait { terminal.cursor == Point(x: 0, y: 2) }
    terminal.press("j")
    try await terminal.wait { terminal.cursor.map { terminal.line($0.y).contains("Our new screws") } == true }
    terminal.press("/")
    try await terminal.wait { terminal.cursor.map { terminal.line($0.y).contains("/") && $0.y == 1 } == true }
    terminal.press("\u{1B}")
    try await terminal.wait { terminal.cursor.map { $0.y > 1 } == true }
    terminal.press("kkkk\r")
    try await terminal.wait(for: "Links", "[1] https://")
    terminal.press("1")
    try await terminal.wait { terminal.cursor.map { terminal.line($0.y).contains("https://") } == true }
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }

  @Test("SB-1 the demonstration starts by itself, shows its centers, and leaves only its state folder behind")
  func demo() async throws {
    let terminal = try TerminalProgram(program, "demo")
    try await terminal.wait(for: "The demonstration", "any key closes this")
    terminal.press(" ")
    try await terminal.wait(for: "1 Primary", "2 Offers", "badge", "online")
    terminal.press("q")
    #expect(await terminal.end() == 0)
    #expect(isRestored(terminal))
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.home.path) == ["state"])
  }
}
