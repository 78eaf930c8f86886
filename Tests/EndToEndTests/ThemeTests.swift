import Foundation
import InboxSandbox
import InboxTUI
import InboxTestSupport
import Testing

/// Themes through the real binary: commands, and the screen on a pseudo terminal.
@Suite(.serialized, .queued)
struct ThemeTests {
  private let program: Program

  init() throws { program = try Program() }

  private func write(_ text: String, _ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox/themes", withIntermediateDirectories: true)
    try program.home.write(text, to: "config/inbox/" + name)
  }

  private static let mine = """
    name = "Mine"
    variant = "dark"
    [base]
    background = 17
    foreground = 231
    [states]
    selected = { fg = 231, bg = 22 }
    """

  @Test("FE-7 list, check, print and export: what they say, and 0, 1 or 2")
  func commands() async throws {
    var outcome = try await program.run("theme")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("* terminal       Terminal\n"))
    #expect(outcome.output.contains("  korvane        Korvane Bank · light · brand Korvane Bank\n"))
    outcome = try await program.run("theme", "list", "--json", environment: ["INBOX_THEME": "nord"])
    #expect(outcome.output.contains(#""current":true,"file":""#) && !outcome.output.contains("\u{1B}"))

    outcome = try await program.run("theme", "check")
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 13)
    try write("[roles]\ntitle = { fg = \"#333333\", bg = \"#000000\" }\nbadg = 1", "themes/dim.toml")
    outcome = try await program.run("theme", "check", "dim", "nord")
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains("dim.toml:3:1: [roles], badg: the role is unknown. Did you mean “badge”?\n"))
    #expect(
      outcome.output.contains(
        "dim at 24 bits: title: #333333 on #000000 has a contrast of 1.6 to 1, and a text needs 4.5.\n"))
    #expect(outcome.output.contains("nord: every text can be read, at every depth\n"))
    let path = program.home.path + "/config/inbox/themes/dim.toml"
    outcome = try await program.run("theme", "check", "--json", path)
    #expect(
      outcome.status == 1 && outcome.output.contains(#""ok":false"#) && outcome.output.contains(path + ":3:1")
    )
    outcome = try await program.run("theme", "check", "nrd", "nord")
    #expect(outcome.status == 2 && outcome.errors == "inbox: There is no theme “nrd”. Did you mean “nord”?\n")
    #expect(outcome.output.contains("nord: every text"))

    outcome = try await program.run("theme", "print", "korvane", "--depth", "16")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("Korvane Bank with 16 colours\n◆ KORVANE\n"))
    #expect(outcome.output.contains("tab-active            fg 4, bold, reverse\n"))
    #expect(!outcome.output.contains("\u{1B}"))
    outcome = try await program.run("theme", "print", "korvane", "--depth", "8")
    #expect(
      outcome.status == 2 && outcome.errors.contains("It is not a depth. Write truecolor, 256, 16 or mono."))
    outcome = try await program.run("theme", "print")
    #expect(outcome.status == 2)

    outcome = try await program.run("theme", "export", "nord")
    let shipped = URL(fileURLWithPath: Program.path).deletingLastPathComponent()
      .appendingPathComponent("inbox_inbox.resources/Themes/nord.toml")
    #expect(try outcome.output == String(contentsOf: shipped, encoding: .utf8))
    outcome = try await program.run("theme", "export", "nord", "--resolved")
    try write(outcome.output, "themes/whole.toml")
    outcome = try await program.run("theme", "check", "whole")
    #expect(outcome.status == 0, "\(outcome.output)")
    try write("variant = \"dark\"\r\n[roles]\r\n", "themes/dos.toml")
    outcome = try await program.run("theme", "export", "dos")
    #expect(outcome.output == "variant = \"dark\"\n[roles]\n", "\(outcome)")
    try write("[roles\n", "themes/broken.toml")
    outcome = try await program.run("theme", "export", "broken")
    #expect(outcome.status == 2 && outcome.errors.contains("broken.toml:1:7: this is not TOML"))
  }

  /// The ground of a frame's cells, from `--screen … --styles`.
  private func ground(_ arguments: String..., environment: [String: String] = [:]) async throws -> String {
    let outcome = try await program.run(
      ["demo", "--screen", "60x20", "--styles"] + arguments, environment: environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let legend = outcome.output.split(separator: "-- legend\n").last ?? ""
    let grounds = legend.split(separator: "\n").compactMap { line in
      line.split(separator: ", ").first { $0.contains("bg ") }.map {
        String($0.drop { $0 != "#" && !$0.isNumber })
      }
    }
    return (grounds.first ?? "terminal's") + "\n" + outcome.output
  }

  @Test("FE-7 which theme is taken: option, INBOX_THEME, then the later of the choice and the configuration")
  func precedence() async throws {
    let (nord, dark, light) = ("#2e3440", "#15181e", "#fbfaf7")
    #expect(try await ground().hasPrefix("terminal's"))
    try write("theme = \"dark\"\n", "config.toml")
    #expect(try await ground().hasPrefix(dark))
    #expect(try await ground(environment: ["INBOX_THEME": "nord"]).hasPrefix(nord))
    #expect(try await ground("--theme", "light", environment: ["INBOX_THEME": "nord"]).hasPrefix(light))
    // Chosen on the screen: at the next start, too.
    let chosen = try await ground("--keys", "T G k k k k k <enter>")
    #expect(chosen.contains("Theme: Light"))
    #expect(chosen.hasPrefix(light))
    #expect(try await ground().hasPrefix(light))
    // The configuration's later word counts.
    try write("theme = \"nord\"\n", "config.toml")
    #expect(try await ground().hasPrefix(nord))
    // Paths: of the configuration's own folder there, of the working folder on the command line.
    try write(Self.mine, "themes/mine.toml")
    try write("theme = \"themes/mine.toml\"\n", "config.toml")
    #expect(try await ground().hasPrefix("17"))
    let path = program.home.path + "/config/inbox/themes/mine.toml"
    #expect(try await ground("--theme", path, environment: ["INBOX_THEME": "nord"]).hasPrefix("17"))
  }

  @Test(
    "FE-7 a theme is never refused: what is missing or wrong is reported on the screen, and the inbox opens")
  func neverRefused() async throws {
    var text = try await ground("--theme", "nrd")
    #expect(text.hasPrefix("terminal's") && text.contains("There is no theme “nrd”. Did you mean “nord”?"))
    try write("[roles\n", "themes/broken.toml")
    text = try await ground("--theme", "broken")
    #expect(text.contains("broken.toml:1:7: this is not TOML"))
    try write(Self.mine + "\n[roles]\ntab = \"bleu\"", "themes/mine.toml")
    text = try await ground("--theme", "mine")
    #expect(text.hasPrefix("17") && text.contains("mine.toml:9:1: [roles], tab: “bleu” is not a colour."))
    try write("theme = 5\n", "config.toml")
    text = try await ground()
    #expect(text.contains("config.toml:1:1: the file, theme: it must be "))
    try FileManager.default.removeItem(atPath: program.home.path + "/config/inbox/config.toml")
    #expect(try await ground(environment: ["INBOX_THEME": ""]).hasPrefix("terminal's"))
  }

  @Test(
    "FE-7 with eight colours no text is in the colour behind it, not even bold",
    arguments: ["xterm", "linux"], [["--present"], ["--theme", "dark"]])
  func eightColors(term: String, options: [String]) async throws {
    let terminal = try TerminalProgram(program, ["demo"] + options, environment: ["TERM": term])
    try await terminal.wait(for: options == ["--present"] ? "Skerrylight" : "The demonstration", "help")
    for y in 0..<24 {
      for x in 0..<80 where !["", " ", "▀"].contains(terminal.content(x: x, y: y).text) {
        let style = terminal.style(x: x, y: y)
        let (text, behind) = (style.foreground, style.background)
        #expect(text != behind || text == .standard, "\(x),\(y): \(terminal.line(y))")
        #expect(text != .palette(0) || behind != .standard, "\(x),\(y): \(terminal.line(y))")
      }
    }
    terminal.press("Q")
    #expect(await terminal.end() == 0)
  }

  @Test("FE-7 on a terminal: tried, brought back, kept; read again when the file changes; broken, it stays")
  func terminal() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try write(Self.mine, "themes/mine.toml")
    var terminal = try TerminalProgram(program, "--profile", "sandbox", "--theme", "mine")
    try await terminal.wait(for: "A plain word", "badge 3", "online")
    func ground() -> Color { terminal.style(x: 79, y: 20).background }
    #expect(ground() == .palette(17))
    // Written again in place, then as editors do it.
    try write(Self.mine.replacing("17", with: "18"), "themes/mine.toml")
    try await terminal.wait { ground() == .palette(18) }
    try write(Self.mine.replacing("17", with: "19"), "themes/.mine.new")
    let folder = program.home.path + "/config/inbox/themes/"
    #expect(rename(folder + ".mine.new", folder + "mine.toml") == 0)
    try await terminal.wait { ground() == .palette(19) }
    try write("background = ", "themes/mine.toml")
    try await terminal.wait(for: "mine.toml:1:14: this is not TOML")
    #expect(ground() == .palette(19))
    try write(Self.mine + "\ncolour = 1", "themes/mine.toml")
    try await terminal.wait(for: "colour: the role is unknown")
    try await terminal.wait { ground() == .palette(17) }

    terminal.press("T")
    try await terminal.wait(for: "› Mine", "Nord")
    terminal.press("G")
    try await terminal.wait(for: "› Tidemoor Coffee", "c[_] Tidemoor")
    // A frame can arrive in parts.
    try await terminal.wait { ground() != .palette(17) }
    terminal.press("\u{1B}")
    try await terminal.wait(without: "Tidemoor Coffee")
    try await terminal.wait { ground() == .palette(17) }
    terminal.press("TG")
    try await terminal.wait(for: "› Tidemoor Coffee")
    try await terminal.wait { ground() != .palette(17) }
    terminal.press("\r")
    try await terminal.wait(for: "Theme: Tidemoor Coffee")
    let before = ground()
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    terminal = try TerminalProgram(program, "--profile", "sandbox")
    try await terminal.wait(for: "c[_] Tidemoor")
    try await terminal.wait { ground() == before }
    terminal.press("Q")
    #expect(await terminal.end() == 0)

    // NO_COLOR: attributes alone, in whatever theme.
    terminal = try TerminalProgram(program, "--profile", "sandbox", environment: ["NO_COLOR": "1"])
    try await terminal.wait(for: "c[_] Tidemoor", "? help")
    #expect(ground() == .standard)
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    #expect(!String(decoding: terminal.bytes, as: UTF8.self).contains("\u{1B}[38;"))
    await sandbox.stop()
  }

  @Test(
    "FE-7 a theme in a folder that was made while the screen runs is read again when it changes, once chosen")
  func laterFolder() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let terminal = try TerminalProgram(program, "--profile", "sandbox")
    try await terminal.wait(for: "A plain word", "badge 3", "online")
    func ground() -> Color { terminal.style(x: 79, y: 20).background }
    try write(Self.mine, "themes/mine.toml")
    terminal.press(":theme mine\r")
    try await terminal.wait(for: "Theme: Mine")
    try await terminal.wait { ground() == .palette(17) }
    try write(Self.mine.replacing("17", with: "18"), "themes/mine.toml")
    try await terminal.wait { ground() == .palette(18) }
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }

  @Test("FE-7 a theme that is broken at the start, or inherits from a missing one, is read once mended")
  func mended() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let folder = program.home.path + "/mine"
    for name in ["base", "real"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    // A link, as people keep their settings elsewhere: what it leads to is mended in its own folder.
    try program.home.write("name = ", to: "mine/real/a.toml")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/a.toml", withDestinationPath: folder + "/real/a.toml")
    let terminal = try TerminalProgram(program, "--profile", "sandbox", "--theme", folder + "/a.toml")
    try await terminal.wait(for: "TOML:", "A plain word", "badge 3")
    try program.home.write("inherits = \"base/b.toml\"", to: "mine/real/a.toml")
    try await terminal.wait(for: "inherits:")
    try program.home.write(Self.mine, to: "mine/base/b.toml")
    try await terminal.wait { terminal.style(x: 79, y: 20).background == .palette(17) }
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }
}
