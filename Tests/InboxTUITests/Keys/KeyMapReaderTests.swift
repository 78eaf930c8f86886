import InboxTOML
import InboxTUI
import InboxTestSupport
import Testing

@testable import inbox

/// `[keys]` of the configuration.
struct KeyMapReaderTests {
  private func read(_ text: String) throws -> KeyMapReader {
    KeyMapReader(FrontConfiguration(fields: try TOMLFields.parse(text, file: "config.toml")))
  }

  @Test("FE-6 what is right applies, with and without quotes around an action's name")
  func right() throws {
    let reader = try read(
      """
      default = "work"
      [keys]
      "message.toggle-read" = ["<a-m>", "<f2>"]
      message.delete = ["<del>"]
      "events.toggle" = []
      """)
    #expect(reader.flaws.map(\.description) == [] && reader.notice == nil)
    #expect(reader.map.keys(of: .toggleRead) == [.alt("m"), .function(2)])
    #expect(reader.map.keys(of: .delete) == [.delete] && reader.map.keys(of: .events) == [])
    #expect(try read("[profile.work]\n").map == .standard)
  }

  @Test("FE-6 behind what is no key the keys that are numbered keep their numbers")
  func numbered() throws {
    let reader = try read("[keys]\n\"tab.number\" = [\"<f5>\", \"nonsense\", \"<f7>\"]\n")
    var state = try StateFixture.inbox(80, 24)
    state.keys = reader.map
    _ = state.reduce(.keyPressed(.function(7)))
    #expect(reader.flaws.count == 2 && state.center == state.centers[2])
  }

  @Test("FE-6 what is wrong is reported with line and column, in the order of the file, and the rest applies")
  func wrong() throws {
    let reader = try read(
      """
      [keys]
      "mesage.delete" = ["x"]
        "badge.dialog" = "b"
      "center.refresh" = ["ctrl-r", " ", "<focus-in>", "<f9>"]
      "message.delete" = ["m"]
      "help.toggle" = []
      "user.log-in" = ["x"]
      "sandbox.faults" = ["nonsense"]
      """)
    let notice = reader.flaws.map(\.description)
    try #require(notice.count == 9)
    #expect(
      notice[0]
        == "config.toml:2:1: [keys], mesage.delete: there is no such action. Did you mean “message.delete”?")
    #expect(notice[1].hasPrefix("config.toml:3:3: [keys], badge.dialog: it must be a list of texts"))
    #expect(
      notice[2].hasPrefix("config.toml:4:1: [keys], center.refresh: “ctrl-r” is not a key; write a character")
    )
    #expect(notice[3].hasSuffix("“ ” is not a key; a blank is written <space>."))
    #expect(notice[4].contains("“<focus-in>” is not a key"))
    #expect(
      notice[5].contains(":5:1: ") && notice[5].contains("“m” is the key of message.toggle-read already"))
    #expect(notice[6].contains(":6:1: ") && notice[6].contains("without a key for help.toggle"))
    #expect(notice[7].contains(":7:1: ") && notice[7].contains("it belongs to a text field"))
    #expect(reader.notice?.hasSuffix(" (and 8 more: ‘inbox keys check’)") == true)
    #expect(
      reader.map.keys(of: .refresh) == [.function(9)] && reader.map.keys(of: .faults) == [.character("F")])
  }

  @Test("FE-6 keys that are not a table are reported as well")
  func noTable() throws {
    let reader = try read("keys = 3\n")
    #expect(reader.map == .standard)
    #expect(
      reader.notice
        == "config.toml:1:1: the file, keys: it must be a table, [keys], not a whole number."
    )
  }
}
