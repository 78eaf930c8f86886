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
      your own back end. ‘inbox --read-only’ looks without a trace: nothing is reported, marked or \
      deleted on any server.

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

  /// Runs the command line; the parser's own exit status for a wrong line is replaced by the program's.
  static func main() async {
    Heap.share()
    Output.guardStreams()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do throws(InboxError) { try ProcessRoom.requireStart() } catch {
      refuse(Exit(error), DriveProblem(error), arguments)
    }
    if let problem = unknownCommand(arguments) {
      refuse(Exit.usage(problem), .usage(problem), arguments)
    }
    do {
      try await run(arguments)
      Output.finish()
    } catch {
      end(error, arguments)
    }
  }

  /// Ends the program before a command could begin.
  private static func refuse(_ exit: Exit, _ problem: DriveProblem, _ arguments: [String]) -> Never {
    inform(exit, problem, arguments)
    Output.complain(exit.sentence)
    Output.finish()
    Foundation.exit(exit.status)
  }

  /// Reports on standard output what went wrong, where programs read that and nothing is there yet (MC-15, QA-6).
  private static func inform(_ exit: Exit, _ problem: DriveProblem, _ arguments: [String]) {
    guard !Output.hasResult else { return }
    let command = verbs(arguments[(firstVerb(arguments) ?? 0)...]).command
    if command is DriveCommand.Type {
      Output.json(DriveSession.refusal(problem))
    } else if command is ReceiptsCommand.Type || arguments.prefix(while: { $0 != "--" }).contains("--json") {
      Output.json(exit.json)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    if let line = PlainestLine(arguments) { return try await OpenCommand.run(line) }
    let sure = { firstVerb(arguments).map { line(arguments, from: $0, attached(arguments[..<$0])) } }
    var command: any ParsableCommand
    // ‘open’, the default, takes a request for help for its own, whatever command stands behind options.
    do { command = try await read(helpLine(arguments) ?? arguments) } catch {
      guard exitCode(for: error) == .validationFailure else { throw error }
      command = try await parsed(verbsFirst(arguments), sure(), error)
    }
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  }

  /// The line that asks for the help of a command behind options, whatever is wrong with those; nil where it does not.
  static func helpLine(_ arguments: [String]) -> [String]? {
    // A request of a shell's completion begins with three dashes.
    guard arguments.first?.hasPrefix("---") != true, let place = firstVerb(arguments),
      arguments.prefix(while: { $0 != "--" }).contains(where: { ["-h", "--help"].contains($0) })
    else { return nil }
    let line = line(arguments, from: place, Array(arguments[..<place]))
    return helpLine(line) ?? line.prefix(verbs(line[...]).count) + ["--help"]
  }

  /// Ends the program with the status of an error; requested texts, such as help, are printed like any other output.
  private static func end(_ error: any Error, _ arguments: [String]) -> Never {
    let code = exitCode(for: error)
    let status = code == .validationFailure ? Exit.usage : code.rawValue
    let text = fullMessage(for: error)
    if !text.isEmpty, code == .success {
      Output.raw(text)
    } else if !text.isEmpty {
      let sentence = message(for: error)
      inform(Exit(status, sentence), .usage(sentence), arguments)
      Output.complain(lines: inOurForm(text))
    }
    Output.finish()
    if let ended = error as? ExitCode { CrashGuard.die(by: ended.rawValue - 128) }
    Foundation.exit(status)
  }

  /// The parser's message about a wrong line, which then begins like every other sentence of the program.
  static func inOurForm(_ text: String) -> String {
    text.hasPrefix("Error: ") ? "inbox: " + text.dropFirst("Error: ".count) : text
  }

  private static func isNegative(_ word: String) -> Bool {
    word.hasPrefix("-") && word.dropFirst().first?.isNumber == true
  }

  /// The arguments with negative numbers behind ‘--’, as arguments: the parser takes them for options.
  ///
  /// Behind a number an option may stand only where the command has no other argument, which would change places with it.
  static func withNumbersBehind(_ arguments: [String]) -> [String] {
    // A filter may begin with the exclusion of a number.
    let first = arguments.indices.first {
      isNegative(arguments[$0]) && ($0 == 0 || arguments[$0 - 1] != "--filter")
    }
    guard let first, !arguments.contains("--") else { return arguments }
    let tail = arguments[first...]
    guard tail.contains(where: { $0.hasPrefix("-") && !isNegative($0) }) else {
      return Array(arguments[..<first] + ["--"] + tail)
    }
    // The link of a click is the last argument, behind a message.
    let isLast = [["badge", "set"], ["clock"]].contains(where: arguments.starts)
    guard isLast || arguments[0] == "click" && first > 1 else { return arguments }
    return arguments.filter { !isNegative($0) } + ["--"] + arguments.filter(isNegative)
  }

  /// Parses the first valid one of some lines.
  ///
  /// - Parameters:
  ///   - sure: The line whose mistake is said where none is one; nil where it is not known which command is meant.
  ///   - error: What is wrong with the line as it was typed.
  private static func parsed(
    _ lines: [[String]], _ sure: [String]?, _ error: any Error
  ) async throws -> any ParsableCommand {
    for line in lines {
      // Another line may be meant.
      do { return try await read(line) } catch { continue }
    }
    guard let sure else { throw error }
    return try await read(sure)
  }

  private static func read(_ arguments: [String]) async throws -> any ParsableCommand {
    do { return try await command(of: withNumbersBehind(arguments)) } catch {
      // Then a number is the value of the option before it.
      guard message(for: error).hasPrefix("Missing value") else { throw error }
      return try await command(of: attached(arguments[...], where: isNegative))
    }
  }

  private static func command(of line: [String]) async throws -> any ParsableCommand {
    verbs(line[...]).count == 0
      ? try await asyncParseAsRoot(line) : try await NamedCommand.asyncParseAsRoot(line)
  }

  /// The index of the first word behind options that names a verb and cannot be the value of an option.
  private static func firstVerb(_ arguments: [String]) -> Int? {
    let (lead, command) = verbs(arguments[...])
    guard arguments.dropFirst(lead).first?.hasPrefix("-") == true else { return nil }
    let place = arguments.indices.dropFirst(lead + 1).first { place in
      let before = arguments[place - 1]
      return (!before.hasPrefix("-") || before.contains("=") || isFlag(before))
        && subcommand(of: command, named: arguments[place]) != nil
    }
    // ‘--json campaign list’: behind a flag, the word before it is the verb, and this one is the verb's own.
    return place.map { place in
      let former = subcommand(of: command, named: arguments[place - 1])
      return former.flatMap { subcommand(of: $0, named: arguments[place]) } == nil ? place : place - 1
    }
  }

  /// Whether an option takes no value: one of the inbox itself, or one that takes none of any command.
  private static func isFlag(_ option: String) -> Bool {
    if ["--json", "--help", "-h"].contains(option) { return true }
    do { _ = try OpenCommand.parse([option]) } catch { return false }
    return option != "--"
  }

  /// Joins the values of options to them, so that for a command without such an option the value is no argument.
  private static func attached(
    _ words: ArraySlice<String>, where isValue: (String) -> Bool = { !$0.hasPrefix("-") }
  ) -> [String] {
    words.reduce(into: []) { line, word in
      guard let option = line.last, option.hasPrefix("--"), option.count > 2, !option.contains("="),
        isValue(word)
      else { return line.append(word) }
      line[line.count - 1] = "\(option)=\(word)"
    }
  }

  /// The line with the verbs at a place moved to the front.
  ///
  /// - Parameter words: The words before the place.
  private static func line(_ arguments: [String], from place: Int, _ words: [String]) -> [String] {
    let (lead, command) = verbs(arguments[...])
    let count = verbs(arguments[place...], of: command).count
    return Array(
      arguments[..<lead] + arguments[place..<place + count] + words.dropFirst(lead)
        + arguments[(place + count)...])
  }

  /// The possible readings of a line whose verbs stand behind options, as in ‘--profile NAME list’ and ‘badge --json
  /// set 3’: in each the verbs stand first and the options are theirs.
  ///
  /// There may be several: a word that names a verb may also be the value of an option. The first word that cannot be a
  /// value is the command, whatever stands behind it.
  static func verbsFirst(_ arguments: [String]) -> [[String]] {
    let (lead, command) = verbs(arguments[...])
    guard arguments.dropFirst(lead).first?.hasPrefix("-") == true else { return [] }
    let last = firstVerb(arguments) ?? arguments.count - 1
    return (lead...last).flatMap { place -> [[String]] in
      guard subcommand(of: command, named: arguments[place]) != nil else { return [] }
      let line = line(arguments, from: place, Array(arguments[..<place]))
      return verbsFirst(line) + [line]
    }
  }

  /// How many of the first words name a command, its verb and so on, and the last of these commands.
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

  /// What is wrong with a word in the place of a command; nil when nothing is.
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

/// The program for a line whose first word names a command.
///
/// Without a default command the parser does not build that one's options, which would cost as much as all the rest of
/// a short command.
private struct NamedCommand: AsyncParsableCommand {
  static let configuration: CommandConfiguration = {
    var configuration = Inbox.configuration
    configuration.defaultSubcommand = nil
    return configuration
  }()
}
