import ArgumentParser
import Foundation
import InboxModel
import InboxTUI

struct ThemeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme", abstract: "List, check, show and export themes.",
    discussion: """
      A theme is chosen with --theme, INBOX_THEME, T in the inbox, or theme = "…" in config.toml. Your own are TOML \
      files in the folder themes beside it; ‘inbox theme export NAME’ prints one to start from.
      """,
    subcommands: [
      ThemeListCommand.self, ThemeCheckCommand.self, ThemePrintCommand.self, ThemeExportCommand.self,
    ],
    defaultSubcommand: ThemeListCommand.self)
}

struct ThemeListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the themes, with the one in use marked.")

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws {
    let library = ThemeLibrary()
    let background = TerminalBackground(variable: Environment["COLORFGBG"])
    let current = ThemeSetting.find(option: nil).request?.name(on: background) ?? ThemeLibrary.standard
    var rows: [[String]] = []
    var values: [JSONValue] = []
    for file in library.files {
      var facts: [String] = []
      let isCurrent = file.name == current
      var value = [String: JSONValue]([
        "name": file.name, "file": file.path, "own": file.isOwn, "current": isCurrent,
      ])
      do {
        let definition = try library.read(file).definition
        facts = [definition.title, definition.variant == .any ? "" : definition.variant.rawValue]
        facts.append(definition.brand.map { "brand \($0.name)" } ?? "")
        value["title"] = .string(definition.title)
        value["variant"] = .string(definition.variant.rawValue)
        value["brand"] = .orNull(definition.brand?.name)
      } catch {
        facts = ["\(error)"]
        value["problem"] = .string("\(error)")
      }
      if file.isOwn { facts.append(file.path) }
      rows.append([
        "\(isCurrent ? "*" : " ") \(file.name)", facts.filter { !$0.isEmpty }.joined(separator: " · "),
      ])
      values.append(.object(value))
    }
    if json { return Output.json(.members(["themes": values])) }
    for line in TextTable(rows: rows).lines { Output.line(line) }
  }
}

/// Prints a theme as a file.
struct ThemeExportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print a theme's file, to start your own from.")

  @Argument(
    help: ArgumentHelp("A theme, or a theme file.", valueName: "name|file"), completion: Completions.themes)
  var theme: String

  @Flag(help: "Every role written out, with nothing inherited and nothing derived.")
  var resolved = false

  func perform() async throws {
    let library = ThemeLibrary()
    let file = try library.file(theme)
    // A file that cannot be read as a theme is no basis for another.
    let read = try library.read(file)
    if resolved {
      Output.text(ThemeExport.text(read.definition))
    } else {
      let text = try library.text(file)
      Output.text(text.last?.isNewline == true ? String(text.dropLast()) : text)
    }
  }
}
