import Foundation
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

/// Too much at once, in pieces, or nothing at all: what a terminal and a person can do to the real binary.
@Suite(.queued)
struct StormTests {
  private let program: Program
  private let file: String

  init() throws {
    program = try Program()
    file = program.home.path + "/many.json"
    // Ninety messages of days long ago: nothing about them changes by itself.
    let messages = (0..<90).map { number in
      let stamp = String(format: "2026-01-%02dT%02d:00:00Z", 1 + number / 4, number % 4)
      return
        #"{"id":"m\#(number)","sent_ts":"\#(stamp)","subject":"Message \#(number) 日本語","message":"The words of \#(number)."}"#
    }
    try program.home.write("[\(messages.joined(separator: ","))]", to: "many.json")
  }

  private func start(
    size: Size = Size(columns: 80, rows: 24), environment: [String: String] = [:]
  ) async throws -> TerminalProgram {
    let terminal = try TerminalProgram(
      program, "open", "--capture", file, size: size, environment: environment)
    try await terminal.wait(for: "Message 89", "read-only · 90 messages")
    return terminal
  }

  /// What `--screen` prints of the same captured responses.
  private func frame(_ size: String, keys: String = "") async throws -> [String] {
    let outcome = try await program.run("open", "--capture", file, "--screen", size, "--keys", keys)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return Self.lines(outcome.output)
  }

  private static func lines(_ text: String) -> [String] {
    // When it was fetched is another second each time.
    text.replacing(#/\d\d:\d\d:\d\d/#, with: "00:00:00").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { line in String(line.reversed().drop { $0 == " " }.reversed()) }.reversed().drop { $0.isEmpty }
      .reversed()
  }

  @Test("FE-5 fifty sizes in a row between 1×1 and 300×100 end with the right frame")
  func resizes() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let terminal = try await start()
    for _ in 0..<50 {
      terminal.pseudo.resize(
        to: Size(columns: .random(in: 1...300, using: &random), rows: .random(in: 1...100, using: &random)))
    }
    terminal.resize(to: Size(columns: 100, rows: 30))
    let wanted = try await frame("100x30")
    try await terminal.wait { Self.lines(terminal.text) == wanted }
    terminal.press("q")
    #expect(await terminal.end() == 0, "seed \(seed)")
    let transcript = TerminalTranscript(terminal.bytes)
    #expect(transcript.problems == [] && transcript.isRestored, "seed \(seed)")
    // At most one frame a size, and those of the start.
    #expect(transcript.frames < 70)
  }

  @Test("FE-10 a thousand keys at once end at the right row, in few frames")
  func burst() async throws {
    let terminal = try await start()
    let before = TerminalTranscript(terminal.bytes).frames
    terminal.press(String(repeating: "j", count: 1_000))
    let wanted = try await frame("80x24", keys: "G")
    try await terminal.wait { Self.lines(terminal.text) == wanted }
    #expect(TerminalTranscript(terminal.bytes).frames - before <= 60)
    terminal.press(String(repeating: "k", count: 1_000) + "jjj")
    try await terminal.wait(for: "4/90")
    terminal.press("q")
    #expect(await terminal.end() == 0)
  }

  @Test("FE-6 what is pasted is text and never keys: into the filter, and where nothing is typed")
  func paste() async throws {
    let terminal = try await start()
    terminal.press("\u{1B}[200~Qqdq\r\u{3}\u{1B}[201~")
    terminal.press("/")
    terminal.press("\u{1B}[200~Message\r\n8\u{1B}[31m9Q\u{3}\u{1A}\u{1B}[201~")
    // Line breaks are blanks; what cannot be typed is left out.
    try await terminal.wait(for: "9Q", "No matches")
    #expect(terminal.text.contains("Message 8"))
    // More than a line takes and than the terminal's driver holds, and then the line is as good as before.
    terminal.press("\u{1B}[200~" + String(repeating: "日本語", count: 4_000) + "\u{1B}[201~\u{15}")
    terminal.press("\u{1B}[200~" + String(repeating: "日本語", count: 10) + "\u{1B}[201~")
    try await terminal.wait(for: "/" + String(repeating: "日本語", count: 10) + " ")
    terminal.press("\u{1B}")
    try await terminal.wait(for: "Message 89", "1/90")
    terminal.press("q")
    #expect(await terminal.end() == 0)
    #expect(TerminalTranscript(terminal.bytes).problems == [])
  }

  @Test("FE-6 sequences and letters that are cut between two reads arrive whole")
  func pieces() async throws {
    // So that a busy machine does not take a cut sequence for Escape.
    let terminal = try await start(environment: ["ESCDELAY": "10000"])
    func press(_ bytes: some Sequence<UInt8>) async throws {
      for byte in bytes {
        terminal.pseudo.type(bytes: [byte])
        try await until { terminal.pseudo.unread == 0 }
      }
    }
    try await press("\u{1B}[B".utf8)
    try await press("\u{1B}OB".utf8)
    try await terminal.wait(for: "3/90")
    // The fourth row of the screen is the list's second message.
    try await press("\u{1B}[<0;10;4M\u{1B}[<0;10;4m".utf8)
    try await terminal.wait(for: "2/90")
    try await press("/日é語".utf8)
    try await terminal.wait(for: "/日é語")
    try await press("\u{15}\u{1B}[200~日本語\u{1B}[201~".utf8)
    try await terminal.wait(for: "/日本語", "90")
    terminal.press("\u{3}\u{3}")
    _ = await terminal.end()
    #expect(TerminalTranscript(terminal.bytes).problems == [])
  }

  @Test(
    "FE-10 it comes to rest: no byte, no tick of the clock, none of our threads woken, while other programs run"
  )
  func idle() async throws {
    let terminal = try await start()
    let bytes = terminal.bytes.count
    // What the start has left to do is done some time. Dispatch's own manager looks after its threads once a second,
    // whatever they do: that is one thread.
    try await until {
      let wakings = ProcessTable.wakingsByThread(terminal.process)
      let ticks = try #require(ProcessTable.entry(terminal.process)).ticks
      for _ in 0..<5 { _ = try await frame("80x24", keys: "j j j <enter>") }
      let woken = ProcessTable.wakingsByThread(terminal.process).filter { $0.value > wakings[$0.key] ?? 0 }
      return try woken.count <= 1 && #require(ProcessTable.entry(terminal.process)).ticks <= ticks + 1
    }
    // Everything that has come is taken before the next frame: there was nothing but what the start drew last.
    terminal.press("j")
    try await terminal.wait(for: "2/90")
    #expect(TerminalTranscript(Array(terminal.bytes[bytes...])).frames <= 3)
    terminal.press("q")
    #expect(await terminal.end() == 0)
  }
}
