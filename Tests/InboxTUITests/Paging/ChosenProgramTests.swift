import Foundation
import InboxTestSupport
import Testing

@testable import inbox

/// Programs that a person names in a variable.
struct ChosenProgramTests {
  @Test(
    "UL-14 a line is parted as a shell parts it, and nothing in it is run",
    arguments: [
      ("less -R", ["less", "-R"]), ("  bat\t--paging=always ", ["bat", "--paging=always"]),
      ("'my pager' a\\ b", ["my pager", "a b"]), (#""a b"'c d'e"#, ["a bc de"]), ("''", [""]),
      (#""a\"b\c""#, [#"a"b\c"#]), ("'a\\b'", ["a\\b"]),
      ("$(rm x); `y` > z | w", ["$(rm", "x);", "`y`", ">", "z", "|", "w"]),
      ("", []),
    ])
  func words(line: String, expected: [String]) {
    #expect(ChosenProgram.words(line) == expected)
  }

  @Test("a quote that is not closed is reported, and so is what is not there")
  func flaws() throws {
    #expect(throws: ChosenProgram.Flaw.openQuote) { try ChosenProgram("less 'x") }
    #expect(throws: ChosenProgram.Flaw.missing("no-such-pager")) { try ChosenProgram("no-such-pager -x") }
    #expect(throws: ChosenProgram.Flaw.missing("")) { try ChosenProgram("   ") }
    // A folder is none, nor is a file that cannot be run.
    let folder = try TemporaryFolder()
    try folder.write("x", to: "plain")
    #expect(throws: ChosenProgram.Flaw.missing(folder.path)) { try ChosenProgram(folder.path) }
    #expect(throws: ChosenProgram.Flaw.missing("plain")) {
      try ChosenProgram("plain", folders: folder.path)
    }
    let shell = try ChosenProgram("sh -c true", folders: "/nowhere:/bin")
    #expect(shell.path == "/bin/sh" && shell.arguments == ["-c", "true"])
  }

  @Test(
    "UL-14 the browsers are those of $BROWSER that are there, else xdg-open; only web addresses reach them")
  func browser() async throws {
    let folder = try TemporaryFolder()
    for name in ["mine", "other", "xdg-open"] {
      try folder.write("#!/bin/sh\n", to: name)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/" + name)
    }
    let mine = Browser.choices("no-such-browser:mine --new:other", folders: folder.path)
    #expect(mine.map(\.path) == ["mine", "other"].map { folder.path + "/" + $0 })
    #expect(mine.first?.arguments == ["--new"])
    for browser in [nil, "", "no-such-browser"] {
      #expect(Browser.choices(browser, folders: folder.path).map(\.path) == [folder.path + "/xdg-open"])
    }
    #expect(Browser.choices(nil, folders: "/nowhere") == [])
    #expect(
      await Browser.open("file:///x", isClick: false)
        == "Only web addresses are opened in a browser; this is “file:///x”.")
  }

  @Test("UL-14 a browser that ends badly at once has opened nothing; one that goes on, or ends well, has")
  func browserEnds() async throws {
    func open(_ line: String, within limit: Duration = .seconds(60)) async throws -> String? {
      await Browser.open(
        "https://acme.example/", isClick: false, with: [try ChosenProgram(line)], within: limit)
    }
    #expect(
      try await open("/bin/sh -c 'exit 3'")
        == "/bin/sh ended with status 3: nothing may be open. Set BROWSER to a browser that works here.")
    #expect(try await open("/bin/sh -c 'kill -9 $$'")?.hasPrefix("/bin/sh was ended by signal 9: ") == true)
    #expect(try await open("/bin/sh -c 'exit 0'") == nil)
    #expect(try await open("/bin/sh -c 'exec sleep 2'", within: .zero) == nil)
  }

  @Test(
    "UL-14 UL-5 where a browser of the list opens nothing the next one is tried, but for a link that is a click"
  )
  func browsersInTurn() async throws {
    let folder = try TemporaryFolder()
    func open(_ lines: String..., isClick: Bool = false) async throws -> String? {
      let programs = try lines.map { try ChosenProgram($0) }
      return await Browser.open(
        "https://acme.example/", isClick: isClick, with: programs, within: .seconds(60))
    }
    func writing(_ name: String) -> String { "/bin/sh -c 'echo $1 >\"$0\"' \(folder.path)/\(name)" }
    func text(_ name: String) -> String? {
      let bytes = FileManager.default.contents(atPath: folder.path + "/" + name)
      return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try await open("/bin/false", writing("second"), writing("third")) == nil)
    #expect(text("second") == "https://acme.example/\n" && text("third") == nil)
    #expect(
      try await open("/bin/false", "/bin/sh -c 'exit 3'")
        == "/bin/false ended with status 1, /bin/sh ended with status 3: nothing may be open. Set BROWSER to a browser that works here."
    )
    let fourth = try await open("/bin/false", writing("fourth"), isClick: true)
    #expect(fourth?.contains("no other browser was tried, as that may be another click") == true)
    #expect(text("fourth") == nil)
    // What cannot be started has requested nothing.
    let broken = folder.path + "/broken"
    try folder.write("\u{7F}ELF", to: "broken")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: broken)
    #expect(try await open(broken, writing("fifth"), isClick: true) == nil)
    #expect(text("fifth") == "https://acme.example/\n")
  }
}
