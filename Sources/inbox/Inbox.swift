import ArgumentParser
import CursesTerminal
import Foundation
import InboxCore
import InboxModel
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
      Run ‘inbox demo’ to see it work: no account, no configuration. ‘inbox init’ writes a configuration for \
      your own back end. ‘inbox --read-only’ looks without a trace: nothing is reported, marked or deleted.

      Exit status: 0 yes, or done; 1 no, or failed (standard error says why); 2 not attempted: the command \
      line is wrong, a file is invalid, or the profile or the machine is not ready; 128+n ended by signal n.
      """,
    version: Version.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Reading",
        subcommands: [OpenCommand.self, DemoCommand.self, ListCommand.self, ShowCommand.self]),
      CommandGroup(
        name: "Acting",
        subcommands: [
          MarkCommand.self, DeleteCommand.self, ClickCommand.self, BadgeCommand.self, EnableCommand.self,
          DisableCommand.self,
        ]),
      CommandGroup(
        name: "Links and domains",
        subcommands: [ResolveCommand.self, LinksCommand.self, DomainCommand.self]),
      CommandGroup(
        name: "Proving",
        subcommands: [
          ReportCommand.self, CheckCommand.self, CompareCommand.self, LensCommand.self, StaleCommand.self,
          LintCommand.self, TapCommand.self, ReplayCommand.self, DiffCommand.self, ExportCommand.self,
        ]),
      CommandGroup(
        name: "Sandbox",
        subcommands: [
          SandboxCommand.self, SpaceCommand.self, CampaignCommand.self, ClockCommand.self, FaultCommand.self,
          ReceiptsCommand.self,
          TourCommand.self,
        ]),
      CommandGroup(
        name: "Setup and programs",
        subcommands: [
          InitCommand.self, InfoCommand.self, KeysCommand.self, ThemeCommand.self, TokenCommand.self,
          DriveCommand.self, InstallCommand.self,
        ]),
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
      guard exitCode(for: error) == .validationFailure else { throw error }
      command = try await parsed(verbsFirst(arguments), namesVerb(arguments) ? nil : error)
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
      if code == .success { Output.raw(text) } else { Output.complain(lines: inOurForm(text)) }
    }
    Output.finish()
    if let ended = error as? ExitCode { CrashGuard.die(by: ended.rawValue - 128) }
    Foundation.exit(code == .validationFailure ? Exit.usage : code.rawValue)
  }

  /// What the parser says of a wrong line, which begins as every other sentence of the program does.
  static func inOurForm(_ text: String) -> String {
    text.hasPrefix("Error: ") ? "inbox: " + text.dropFirst("Error: ".count) : text
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

  /// The first of some lines that is one.
  ///
  /// - Parameter error: What is wrong with the line as it was typed; nil to say what is wrong with the last of these.
  private static func parsed(_ lines: [[String]], _ error: (any Error)?) async throws -> any ParsableCommand {
    var last: (any Error)?
    for line in lines {
      do { return try await asyncParseAsRoot(withNumbersBehind(line)) } catch { last = error }
    }
    throw error ?? last ?? ValidationError("No command was given.")
  }

  /// Whether a word behind options names a verb and cannot be the value of an option.
  private static func namesVerb(_ arguments: [String]) -> Bool {
    let (lead, command) = verbs(arguments[...])
    let rest = arguments.dropFirst(lead)
    return zip(rest, rest.dropFirst()).contains { before, word in
      !before.hasPrefix("-") && subcommand(of: command, named: word) != nil
    } && rest.first?.hasPrefix("-") == true
  }

  /// What a line may mean whose verbs stand behind options, as in ‘--profile NAME list’ and ‘badge --json set 3’: options
  /// of the verbs, where those stand first.
  ///
  /// There may be several: a word that names a verb may as well be the value of an option.
  static func verbsFirst(_ arguments: [String]) -> [[String]] {
    let (lead, command) = verbs(arguments[...])
    guard arguments.dropFirst(lead).first?.hasPrefix("-") == true else { return [] }
    return arguments.indices.dropFirst(lead).flatMap { place -> [[String]] in
      let count = verbs(arguments[place...], of: command).count
      guard count > 0 else { return [] }
      let line = Array(
        arguments[..<lead] + arguments[place..<place + count] + arguments[lead..<place]
          + arguments[(place + count)...])
      return verbsFirst(line) + [line]
    }
  }

  /// How many of the first words name a command, its verb and so on, and the last of those.
  private static func verbs(
    _ words: ArraySlice<String>, of command: any ParsableCommand.Type = Inbox.self
  ) -> (count: Int, command: any ParsableCommand.Type) {
    var (count, here) = (0, command)
    for word in words {
      guard let next = subcommand(of: here, named: word) else { break }
      (count, here) = (count + 1, next)
    }
    return (count, here)
  }

  private static func subcommand(
    of command: any ParsableCommand.Type, named name: String
  ) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { $0.configuration.commandName == name }
  }

  /// What is wrong with a word that stands where a command should; nil when nothing is.
  private static func unknownCommand(_ arguments: [String]) -> String? {
    var here: any ParsableCommand.Type = Inbox.self
    // ‘help’ takes the same words as the command line itself.
    for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      guard !word.hasPrefix("-"), word != "help" else { return nil }
      let known = here.configuration.subcommands
      guard !known.isEmpty else { return nil }
      guard let next = subcommand(of: here, named: word) else {
        let names = known.compactMap { type in type.configuration.commandName }
        let near = NearestName.of(word, among: names).map { "Did you mean ‘\($0)’?" }
        return "Unknown command ‘\(word)’. \(near ?? "There are: \(names.joined(separator: ", ")).")"
      }
      here = next
    }
    return nil
  }
}
