import Foundation
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// The real binary asks its terminal whether it is dark or light.
@Suite(.serialized, .queued)
struct BackgroundTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let light = "\u{1B}]11;rgb:fafa/fafa/f5f5\u{1B}\\"
  private static let end = "\u{1B}[?64;22c"

  private func start(
    _ screen: String = #"theme = { dark = "dark", light = "light" }"#, environment: [String: String] = [:]
  ) async throws -> (Sandbox, TerminalProgram) {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try program.configure("mine", for: sandbox, session: "", screen: screen)
    let terminal = try TerminalProgram(
      program, ["--profile", "mine"],
      environment: ["COLORTERM": "truecolor"].merging(environment) { _, new in new })
    try await terminal.wait(for: "A plain word", "badge 3", "online")
    return (sandbox, terminal)
  }

  private func isDark(_ terminal: TerminalProgram) -> Bool? { terminal.style(x: 40, y: 15).background.isDark }

  private func output(_ terminal: TerminalProgram) -> String {
    String(decoding: terminal.bytes, as: UTF8.self)
  }

  @Test(
    "FE-7 a light terminal gets the light theme behind the first frame, and follows when its colours change")
  func follows() async throws {
    let (sandbox, terminal) = try await start()
    try await terminal.wait { output(terminal).contains("\u{1B}]11;?\u{1B}\\") && isDark(terminal) == true }
    // The responses are the last of the questions' bytes away: what is typed between them is typed.
    terminal.press(Self.light)
    terminal.press("j")
    terminal.press("\u{1B}[?2026;0$y" + Self.end)
    try await terminal.wait { isDark(terminal) == false && terminal.text.contains("›● ↗ Our new screws") }
    #expect(!terminal.text.contains("does nothing here"))
    // The terminal said that it knows no synchronized frames.
    let length = output(terminal).count
    terminal.press("\u{1B}[?997;1n")
    try await terminal.wait { isDark(terminal) == true }
    #expect(!output(terminal).dropFirst(length).contains("\u{1B}[?2026h"))
    terminal.press("\u{1B}[?997;2n")
    try await terminal.wait { isDark(terminal) == false }
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    #expect(output(terminal).contains("\u{1B}[?2031h") && output(terminal).contains("\u{1B}[?2031l"))
    await sandbox.stop()
  }

  @Test("FE-7 a response in pieces changes the theme and presses nothing")
  func cut() async throws {
    let (sandbox, terminal) = try await start()
    try await terminal.wait { output(terminal).contains("\u{1B}]11;?") }
    // Not behind an Escape at the beginning, which waits for its rest by the clock: other tests cut there.
    // Few, as it waits for the rest of a response for two seconds only.
    let pieces = ["\u{1B}]1", "1;rgb:fafa/fa", "fa/f5f5", "\u{1B}\\\u{1B}[?", "64;22c"]
    for piece in pieces {
      terminal.press(piece)
      try await until { terminal.pseudo.isDrained }
    }
    try await terminal.wait { isDark(terminal) == false }
    #expect(!terminal.text.contains("does nothing here") && terminal.text.contains("›● · A plain word"))
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }

  @Test(
    "FE-7 FE-6 a terminal that never answers keeps its Escape; COLORFGBG decides then, and a quit does not hang"
  )
  func silent() async throws {
    let (sandbox, terminal) = try await start(environment: ["COLORFGBG": "0;default;15"])
    try await terminal.wait { isDark(terminal) == false }
    terminal.press("?")
    try await terminal.wait(for: "Keys 1/")
    terminal.press("\u{1B}")
    try await terminal.wait(without: "Keys 1/")
    terminal.press("q")
    #expect(await terminal.end() == 0)
    #expect(terminal.isCookedAtEnd)
    await sandbox.stop()
  }

  @Test("FE-7 nothing is asked where one theme was chosen, or none", arguments: ["", #"theme = "nord""#])
  func unasked(screen: String) async throws {
    let (sandbox, terminal) = try await start(screen)
    terminal.press("q")
    #expect(await terminal.end() == 0)
    #expect(!output(terminal).contains("]11;") && !output(terminal).contains("\u{1B}[c"))
    await sandbox.stop()
  }

  @Test("FE-7 a theme for one background alone is reported with what is missing")
  func half() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try program.configure("mine", for: sandbox, session: "", screen: #"theme = { dark = "dark" }"#)
    let outcome = try await program.run("--profile", "mine", "--screen", "120x24")
    #expect(outcome.status == 0 && outcome.output.contains("[theme], light: it is missing."))
    let info = try await program.run("info")
    #expect(info.errors.contains("[theme], light: it is missing."))
    await sandbox.stop()
  }

  @Test("FE-7 inbox info asks as well, and tells what it found and why")
  func info() async throws {
    func answered() async throws -> (terminal: TerminalProgram, lines: [String]) {
      let terminal = try TerminalProgram(
        program, ["info"], size: Size(columns: 160, rows: 40),
        environment: ["COLORTERM": "truecolor", "PAGER": "cat -v", "DISPLAY": ":1"])
      try await terminal.wait { output(terminal).contains("\u{1B}]11;?") }
      terminal.press(Self.light + Self.end)
      #expect(await terminal.end() == 0)
      let lines = terminal.text.split(separator: "\n").map {
        String($0.reversed().drop { $0 == " " }.reversed())
      }
      return (terminal, lines)
    }
    // It waits for responses for a moment only, which may be over on a busy machine.
    var (terminal, lines) = try await answered()
    let light = "background     light: the terminal says #fafaf5"
    for _ in 0..<20 where !lines.contains(light) { (terminal, lines) = try await answered() }
    #expect(lines.contains(light))
    #expect(lines.contains { $0.wholeMatch(of: /libraries +ncurses [0-9.]+, SQLite [0-9.]+/) != nil })
    #expect(lines.contains("colours        24 bits: COLORTERM says so"))
    #expect(lines.contains("characters     Unicode: LC_ALL is C.UTF-8"))
    #expect(lines.contains { $0.hasPrefix("pager          /") && $0.hasSuffix("/cat -v") })
    #expect(lines.contains("clipboard      the terminal's clipboard"))
    #expect(terminal.isCookedAtEnd)
    let piped = try await program.run(
      "info", environment: ["NO_COLOR": "1", "COLORFGBG": "15;0", "TERM": "linux"])
    #expect(piped.status == 0 && !piped.output.contains("\u{1B}"))
    #expect(piped.output.contains("colours        none: NO_COLOR is set\n"))
    #expect(piped.output.contains("background     dark: COLORFGBG is 15;0\n"))
    #expect(piped.output.contains("clipboard      none: in tmux"))
  }

  @Test(
    "FE-7 inbox info says why UTF-8 is sent, and which theme is in force where the chosen one is not there")
  func reasons() async throws {
    func line(_ start: String, _ environment: [String: String]) async throws -> String {
      let outcome = try await program.run("info", environment: environment)
      return outcome.output.split(separator: "\n").map(String.init).first { $0.hasPrefix(start) } ?? ""
    }
    let characters = "characters     Unicode: "
    #expect(
      try await line("characters", ["LC_ALL": "C"])
        == characters + "LC_ALL is C, which names no character set; UTF-8 is taken (--ascii)")
    #expect(
      try await line("characters", ["LC_ALL": "", "LANG": ""])
        == characters + "no locale is set; UTF-8 is taken (--ascii)")
    let theme = try await line("theme ", ["INBOX_THEME": "nope"])
    #expect(
      theme.hasPrefix("theme          terminal in place of nope: There is no theme “nope”."), "\(theme)")
    #expect(try await line("theme ", ["INBOX_THEME": "nord"]) == "theme          nord")
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    try program.home.write(#"theme = { dark = "nope", light = "light" }"#, to: "config/inbox/config.toml")
    let pair = try await line("theme ", [:])
    #expect(pair.contains("nope on dark, light on light; There is no theme “nope”."), "\(pair)")
    #expect(pair.hasSuffix(" It is terminal there."), "\(pair)")
  }
}
