import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

@Suite("Choosing a theme", .queued)
struct ThemeStateTests {
  private func choices() throws -> [ThemeChoice] {
    try ["dark", "nord", "terminal"].map { name in
      let definition = try ThemeFixture.definition(name)
      return ThemeChoice(definition.theme(at: .truecolor), variant: definition.variant)
    }
  }

  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    let effects = try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
    _ = state.settle()
    return effects
  }

  @Test("FE-7 T tries the theme that is selected, Esc brings the former back, Enter keeps the other")
  func preview() throws {
    var state = try StateFixture.inbox(80, 24)
    #expect(try press(&state, "T") == [.loadThemes])
    #expect(MainView.draw(state, state.shownTheme).lines.joined().contains("Loading…"))
    _ = state.reduce(.theme(.themesListed(try choices())))
    #expect(state.shownTheme.name == "terminal")
    #expect(try press(&state, "k") == [] && state.shownTheme.name == "nord")
    expectFrame(MainView.draw(state, state.shownTheme), named: "picker-80x24")
    #expect(try press(&state, "k k k") == [] && state.shownTheme.name == "dark")
    #expect(try press(&state, "<esc>") == [])
    #expect(state.shownTheme == .standard && state.layer == nil)

    _ = try press(&state, "T")
    _ = state.reduce(.theme(.themesListed(try choices())))
    #expect(try press(&state, "g <enter>") == [.saveTheme("dark")])
    #expect(state.shownTheme.name == "dark" && state.layer == nil)
    _ = state.reduce(.theme(.themeSaved("dark", problem: nil)))
    #expect(state.notice?.text == "Theme: Dark")
    _ = state.reduce(.theme(.themeSaved("dark", problem: "INBOX_THEME counts.")))
    #expect(state.notice == Notice(text: "INBOX_THEME counts.", level: .warning, until: state.notice?.until))
    // Keys that come before the themes are there mean what they would have meant then, unless the layer is closed.
    _ = try press(&state, "T j <esc> T")
    _ = state.reduce(.theme(.themesListed(try choices())))
    #expect(try press(&state, "<esc> T j j k <enter>") == [.loadThemes])
    #expect(state.reduce(.theme(.themesListed(try choices()))) == [.saveTheme("nord")])
    #expect(state.theme.name == "nord" && state.layer == nil)
    _ = try press(&state, "T")
    _ = state.reduce(.theme(.themesListed(try choices())))
    #expect(try press(&state, "g <enter>") == [.saveTheme("dark")])
    // A digit selects the row of that number, also before the themes are there; beyond the last it does nothing.
    _ = try press(&state, "T 2")
    _ = state.reduce(.theme(.themesListed(try choices())))
    #expect(state.shownTheme.name == "nord")
    #expect(try press(&state, "9") == [] && state.shownTheme.name == "nord")
    #expect(try press(&state, "3 <esc>") == [] && state.shownTheme.name == "dark")
    // The selection begins at the one in use.
    _ = try press(&state, "T")
    _ = state.reduce(.theme(.themesListed(try choices())))
    #expect(state.shownTheme.name == "dark")
  }

  @Test(
    "FE-7 where no colours are drawn, the box says why the themes look alike", arguments: StateFixture.sizes)
  func noColors(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    let depths: [ColorDepth?] = [nil, .truecolor, .palette256, .palette16, .mono]
    for depth in depths {
      state.profile.depth = depth
      _ = try press(&state, "T")
      _ = state.reduce(.theme(.themesListed(try choices())))
      let text = MainView.draw(state, state.shownTheme).lines.joined()
      #expect(text.contains("Colours are off (NO_COLOR,") == (depth == .mono), "\(depth?.rawValue ?? "nil")")
      _ = try press(&state, "<esc>")
    }
  }

  @Test("FE-6 FE-7 a click tries a theme, another keeps it, one beside the layer brings the former back")
  func mouse() throws {
    var state = try StateFixture.inbox(80, 24)
    func click(_ words: String) -> [AppEffect] {
      let lines = MainView.draw(state, state.shownTheme).lines
      guard let y = lines.firstIndex(where: { $0.contains(words) }) else { return [] }
      let event = MouseEvent(kind: .press, button: 1, x: 40, y: y)
      return state.reduce(.keyPressed(.mouse(event)))
    }
    _ = try press(&state, "T")
    _ = state.reduce(.theme(.themesListed(try choices())))
    #expect(click("Nord") == [] && state.shownTheme.name == "nord")
    let beside = MouseEvent(kind: .press, button: 1, x: 1, y: 3)
    #expect(state.reduce(.keyPressed(.mouse(beside))) == [] && state.shownTheme == .standard)
    _ = try press(&state, "T")
    _ = state.reduce(.theme(.themesListed(try choices())))
    #expect(click("Dark") == [] && click("› Dark") == [.saveTheme("dark")])
    #expect(state.theme.name == "dark" && state.layer == nil)
  }

  @Test("FE-7 MC-12 whatever else closes the layer brings the former theme back, too")
  func otherPerson() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "T")
    _ = state.reduce(.theme(.themesListed(try choices())))
    _ = try press(&state, "g")
    #expect(state.shownTheme.name == "dark")
    var snapshot = try #require(state.snapshot)
    snapshot.identity = .user("ben")
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    #expect(state.layer == nil && state.shownTheme == .standard)
  }

  @Test(
    "FE-7 a theme that changes on disk changes the screen, also while others are tried, and tells what is wrong"
  )
  func reload() throws {
    var state = try StateFixture.inbox(80, 24)
    state.theme = try ThemeFixture.definition("nord").theme(at: .truecolor)
    _ = try press(&state, "T")
    _ = state.reduce(.theme(.themesListed(try choices())))
    let changed = Theme("nord", [.accent: Style(foreground: .rgb(1, 2, 3))])
    _ = state.reduce(.theme(.themeChanged(changed, notice: "nord.toml:3:1: no colour")))
    #expect(state.shownTheme == changed)
    #expect(state.notice?.text == "nord.toml:3:1: no colour" && state.notice?.level == .warning)
    // Also while the help lies over them.
    let again = Theme("nord", [.accent: Style(foreground: .rgb(4, 5, 6))])
    _ = try press(&state, "?")
    _ = state.reduce(.theme(.themeChanged(again, notice: nil)))
    _ = try press(&state, "?")
    #expect(state.shownTheme == again)
    _ = try press(&state, "k")
    #expect(state.shownTheme.name == "dark")
    _ = try press(&state, "<esc>")
    #expect(state.shownTheme == again)
    _ = state.reduce(.theme(.themeChanged(.standard, notice: nil)))
    #expect(state.shownTheme == .standard && state.notice == nil)
  }

  @Test("FE-7 the theme in use is in the list even when its file is not, and flaws are reported beside it")
  func ownFile() throws {
    var state = try StateFixture.inbox(80, 24)
    state.theme = Theme("/tmp/mine.toml", [.title: Style(attributes: .italic)], title: "Mine")
    _ = try press(&state, "T")
    var listed = try choices()
    listed[0].flaws = ["dark.toml:1:1: the key is unknown."]
    _ = state.reduce(.theme(.themesListed(listed)))
    #expect(state.shownTheme.title == "Mine")
    let text = MainView.draw(state, state.shownTheme).lines.joined(separator: "\n")
    #expect(text.contains("› Mine") && text.contains("see below"))
    _ = try press(&state, "j")
    #expect(
      MainView.draw(state, state.shownTheme).lines.joined().contains("dark.toml:1:1: the key is unknown."))
    // On a small screen the list stays, and what is said of it goes.
    _ = state.reduce(.screen(.resized(Size(columns: 40, rows: 8))))
    #expect(MainView.draw(state, state.shownTheme).lines.joined().contains("› Dark"))
  }

  @Test("FE-7 FE-3 a theme survives a recording, role by role", arguments: ThemeFixture.names)
  func codable(name: String) throws {
    for depth in ColorDepth.allCases {
      let theme = try ThemeFixture.definition(name).theme(at: depth)
      let event = AppEvent.theme(.themeChanged(theme, notice: "x"))
      var transcript = FrontTranscript()
      let written = transcript.content(of: .happened(event))
      let line = RecordingLine(written, at: StateFixture.now, milliseconds: 1).masked()
      guard case .event(let name, let payload) = line.content else {
        Issue.record("no event")
        return
      }
      let data = Data(JSONValue.object([name: payload]).serialized.utf8)
      #expect(try JSONDecoder().decode(AppEvent.self, from: data) == event)
    }
  }

  @Test("FE-7 FE-3 a recording from before themes were files names a built-in one")
  func olderRecordings() throws {
    func theme(_ json: String) throws -> Theme {
      try JSONDecoder().decode([Theme].self, from: Data(json.utf8))[0]
    }
    #expect(try theme(#"["standard"]"#) == .standard)
    #expect(try theme(#"["mono"]"#) == .mono)
    let text =
      #"[{"name":"n","title":"T","page":"bg 4","glyphs":{"unread":"x","border":"single"},"styles":["title bold","later fg 1",""]}]"#
    let read = try theme(text)
    #expect(read.page == Style(background: .palette(4)) && read(.title) == Style(attributes: .bold))
    #expect(throws: DecodingError.self) { try theme(text.replacing("title bold", with: "title blod")) }
  }

  @Test(
    "FE-7 FE-3 a run with themes tried, kept and changed gives the same pictures when it is lived through again"
  )
  @MainActor
  func replay() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 120, rows: 40)
    try await inbox.press("T")
    #expect(inbox.text.contains("› Terminal"))
    try await inbox.press("j")
    #expect(inbox.program.state.shownTheme == .mono)
    try await inbox.press("<esc> T j <enter>")
    #expect(inbox.program.state.theme == .mono)
    let brand = try ThemeFixture.definition("skerrylight").theme(at: .truecolor)
    inbox.program.receive(.theme(.themeChanged(brand, notice: "skerrylight.toml:9:1: something")))
    await inbox.program.idle()
    inbox.expect(shows: "▄▄█▄▄", "skerrylight.toml:9:1: something")
    try await inbox.press("j j <enter> <esc>")
    await inbox.end()
    var player = try ReplayPlayer(inbox.recording())
    var grounds: Set<Color> = []
    for position in 0..<player.count {
      player.show(position)
      #expect(player.picture.isSame, "picture \(position + 1)")
      grounds.insert(player.picture.frame[0, 0].style.background)
    }
    #expect(player.flaws == [] && grounds.contains(.rgb(0x15, 0x0F, 0x2E)) && grounds.contains(.standard))
    // Backwards over the change as well.
    player.show(0)
    #expect(player.picture.isSame)
  }
}
