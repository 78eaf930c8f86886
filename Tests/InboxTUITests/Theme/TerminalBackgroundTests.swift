import InboxTOML
import InboxTUI
import Testing

@testable import inbox

/// Dark or light, and which theme for which.
struct TerminalBackgroundTests {
  @Test(
    "FE-7 COLORFGBG names the background last",
    arguments: [
      ("15;0", .dark), ("0;15", .light), ("12;8", .dark), ("0;default;7", .light), ("7", .light),
      ("15;6", .dark),
      ("15;default", nil), ("", nil), ("0;16", nil), ("0;-1", nil), (nil, nil),
    ] as [(String?, TerminalBackground?)])
  func variable(text: String?, expected: TerminalBackground?) {
    #expect(TerminalBackground(variable: text) == expected)
  }

  @Test(
    "FE-7 a background is dark where white can be read on it better than black",
    arguments: [
      (Color.rgb(0, 0, 0), .dark), (.rgb(255, 255, 255), .light), (.rgb(0, 43, 54), .dark),
      (.rgb(253, 246, 227), .light),
      (.rgb(0, 0, 255), .dark), (.rgb(255, 255, 0), .light), (.standard, nil),
    ] as [(Color, TerminalBackground?)])
  func color(color: Color, expected: TerminalBackground?) {
    #expect(TerminalBackground(color) == expected)
  }

  @Test("FE-7 a setting is one theme, or one for each background; dark counts where nothing is known")
  func requests() throws {
    func read(_ text: String) throws -> ThemeRequest? {
      try ThemeRequest.read(try TOMLFields.parse(text, file: "config.toml")) { "at " + $0 }
    }
    #expect(try read("x = 1") == nil)
    #expect(try read(#"theme = "nord""#) == .one("at nord"))
    let pair = try read(#"theme = { dark = "nord", light = "day" }"#)
    #expect(pair == .pair(dark: "at nord", light: "at day"))
    #expect(
      pair?.name(on: .light) == "at day" && pair?.name(on: .dark) == "at nord"
        && pair?.name(on: nil) == "at nord")
    for (text, sentence) in [
      (#"theme = { dark = "nord" }"#, "config.toml:1:1: [theme], light: it is missing. Write light = \"…\"."),
      (#"theme = { dark = "a", light = "b", drk = "c" }"#, "Did you mean “dark”?"),
      ("theme = 3", "a text in quotes"), (#"theme = { dark = "", light = "b" }"#, "it is empty"),
    ] {
      let error = #expect(throws: TOMLFileError.self) { _ = try read(text) }
      #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    }
  }
}
