import ArgumentParser
import CursesTerminal
import Foundation
import InboxCore
import InboxTOML

/// The program.
///
/// Without a subcommand it opens the profile.
@main
struct Inbox: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox",
    abstract: "A terminal inbox for the message centers of mobile apps.",
    discussion: """
      Run ‘inbox demo’ to see it work: no account, no configuration. ‘inbox init’ writes a configuration for your own \
      back end.

      Exit status: 0 yes, or done; 1 no, or it failed (the sentence says why); 2 it could not be asked: the command \
      line is wrong, a file is broken, the profile or the machine is not ready; 128+n ended by signal n.
      """,
    version: Version.text,
    subcommands: [
      OpenCommand.self, DemoCommand.self, SandboxCommand.self, ListCommand.self, ShowCommand.self,
      MarkCommand.self,
      DeleteCommand.self, ClickCommand.self, TokenCommand.self, DriveCommand.self,
      BadgeCommand.self, EnableCommand.self, DisableCommand.self, ResolveCommand.self, LinksCommand.self,
      DomainCommand.self, CampaignCommand.self, ClockCommand.self, FaultCommand.self, ReceiptsCommand.self,
      CheckCommand.self, ReportCommand.self, CompareCommand.self, LensCommand.self, StaleCommand.self,
      TapCommand.self, LintCommand.self, ExportCommand.self, DiffCommand.self,
      ReplayCommand.self, ThemeCommand.self, TourCommand.self, KeysCommand.self,
      InitCommand.self, InfoCommand.self, InstallCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)

  /// Runs the command line; the parser's own exit status for a wrong one is made the one of everything else.
  static func main() async {
    Heap.share()
    Output.guardStreams()
    do throws(InboxError) { try ProcessRoom.requireStart() } catch {
      Output.complain(error.description)
      Foundation.exit(Exit.notReady)
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let problem = unknownCommand(arguments) {
      Output.complain(problem)
      Foundation.exit(Exit.usage)
    }
    do {
      try await run(arguments)
      Output.finish()
    } catch {
      end(error)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    if let line = PlainestLine(arguments) { return try await OpenCommand.run(line) }
    var command: any ParsableCommand
    do { command = try await asyncParseAsRoot(withNumbersBehind(arguments)) } catch {
      guard exitCode(for: error) == .validationFailure, let words = commandFirst(arguments) else {
        throw error
      }
      // A word that names a command may as well be the value of an option.
      do { _ = try await asyncParseAsRoot(withNumbersBehind(words)) } catch _ { throw error }
      Output.complain("The command comes first: \(quoted(["inbox"] + words))")
      throw ExitCode(Exit.usage)
    }
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  }

  /// Ends the program as an error says; what was requested, such as help, is printed as everything else is.
  private static func end(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    let text = fullMessage(for: error)
    if !text.isEmpty {
      if code == .success { Output.raw(text) } else { Output.complain(lines: text) }
    }
    Output.finish()
    if let ended = error as? ExitCode { CrashGuard.die(by: ended.rawValue - 128) }
    Foundation.exit(code == .validationFailure ? Exit.usage : code.rawValue)
  }

  /// The arguments with negative numbers behind ‘--’ where a number is an argument: to the parser they look like options.
  static func withNumbersBehind(_ arguments: [String]) -> [String] {
    guard arguments.prefix(2) == ["badge", "set"], !arguments.contains("--") else { return arguments }
    let isNumber: (String) -> Bool = {
      $0.hasPrefix("-") && $0.dropFirst().first?.isNumber == true
    }
    let numbers = arguments.filter(isNumber)
    return numbers.isEmpty ? arguments : arguments.filter { !isNumber($0) } + ["--"] + numbers
  }

  /// The line with its command at the beginning, where that stands behind options; nil where none does.
  static func commandFirst(_ arguments: [String]) -> [String]? {
    guard arguments.first?.hasPrefix("-") == true else { return nil }
    let names = configuration.subcommands.compactMap { type in type.configuration.commandName }
    guard let place = arguments.firstIndex(where: names.contains) else { return nil }
    return Array(arguments[place...] + arguments[..<place])
  }

  private static func quoted(_ words: [String]) -> String {
    words.map { $0.contains { !$0.isLetter && !$0.isNumber && !"-_./:=".contains($0) } ? "'\($0)'" : $0 }
      .joined(separator: " ")
  }

  /// What is wrong with a word that stands where a command should; nil when nothing is.
  private static func unknownCommand(_ arguments: [String]) -> String? {
    var here: any ParsableCommand.Type = Inbox.self
    for word in arguments {
      let known = here.configuration.subcommands
      guard !known.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      guard let next = known.first(where: { $0.configuration.commandName == word }) else {
        let names = known.compactMap { type in type.configuration.commandName }
        let near = NearestName.of(word, among: names).map { "; did you mean ‘\($0)’?" }
        return "unknown command ‘\(word)’\(near ?? ". There are: \(names.joined(separator: ", ")).")"
      }
      here = next
    }
    return nil
  }
}
