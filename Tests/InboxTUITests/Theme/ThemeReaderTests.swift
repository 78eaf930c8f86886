import Foundation
import InboxTOML
import InboxTUI
import InboxTestSupport
import Testing

@testable import inbox

@Suite("Theme files")
struct ThemeReaderTests {
  @Test("FE-7 what a file says of colours, roles, signs and a brand applies")
  func whole() throws {
    let read = try ThemeFixture.read(
      """
      schema = 1
      name = "Mine"
      variant = "dark"
      [palette]
      red = "#bf616a"
      deep = "#123"
      [palette-256]
      red = 131
      [palette-16]
      red = "bright-red"
      [base]
      background = "deep"
      foreground = 255
      accent = "red"
      [roles]
      tab = { fg = "accent", bg = "#ffffff", attrs = ["bold", "italic"], mono = ["reverse"] }
      title = "bright-blue"
      badge = "@tab"
      hint-key = { attrs = ["underline"] }
      [events]
      sent = 2
      [states]
      unread = "default"
      [glyphs]
      unread = "◆"
      border = "double"
      [brand]
      name = "Acme"
      line = "▲ Acme"
      logo = ["▲", "█"]
      """)
    #expect(read.flaws == [])
    let theme = read.definition.theme(at: .truecolor)
    #expect(theme.name == "mine" && theme.title == "Mine")
    #expect(theme.page == Style(foreground: .palette(255), background: .rgb(0x11, 0x22, 0x33)))
    let tab = Style(
      foreground: .rgb(0xBF, 0x61, 0x6A), background: .rgb(255, 255, 255), attributes: [.bold, .italic])
    #expect(theme(.tab) == tab && theme(.badge) == tab)
    #expect(theme(.title) == Style(foreground: .palette(12)))
    #expect(theme(.hintKey) == Style(attributes: .underline))
    #expect(theme(.eventSent) == Style(foreground: .palette(2)) && theme(.listUnread) == .plain)
    #expect(theme.glyphs.unread == "◆" && theme.glyphs.border == .double)
    #expect(theme.brand == ThemeBrand(name: "Acme", line: "▲ Acme", logo: ["▲", "█"]))
    // What the file chose for a depth is taken as it is; the rest is brought there.
    #expect(read.definition.theme(at: .palette256)(.accent).foreground == .palette(131))
    #expect(read.definition.theme(at: .palette16)(.accent).foreground == .palette(9))
    #expect(read.definition.theme(at: .mono)(.tab) == Style(attributes: .reverse))
    #expect(read.definition.theme(at: .mono)(.badge) == Style(attributes: .reverse))
  }

  @Test(
    "FE-7 what is wrong is reported with line and column, and the rest applies",
    arguments: [
      ("schema = 2", "mine.toml:1:1: the file, schema: it is 2, and this program knows 1."),
      ("colour = 1", "mine.toml:1:1: the file, colour: the key is unknown. Known are: schema, name,"),
      ("inherit = \"dark\"", "inherit: the key is unknown. Did you mean “inherits”?"),
      ("name = 5", "name: it must be a text in quotes, not a whole number."),
      ("variant = \"drk\"", "variant: “drk” is unknown. Known are: dark, light, any. Did you mean “dark”?"),
      ("depth = \"8\"", "depth: “8” is unknown. Known are: truecolor, 256, 16, mono."),
      ("inherits = \"drk\"", "inherits: There is no theme “drk”. Did you mean “dark”?"),
      ("inherits = \"mine\"", "inherits: a theme cannot inherit itself. Name another."),
      (
        "[palette]\nred = \"#12\"", "mine.toml:2:1: [palette], red: “#12” is not a colour. Write \"#rrggbb\","
      ),
      ("[palette]\nred = 256", "red: it is 256, but a whole number from 0 to 255 is expected."),
      ("[palette]\nred = \"#12345g\"", "red: “#12345g” is not a colour."),
      ("[palette]\na = \"blu\"", "a: “blu” is not a colour. Did you mean “blue”?"),
      ("[palette-16]\naccent = 20", "accent: it is none of the sixteen. Write a number from 0 to 15,"),
      (
        "[palette-256]\naccent = \"#ffffff\"",
        "accent: it is a colour of 24 bits. Write its number in the palette."
      ),
      ("[palette-16]\naccnt = 3", "accnt: the key is unknown. Did you mean “accent”?"),
      ("[base]\nbackgroud = \"black\"", "[base], backgroud: the key is unknown. Did you mean “background”?"),
      ("[base]\naccent = [1]", "accent: it must be a whole number, not a list."),
      ("[base]\ninfo = \"accent\"", "info: “accent” is not a colour."),
      ("[roles]\ntabb = \"red\"", "mine.toml:2:1: [roles], tabb: the role is unknown. Did you mean “tab”?"),
      ("[roles]\nunread = \"red\"", "unread: it is in the wrong table. Write it below [states]."),
      ("[roles]\ntab = \"@tbb\"", "tab: “@tbb” is not a role. Did you mean “@tab”?"),
      ("[roles]\nbadge = \"@tab\"\ntab = \"@badge\"", "tab: it ends at itself: @tab → @badge → @tab."),
      ("[roles]\ntab = \"@tab\"", "tab: it ends at itself: @tab → @tab."),
      (
        "[roles]\ntab = { foreground = 1 }", "foreground: the key is unknown. Known are: fg, bg, attrs, mono."
      ),
      (
        "[roles]\ntab = { attrs = [\"bol\"] }",
        "attrs: “bol” is unknown. Known are: bold, dim, italic, underline, reverse. Did you mean “bold”?"
      ),
      ("[roles]\ntab = { attrs = \"bold\" }", "attrs: it must be a list of texts, such as [\"…\"]"),
      ("roles = 1", "roles: it must be a table, [roles], not a whole number."),
      (
        "[glyphs]\nunread = \"日\"",
        "unread: “日” does not take one column. Write one character, such as \"●\"."
      ),
      ("[glyphs]\nunread = \"\"", "unread: “” does not take one column."),
      (
        "[glyphs]\nborder = \"round\"",
        "border: “round” is unknown. Known are: single, rounded, double, heavy, ascii."
      ),
      ("[brand]\nline = \"x\"", "[brand], name: it is missing."),
      (
        "[brand]\nname = \"\(String(repeating: "x", count: 40))\"",
        "line: it takes 40 columns, and 30 is the most. Shorten it."
      ),
      (
        "[brand]\nname = \"x\"\nlogo = [\"1\", \"2\", \"3\", \"4\"]",
        "logo: it has 4 lines, and 3 are the most. The rest is not shown."
      ),
      (
        "[brand]\nname = \"x\"\nlogo = [\"\(String(repeating: "=", count: 61))\"]",
        "logo: a line takes 61 columns, and 60 is the most."
      ),
    ])
  func flaws(text: String, sentence: String) throws {
    // A table at the end is not a part of what is wrong.
    let rest =
      text.contains("[roles]") || text.hasPrefix("roles") ? "[events]\nsent = 5" : "[roles]\ndetail-code = 5"
    let read = try ThemeFixture.read(text + "\n" + rest)
    let flaw = try #require(read.flaws.first)
    #expect(flaw.contains(sentence), "\(read.flaws)")
    #expect(flaw.hasPrefix("mine.toml:"))
    #expect(read.flaws.count == 1, "\(read.flaws)")
    let role: ThemeRole = rest.contains("sent") ? .eventSent : .detailCode
    #expect(read.definition.theme(at: .truecolor)(role) == Style(foreground: .palette(5)))
    #expect(read.notice?.hasPrefix(flaw) == true)
  }

  @Test("FE-7 several flaws are reported in one line, with how many more there are")
  func several() throws {
    let read = try ThemeFixture.read("[roles]\na = 1\nb = 2\nc = 3")
    #expect(read.flaws.count == 3)
    #expect(read.notice?.hasSuffix(" (and 2 more: ‘inbox theme check’)") == true)
  }

  @Test("FE-7 a theme inherits key by key, also the shipped one of its own name; a circle names its chain")
  func inheritance() throws {
    let fixture = try ThemeFixture([
      "child.toml": "inherits = \"parent\"\n[palette]\nb = \"#000002\"",
      "parent.toml":
        "name = \"Parent\"\n[palette]\na = \"#000001\"\nb = \"#ffffff\"\n[roles]\ntab = \"b\"\ntitle = \"a\"\n[brand]\nname = \"P\"",
      "nord.toml": "inherits = \"nord\"\n[base]\naccent = \"#ffffff\"",
      "path.toml": "inherits = \"parent.toml\"",
      "one.toml": "inherits = \"two\"\n[roles]\ntab = 1", "two.toml": "inherits = \"one\"",
    ])
    let child = try fixture.library.read("child")
    #expect(child.flaws == [] && child.files.map(\.name) == ["child", "parent"])
    let theme = child.definition.theme(at: .truecolor)
    // The parent's name for itself is not the child's.
    #expect(theme.title == "child" && theme.brand?.name == "P")
    #expect(theme(.tab).foreground == .rgb(0, 0, 2) && theme(.title).foreground == .rgb(0, 0, 1))
    // A path is beside the file, wherever the program runs.
    #expect(
      try fixture.library.read("path").definition.theme(at: .truecolor)(.title).foreground == .rgb(0, 0, 1))
    let nord = try fixture.library.read("nord")
    #expect(nord.flaws == [] && nord.files.map(\.isOwn) == [true, false])
    #expect(nord.definition.theme(at: .truecolor)(.accent).foreground == .rgb(255, 255, 255))
    #expect(nord.definition.theme(at: .truecolor).page.background == .rgb(0x2E, 0x34, 0x40))
    let one = try fixture.library.read("one")
    #expect(one.flaws.first?.contains("it ends at itself: one → two → one. Take one of them out.") == true)
    #expect(one.definition.theme(at: .truecolor)(.tab).foreground == .palette(1))
  }

  @Test("FE-7 what is not a theme at all is refused with a sentence: no TOML, no file, no text, too large")
  func unreadable() throws {
    let fixture = try ThemeFixture([
      "broken.toml": "[roles\ntab = 1", "large.toml": String(repeating: "# nothing\n", count: 30_000),
    ])
    func problem(_ request: String) -> String {
      do {
        _ = try fixture.library.read(request)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(problem("broken").hasPrefix("broken.toml:1:7: this is not TOML:"))
    #expect(problem("large").contains("it is larger than 256 KiB, which no theme needs"))
    #expect(
      problem("./nowhere.toml").contains("./nowhere.toml cannot be read: there is no such file."))
    #expect(problem(fixture.folder.path).contains("cannot be read"))
    #expect(problem("/dev/null").contains("it is not a regular file"))
    #expect(problem("norrd") == "There is no theme “norrd”. Did you mean “nord”?")
    #expect(problem("qqqqqqq").hasPrefix("There is no theme “qqqqqqq”. There are: broken, dark,"))
  }

  @Test("FE-7 own themes come before shipped ones of the same name, and odd files are not themes")
  func library() throws {
    let fixture = try ThemeFixture([
      "dark.toml": "name = \"My dark\"", "notes.txt": "x", ".#dark.toml": "left by an editor",
    ])
    let files = fixture.library.files
    #expect(files.map(\.name) == ThemeFixture.names)
    #expect(files.filter(\.isOwn).map(\.name) == ["dark"])
    #expect(try fixture.library.read("dark").definition.title == "My dark")
  }

  @Test("FE-7 the reference's example means what it says, and the reference names every role and seed")
  func reference() throws {
    let path = "../../../Sources/InboxCore/InboxCore.docc/Themes.md"
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let article = try String(contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
    let blocks = article.components(separatedBy: "```toml\n")
    let example = try #require(blocks.last?.components(separatedBy: "```").first)
    let read = try ThemeFixture.read(example)
    #expect(blocks.count == 2 && read.flaws == [])
    #expect(read.definition.title == "Mine" && read.definition.brand?.logo.count == 2)
    #expect(read.definition.theme(at: .truecolor)(.tabActive).background == .rgb(0x5E, 0xC4, 0xC9))
    for name in ThemeRole.allCases.map(\.rawValue) + ThemeDefinition.Seed.allCases.map(\.rawValue) {
      #expect(article.contains("`\(name)`"), "\(name)")
    }
    for name in ThemeFixture.names { #expect(article.contains("`\(name)`"), "\(name)") }
  }

  @Test("FE-7 FE-5 with ASCII alone a theme's signs have a twin")
  func ascii() throws {
    var state = try StateFixture.inbox(80, 24)
    state.profile.repertoire = .ascii
    state.theme = try ThemeFixture.definition("korvane").theme(at: .palette16)
    _ = state.reduce(.keyPressed(.character("?")))
    let lines = MainView.draw(state, state.theme).lines
    #expect(lines.joined().unicodeScalars.allSatisfy { $0.isASCII })
    #expect(lines[2].hasPrefix(">*") && lines[1].contains("+- Keys 1/"))
  }

  @Test("FE-9 a theme's text reaches the screen harmless")
  func hostile() throws {
    let read = try ThemeFixture.read(
      "name = \"a\\u001b[31mb\"\n[brand]\nname = \"x\\u202ey\"\nline = \"\\u001b]0;t\\u0007\"\nlogo = [\"\\u009b2J\", \"ok\"]"
    )
    var state = try StateFixture.inbox(120, 40)
    state.theme = read.definition.theme(at: .truecolor)
    _ = state.reduce(.keyPressed(.character("T")))
    _ = state.reduce(.theme(.themesListed([ThemeChoice(state.theme, flaws: ["\u{1B}[2J\u{202E}"])])))
    let text = MainView.draw(state, state.shownTheme).lines.joined()
    #expect(
      !text.unicodeScalars.contains {
        $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E
      })
    #expect(text.contains("␛[31mb") && text.contains("ok"))
  }
}
