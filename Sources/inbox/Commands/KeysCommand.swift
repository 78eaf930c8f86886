import ArgumentParser
import InboxModel
import InboxTOML
import InboxTUI

struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "List the keys, and check your own.",
    discussion: """
      Keys are changed in config.toml, in the table [keys]: "message.delete" = ["d", "<del>"]; an empty list \
      removes every key from an action. A key is a character, or a name in angle brackets such as <enter>, \
      <c-r> or <f5>.
      """,
    subcommands: [KeysListCommand.self, KeysCheckCommand.self], defaultSubcommand: KeysListCommand.self)
}

struct KeysListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List every action with its keys and where they apply.")

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws {
    let configuration = FrontConfiguration.read()
    let reader = KeyMapReader(configuration)
    if json {
      let values = ActionRegistry.actions.map { value($0, reader.map) }
      Output.json(.members(["actions": values]))
    } else {
      let rows = ActionRegistry.actions.map { action in
        [
          action.id.rawValue, reader.map.text(of: action),
          "\(action.title) · \(reader.map.places(of: action))",
        ]
      }
      Output.lines(TextTable(rows: rows).lines)
    }
    if let notice = configuration.flaw ?? reader.notice { Output.complain(notice) }
  }

  private func value(_ action: Action, _ map: KeyMap) -> JSONValue {
    let contexts = ActionContext.allCases.filter(action.contexts.contains).map(\.rawValue)
    return .members([
      "id": action.id.rawValue, "title": action.title, "keys": map.keys(of: action.id).map(\.notation),
      "standard": action.keys.map(\.notation), "fixed": action.isFixed, "contexts": contexts,
    ])
  }
}

/// Checks the keys in the configuration.
struct KeysCheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report what is wrong with [keys], with line and column.",
    discussion:
      "Exit status 1 when something is wrong; 2 when the file is not there or is not TOML, or one that is named has no [keys]."
  )

  @Argument(help: "A file instead of the configuration.", completion: .file())
  var file: String?

  func perform() async throws {
    guard file != "" else { throw TextFile.noName }
    let configuration = FrontConfiguration.read(file)
    if let flaw = configuration.flaw { throw Exit.usage(flaw) }
    guard let fields = configuration.fields else {
      throw Exit.usage(
        "There is no file \(file ?? StateFolder.configFile)."
          + (file == nil
            ? " The keys are those that the program comes with; ‘inbox init’ writes a file." : ""))
    }
    guard fields.keys.contains("keys") else {
      if let file { throw Exit.usage("\(file) has no [keys], so there is nothing to check.") }
      return Output.line(
        "\(StateFolder.configFile) has no [keys]: the keys are those that the program comes with.")
    }
    let reader = KeyMapReader(configuration)
    for flaw in reader.flaws { Output.line(flaw.description) }
    guard reader.flaws.isEmpty else { throw ExitCode(Exit.failed) }
    Output.line("The keys are right.")
  }
}
