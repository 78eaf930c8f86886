import Foundation
import InboxTestSupport
import Testing

/// The program where one of its streams is not a terminal, or the terminal is none that can be drawn on.
@Suite(.queued)
struct StreamTests {
  private let program: Program
  private let file: String

  init() throws {
    program = try Program()
    file = program.home.path + "/a.json"
    try program.home.write(
      #"[{"id":"m1","sent_ts":"2026-01-03T10:00:00Z","subject":"Spring \u001b[31msale","message":"Half price."}]"#,
      to: "a.json")
  }

  @Test("FE-9 where the output is not a terminal the inbox is its list, with status 0 and no escape byte")
  func piped() async throws {
    for arguments in [["open", "--capture", file], ["--capture", file]] {
      let outcome = try await program.run(arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("Primary  1 unread of 1\n* m1"))
      #expect(outcome.errors.contains("Standard output is not a terminal: this is the list as lines."))
      #expect(!outcome.output.contains("\u{1B}"))
    }
    let piped = try TerminalProgram(
      program,
      command: ["/bin/sh", "-c", "\"$0\" --capture \"$1\" | cat; \"$0\" demo | cat", Program.path, file])
    #expect(await piped.end() == 0)
    let text = String(decoding: piped.bytes, as: UTF8.self)
    #expect(text.contains("* m1") && text.contains("* tidemoor-flash-sale"))
    #expect(!piped.bytes.contains(0x1B) && piped.hasFormerModesAtEnd)
  }

  @Test("FE-5 where the input is not a terminal a sentence says what to do, and the terminal is left alone")
  func deaf() async throws {
    let terminal = try TerminalProgram(
      program,
      command: [
        "/bin/sh", "-c", "\"$0\" open --capture \"$1\" </dev/null; echo status-$?", Program.path, file,
      ])
    #expect(await terminal.end() == 0)
    #expect(terminal.text.contains("must be a terminal") && terminal.text.contains("status-2"))
    #expect(!terminal.bytes.contains(0x1B) && terminal.hasFormerModesAtEnd)
  }

  @Test(
    "FE-5 a TERM that is missing, empty, dumb or unknown is reported with what to do, and nothing is drawn",
    arguments: [
      ("unset TERM", "TERM is not set", 0), ("TERM=", "has lines only", 0),
      ("TERM=dumb", "has lines only", 0), ("TERM=no-such", "Nothing is known", 2),
    ])
  func unusable(setting: String, words: String, status: Int) async throws {
    let script = "\(setting); \"$0\" open --capture \"$1\"; echo status-$?"
    let terminal = try TerminalProgram(program, command: ["/bin/sh", "-c", script, Program.path, file])
    #expect(await terminal.end() == 0)
    #expect(terminal.text.contains(words) && terminal.text.contains("status-\(status)"), "\(terminal.text)")
    #expect(!terminal.bytes.contains(0x1B) && terminal.hasFormerModesAtEnd)
  }

  @Test(
    "FE-7 terminals whose entries come in a package of their own are drawn on all the same",
    arguments: ["alacritty", "xterm-kitty", "foot", "xterm-16color", "xterm-88color"])
  func uncommon(term: String) async throws {
    let environment = ["TERM": term]
    let terminal = try TerminalProgram(program, "open", "--capture", file, environment: environment)
    try await terminal.wait(for: "Spring ␛[31msale", "read-only")
    terminal.press("q")
    #expect(await terminal.end() == 0)
    let transcript = TerminalTranscript(terminal.bytes)
    #expect(transcript.problems == [] && transcript.isRestored)
    // A terminal is called after its colours, and gets no others.
    if term.hasSuffix("color") { #expect(!String(decoding: terminal.bytes, as: UTF8.self).contains(";2;")) }
    let facts = try TerminalProgram(program, "info", environment: environment)
    #expect(await facts.end() == 0)
    #expect(!facts.text.contains("nothing is known"), "\(facts.text)")
  }
}
