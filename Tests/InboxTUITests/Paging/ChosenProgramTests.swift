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

  @Test("a quote that is not closed is told, and so is what is not there")
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
}
