import Foundation
import InboxSandbox
import InboxTUI
import InboxTestSupport
import Testing

/// Pictures with the real binary on a terminal.
@Suite(.serialized, .queued)
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

  @Test("UL-5 FE-9 a picture whose address is a tracked link is not asked for: that would be a click")
  func trackedLink() async throws {
    let campaigns = Self.campaigns.replacing("https://cdn.acme.example/a.png", with: "{{link:pump}}")
      .replacing(
        "[[campaign]]",
        with: "[[link]]\nname = \"pump\"\nurl = \"https://www.acme.example/pump\"\n\n[[campaign]]")
    let sandbox = try await program.startSandbox(campaigns)
    let terminal = try TerminalProgram(
      program, "--profile", "sandbox", environment: ["TERM": "xterm-256color"])
    try await terminal.wait(for: "With a picture", "online")
    terminal.press("\r")
    try await terminal.wait(for: "The picture is not asked for")
    #expect(try await sandbox.receipts().clicks == [])
    terminal.press("q")
    terminal.press("q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }

  @Test(
    "FE-2 FE-7 FE-12 in the sandbox half blocks come by themselves, in two colours each; I hides and shows them",
    arguments: ["xterm-256color", "xterm"])
  func blocks(term: String) async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let terminal = try TerminalProgram(program, "--profile", "sandbox", environment: ["TERM": term])
    try await terminal.wait(for: "With a picture", "online")
    #expect(try await sandbox.receipts().pictures == [])
    terminal.press("\r")
    // The drawn picture has two colours.
    try await terminal.wait(until: { Self.colors(terminal).filter { $0.value > 5 }.count >= 2 })
    #expect(try await sandbox.receipts().pictures.map(\.count) == [1])
    terminal.press("I")
    try await terminal.wait(for: "[A pump]", "Pictures hidden")
    terminal.press("q")
    terminal.press("q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }

  @Test("FE-5 FE-12 kitty's graphics: the picture is sent whole, and deleted with the end and a kill")
  func kitty() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    try configure("pictures = \"kitty\"\n")
    for isKilled in [false, true] {
      let terminal = try TerminalProgram(
        program, "--profile", "sandbox", environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
      try await terminal.wait(for: "With a picture", "online")
      terminal.press("\r")
      try await terminal.wait(until: { !Self.images(terminal).images.isEmpty })
      let image = try #require(Self.images(terminal).images.first?.value)
      #expect(image.columns > 8 && image.rows > 2 && image.pixels.count == image.width * image.height * 4)
      if isKilled { kill(terminal.process, SIGTERM) } else { terminal.press("Q") }
      #expect(await terminal.end() == (isKilled ? 143 << 8 : 0))
      try await terminal.wait(until: { Self.images(terminal).images.isEmpty })
      #expect(terminal.isCookedAtEnd)
    }
    await sandbox.stop()
  }

  private static func images(_ terminal: TerminalProgram) -> KittyStream {
    var stream = KittyStream()
    stream.take(terminal.bytes)
    return stream
  }

  private func configure(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    try program.home.write(text, to: "config/inbox/config.toml")
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
    try configure("pictures = \"off\"\n")
    terminal = try TerminalProgram(program, "--profile", "sandbox")
    try await terminal.wait(for: "With a picture", "online")
    terminal.press("\rI")
    try await terminal.wait(for: "Pictures are off: pictures = \"off\" in the configuration.")
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    #expect(try await sandbox.receipts().pictures == [])
    await sandbox.stop()
  }

  @Test(
    "FE-8 FE-12 ‘info’ says which kinds of pictures this machine can draw, in which form, and what is wrong with a setting"
  )
  func info() async throws {
    var outcome = try await program.run("info")
    #expect(
      outcome.output.contains("PNG pictures   yes\nJPEG pictures  yes\nWebP pictures  yes\nsixel          "))
    #expect(outcome.output.contains("\npictures       as the terminal says: there is none here to ask\n"))
    try configure("pictures = \"blocks\"\n")
    outcome = try await program.run("info")
    #expect(outcome.output.contains("\npictures       half blocks: pictures = \"blocks\"\n"))
    try configure("# here\npictures = \"jpeg\"\n")
    outcome = try await program.run("info")
    #expect(
      outcome.errors.contains("config.toml:2:1: the file, pictures: “jpeg” is unknown"), "\(outcome.errors)")
    #expect(outcome.errors.contains("kitty, sixel, blocks, off"))
  }
}
