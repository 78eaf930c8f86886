import Foundation
import InboxSandbox
import InboxTUI
import InboxTestSupport
import Testing

/// Pictures with the real binary on a terminal.
@Suite(.serialized, .queued, .timeLimit(.minutes(10)))
struct PictureTests {
  private static let campaigns = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"

    [[campaign]]
    id = "rich"
    kind = "open-rich-message"
    subject = "With a picture"
    message = "Pumps."
    [campaign.rich]
    html = '<p>Look:</p><p><img src="https://cdn.acme.example/a.png" width="96" alt="A pump"></p><p>Done.</p>'
    """

  private let program: Program

  init() throws { program = try Program() }

  @Test(
    "FE-2 FE-7 FE-9 half blocks arrive in two colours each after the second I, and nothing was asked before",
    arguments: ["xterm-256color", "xterm"])
  func blocks(term: String) async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let terminal = try TerminalProgram(program, "--profile", "sandbox", environment: ["TERM": term])
    try await terminal.wait(for: "With a picture", "online")
    terminal.press("\r")
    try await terminal.wait(for: "[A pump]", "Done.")
    terminal.press("I")
    try await terminal.wait(
      for: "Loading 1 picture shows cdn.acme.example that you read this. I again loads it.")
    #expect(try await sandbox.receipts().pictures == [])
    terminal.press("I")
    try await terminal.wait(for: "Pictures shown; I hides them.")
    try await terminal.wait(without: "[A pump]")
    // The drawn picture has two colours.
    try await terminal.wait(until: { Self.colors(terminal).filter { $0.value > 20 }.count >= 2 })
    #expect(try await sandbox.receipts().pictures.map(\.count) == [1])
    terminal.press("I")
    try await terminal.wait(for: "[A pump]", "Pictures hidden")
    terminal.press("q")
    terminal.press("q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }

  /// How many cells have which colour behind them.
  private static func colors(_ terminal: TerminalProgram) -> [Color: Int] {
    var colors: [Color: Int] = [:]
    for y in 0..<24 {
      for x in 0..<80 { colors[terminal.style(x: x, y: y).background, default: 0] += 1 }
    }
    colors[.standard] = nil
    return colors
  }

  @Test("FE-7 FE-9 with NO_COLOR the words stay, and the key says why; ‘off’ says where it is set")
  func none() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    var terminal = try TerminalProgram(program, "--profile", "sandbox", environment: ["NO_COLOR": "1"])
    try await terminal.wait(for: "With a picture", "online")
    terminal.press("\rI")
    try await terminal.wait(for: "Without colours, pictures are shown as text", "[A pump]")
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    try program.home.write("pictures = \"off\"\n", to: "config/inbox/config.toml")
    terminal = try TerminalProgram(program, "--profile", "sandbox")
    try await terminal.wait(for: "With a picture", "online")
    terminal.press("\rI")
    try await terminal.wait(for: "Pictures are off: pictures = \"off\" in the configuration.")
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    #expect(try await sandbox.receipts().pictures == [])
    await sandbox.stop()
  }

  @Test("FE-8 ‘info’ says which kinds of pictures this machine can draw")
  func info() async throws {
    let outcome = try await program.run("info")
    #expect(outcome.output.contains("PNG pictures   yes\nJPEG pictures  yes\nWebP pictures  yes\n"))
  }
}
