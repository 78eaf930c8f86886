import Foundation
import Glibc
import InboxTestSupport
import InboxTUI
import Testing

/// The real binary inside tmux, whose client is a terminal that the test is.
@Suite(
  .queued,
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")))
struct TmuxTests {
  private let program: Program

  init() throws { program = try Program() }

  private var socket: String { program.home.path + "/tmux" }

  /// A client on a terminal of its own, with the mouse on, and the inbox in its only window.
  private func start(_ term: String, command: String) throws -> TerminalProgram {
    try program.home.write(
      """
      set -g default-terminal "\(term)"
      set -g mouse on
      set -g set-clipboard on
      set -g status off
      set -g escape-time 0
      set -g allow-passthrough on
      # No server outlives its test.
      set -g destroy-unattached on
      """, to: "tmux.conf")
    let variables = program.environment.filter { $0.key != "TERM" }.map { "\($0.key)='\($0.value)'" }
    let inside = (["env"] + variables + [command]).joined(separator: " ")
    return try TerminalProgram(
      program,
      command: ["/usr/bin/tmux", "-S", socket, "-f", program.home.path + "/tmux.conf", "new-session", inside])
  }

  private func tmux(_ arguments: String...) async throws -> String {
    try await ServerProcess.run(["/usr/bin/tmux", "-S", socket] + arguments, in: program.home.path)
  }

  @Test("FE-12 under tmux, which hands them on, kitty's pictures reach the terminal around it, and go again")
  func pictures() async throws {
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    try program.home.write("pictures = \"kitty\"\n", to: "config/inbox/config.toml")
    let client = try start(
      "tmux-256color", command: "env COLORTERM=truecolor \(Program.path) demo --present")
    func images() -> KittyStream {
      var stream = KittyStream()
      stream.take(client.bytes)
      return stream
    }
    try await client.wait(until: { !images().images.isEmpty })
    let image = try #require(images().images.first?.value)
    #expect(image.width > 8 && image.pixels.count == image.width * image.height * 4)
    // Its cells pass through tmux as text, marks and all.
    let cell = Array("\u{10EEEE}\u{305}\u{305}".utf8)
    try await client.wait(until: { client.bytes.firstRange(of: cell) != nil })
    client.press("q")
    #expect(await client.end() == 0)
    try await client.wait(until: { images().images.isEmpty })
  }

  @Test(
    "FE-6 under tmux the mouse selects, opens and scrolls, colours and copies pass, and quitting leaves nothing behind",
    arguments: ["tmux-256color", "screen-256color"])
  func inside(term: String) async throws {
    let messages = (0..<60).map {
      #"{"id":"m\#($0)","sent_ts":"2026-01-03T10:\#($0 < 10 ? "0" : "")\#($0):00Z","subject":"Message \#($0)","message":"Words of \#($0)."}"#
    }
    try program.home.write("[\(messages.joined(separator: ","))]", to: "many.json")
    let client = try start(
      term, command: "\(Program.path) open --capture \(program.home.path)/many.json; exec cat")
    try await client.wait(for: "Message 59", "1/60")
    #expect(
      try await tmux("display", "-p", "#{mouse_any_flag} #{mouse_sgr_flag} #{alternate_on}") == "1 1 1\n")
    // A click on the third message, the wheel, a click on what is selected.
    client.press("\u{1B}[<0;10;5M\u{1B}[<0;10;5m")
    try await client.wait(for: "3/60")
    client.press("\u{1B}[<65;10;5M")
    try await client.wait(for: "6/60")
    client.press("\u{1B}[<64;10;5M")
    try await client.wait(for: "3/60")
    client.press("\u{1B}[<0;10;5M\u{1B}[<0;10;5m")
    try await client.wait(for: "Id       m57")
    client.press("\u{1B}")
    try await client.wait(for: "Message 59")
    client.press("y")
    try await client.wait(for: "m57")
    try await until { (try? await tmux("show-buffer")) == "m57" }
    // The terminal outside has got it too.
    try await client.wait { Self.copies(client.bytes).contains("bTU3") }
    client.press("Q")
    try await client.wait(without: "read-only")
    let flags = "#{mouse_any_flag} #{mouse_sgr_flag} #{alternate_on} #{cursor_flag} #{keypad_cursor_flag}"
    // It is given back in several steps, and tmux may draw between them.
    try await until { try await tmux("display", "-p", flags) == "0 0 0 1 0\n" }
    _ = try await tmux("kill-server")
    _ = await client.end()
  }

  /// What tmux puts on its own terminal's clipboard (OSC 52), in Base64.
  private static func copies(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).matches(of: #/\x{1B}\]52;[a-z]*;([A-Za-z0-9+\/=]+)/#).map {
      String($0.1)
    }
  }
}
