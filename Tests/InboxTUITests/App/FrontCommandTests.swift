import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxTUI

/// Commands of the palette that the front does itself, and what is remembered of them.
struct FrontCommandTests {
  private func run(_ state: inout AppState, _ line: String, _ more: String = "<enter>") throws -> [AppEffect]
  {
    var effects = state.reduce(.keyPressed(.character(":")))
    effects += state.reduce(.keyPressed(.paste(line)))
    for key in try Key.sequence(more) { effects += state.reduce(.keyPressed(key)) }
    return effects.filter { if case .remember = $0 { false } else { true } }
  }

  private func response(_ state: AppState) -> String? {
    if case .command(let palette)? = state.layer { palette.feedback?.text } else { nil }
  }

  @Test("FE-6 commands with arguments do what their dialogs do, and a refusal stays beside what was typed")
  func commands() throws {
    var state = try StateFixture.inbox(100, 30)
    #expect(try run(&state, "badge 7") == [.setBadge(7)] && state.layer == nil)
    #expect(
      try run(&state, "badge 8").isEmpty && response(state) == "The previous change is still in progress.")
    state.isSettingBadge = false
    state.layer = nil
    #expect(try run(&state, "badge x").isEmpty && response(state) == "“x” is not a number.")
    state.layer = nil
    #expect(try run(&state, "user ben") == [.switchIdentity(.user("ben"))])
    #expect(try run(&state, "refresh") == [.refresh(.primary)])
    #expect(try run(&state, "refresh all") == [.refresh(nil)])
    #expect(try run(&state, "quit") == [.quit])
    state.lifecycle.hasQuit = false
    _ = try run(&state, "center 2")
    #expect(state.center == CenterName("Offers"))
    _ = try run(&state, "center prim")
    #expect(state.center == .primary)
    #expect(try run(&state, "center Zed").isEmpty)
    #expect(response(state) == "There is no center “Zed”. There are: Primary, Offers, Orders.")
    state.layer = nil
    _ = try run(&state, "filter is:unread sale")
    #expect(state.find.text == "is:unread sale" && state.layer == nil)
    #expect(try run(&state, "filter is:odd").isEmpty)
    #expect(state.find.text == "is:unread sale" && response(state)?.contains("is:odd") == true)
    state.layer = nil
    _ = try run(&state, "filter")
    #expect(!state.isNarrowed)
    #expect(
      try run(&state, "link 1").isEmpty
        && response(state) == "Only in an open message."
    )
    state.layer = nil
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = try run(&state, "link 2")
    #expect(state.detail?.link == 2)
    // Also while something is found in it.
    for key in try Key.sequence("/ w o r d s <enter>") { _ = state.reduce(.keyPressed(key)) }
    _ = try run(&state, "link 1")
    #expect(state.context == .found && state.detail?.link == 1)
    _ = try run(&state, "link 9")
    #expect(response(state)?.hasPrefix("There is no link “9”; this message has ") == true)
    state.layer = nil
    state.profile.isReadOnly = true
    #expect(try run(&state, "badge 3").isEmpty)
    #expect(response(state) == "Read-only: nothing is changed on a server." && !state.isSettingBadge)
    state.layer = nil
    state.profile.isReadOnly = nil
    state.profile.capturedFrom = "a.json"
    #expect(
      try run(&state, "badge 3").isEmpty
        && response(state)?.hasPrefix("Captured responses are read-only") == true
    )
  }

  @Test("FE-6 VE-2 a list is shown by its tab's name, its tab's number or its own name, and found by them")
  func lists() throws {
    var state = try StateFixture.inbox(100, 30, centers: ["1", "7"])
    state.profile.capabilities = IterableBackEnd.capabilities(placements: [1, 7])
    let (second, third) = (CenterName("1"), CenterName("7"))
    for (line, center) in [
      ("2", second), ("Inbox", .primary), ("placement 7", third), ("primary", .primary), ("7", third),
      ("1", .primary), ("3", third), ("Placement 1", second),
    ] as [(String, CenterName)] {
      _ = try run(&state, "center " + line)
      #expect(state.center == center && state.layer == nil, "\(line)")
    }
    _ = try run(&state, "center 9")
    #expect(response(state) == "There is no list “9”. There are: Inbox, Placement 1, Placement 7.")
    state.layer = nil
    #expect(FrontCommand.center.choices(state) == ["Inbox", "Placement 1", "Placement 7"])
    let found = [("Inbox", CenterName.primary), ("\"Placement 1\"", second), ("7", third)]
    for (filter, center) in found {
      _ = try run(&state, "filter center:" + filter)
      #expect(state.find.filter.terms == [.init(.center(center))], "\(filter)")
    }
  }

  @Test("FE-6 ^P and ^N go through the commands of before, and back to what is typed")
  func recalled() throws {
    var state = try StateFixture.inbox(100, 30)
    state.commands = ["refresh", "badge 3"]
    func line(after keys: String) throws -> String? {
      for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) }
      return if case .command(let palette)? = state.layer { palette.input.text } else { nil }
    }
    #expect(try line(after: ": l a u <c-n>") == "lau")
    #expect(try line(after: "<c-p> <c-p> <c-p>") == "refresh")
    #expect(try line(after: "<c-n>") == "badge 3")
    #expect(try line(after: "<c-n> <c-n>") == "lau")
  }

  @Test("FE-7 FE-6 a theme by its name: asked for once, completed with Tab, waited for, kept")
  func themes() throws {
    var state = try StateFixture.inbox(100, 30)
    let choices = [ThemeChoice(.standard), ThemeChoice(.mono)]
    #expect(try run(&state, "theme mono") == [.loadThemes])
    #expect(response(state) == "Loading themes…" && state.theme.name == "terminal")
    #expect(state.reduce(.theme(.themesListed(choices))).contains(.saveTheme("mono")))
    #expect(state.theme.name == "mono" && state.layer == nil)
    state.themeChoices = nil
    _ = try run(&state, "theme mono")
    for key in try Key.sequence("<c-u> l a u n c h <space> x") { _ = state.reduce(.keyPressed(key)) }
    // What is typed meanwhile is run by Enter alone.
    #expect(state.reduce(.theme(.themesListed(choices))) == [])
    #expect(state.layer != nil)
    state.layer = nil
    #expect(try run(&state, "theme ter", "<tab>") == [.loadThemes])
    guard case .command(let palette)? = state.layer else { return #expect(Bool(false), "it was closed") }
    #expect(palette.input == "theme terminal")
    #expect(state.reduce(.keyPressed(.enter)).contains(.saveTheme("terminal")))
    _ = try run(&state, "theme xyzzy")
    #expect(response(state) == "Unknown theme “xyzzy”. Themes: terminal, mono.")
    state.layer = nil
    // A command whose argument can be anything is first of all what was typed.
    state.profile.hasSandbox = true
    #expect(try run(&state, "fault messages offline") == [.askSandbox("fault messages offline")])
    state.layer = nil
    #expect(try run(&state, "fault rich", "<down> <enter>") == [.askSandbox("fault rich 500")])
    state.layer = nil
    #expect(try run(&state, "fault rich", "<tab> <enter>") == [.askSandbox("fault rich 500")])
    state.layer = nil
    state.profile.campaigns = CampaignFacts([
      .init(id: "sale-1", center: .primary, brand: "Acme", isPushed: true),
      .init(id: "happy-hour", center: .primary, brand: "Acme", isPushed: true),
    ])
    #expect(try run(&state, "launch hap", "<tab> <enter>") == [.askSandbox("launch happy-hour")])
    state.layer = nil
    // Nothing that it can be: the line stays as it was typed.
    #expect(try run(&state, "withdraw xyz", "<tab> <enter>") == [.askSandbox("withdraw xyz")])
  }

  @Test(
    "FE-6 MC-12 what was typed is remembered for the next start, for its person, without names and secrets")
  func history() throws {
    var state = try StateFixture.inbox(100, 30)
    var effects = state.reduce(.keyPressed(.character(":")))
    for key in [Key.paste("refresh all"), .enter] { effects += state.reduce(.keyPressed(key)) }
    #expect(effects.contains(.remember(HistoryLines(commands: ["refresh all"]))))
    for key in try Key.sequence("/ s a l e <enter>") { _ = state.reduce(.keyPressed(key)) }
    #expect(state.settle().contains(.remember(HistoryLines(filters: ["sale"]))))
    #expect(!state.settle().contains { if case .remember = $0 { true } else { false } })
    _ = state.reduce(
      .of(
        .user("maria"),
        .command(.historyLoaded(HistoryLines(commands: ["quit", "refresh all"], filters: ["order"])))))
    #expect(state.commands == ["quit", "refresh all"] && state.find.history == ["order", "sale"])
    for key in try Key.sequence(": <c-p> <c-p>") { _ = state.reduce(.keyPressed(key)) }
    guard case .command(let palette)? = state.layer else { return #expect(Bool(false), "it was closed") }
    #expect(palette.input == "quit")
    var snapshot = try #require(state.snapshot)
    snapshot.identity = .user("ben")
    #expect(state.reduce(.coreUpdated(.snapshot(snapshot))).contains(.loadHistory))
    #expect(state.find.history.isEmpty)
    let lines = HistoryLines(
      commands: ["user maria", "badge 3"], filters: ["token=abcdefgh12345678", "sale"])
    #expect(lines.lasting(by: SecretMask()) == HistoryLines(commands: ["badge 3"], filters: ["sale"]))
    #expect(HistoryLines.joined(["a", "b", "c"], ["b", "d"]) == ["a", "c", "b", "d"])
    #expect(HistoryLines.joined((0..<300).map(String.init), ["x"]).count == 200)
  }
}
