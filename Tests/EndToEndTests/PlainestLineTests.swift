import ArgumentParser
import Testing

@testable import inbox

/// The command lines that need no parser mean what they mean to the parser.
struct PlainestLineTests {
  @Test(
    "FE-7 a command line that is read without the parser means what the parser reads in it",
    arguments: [[], ["--profile", "work"], ["-p", "an inbox"], ["--profile", "é ="], ["-p", "demo"]])
  func same(arguments: [String]) throws {
    let line = try #require(PlainestLine(arguments))
    let command = try #require(try Inbox.parseAsRoot(arguments) as? OpenCommand)
    #expect(command.options.profile == line.profile && command.options.user == nil)
    #expect(command.link == nil && !command.capture.isUsed)
    #expect(command.screen.read(command.recording) == FrontOptions())
  }

  @Test(
    "FE-7 every other command line is the parser's",
    arguments: [
      ["demo"], ["--help"], ["open"], ["--profile"], ["--profile", ""], ["--profile", "-p"], ["--", "work"],
      ["--profile=work"], ["--profile", "work", "--utc"], ["-p", "--version"], ["--profile", "work", "list"],
      ["--theme", "dark"], [""],
    ])
  func others(arguments: [String]) {
    #expect(PlainestLine(arguments) == nil)
  }
}
