import ArgumentParser
import Foundation

/// The commands as ArgumentParser dumps them: the content of `--help`, for other formats.
nonisolated struct CommandReference: Decodable {
  struct Command: Decodable {
    var commandName: String
    var abstract, discussion: String?
    var superCommands: [String]?
    var shouldDisplay: Bool
    var subcommands: [Command]?
    var arguments: [Argument]?

    /// Its full name as typed: `inbox campaign check`.
    var path: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

    /// Its own options and arguments, without those that every command has.
    var ownArguments: [Argument] {
      (arguments ?? []).filter { $0.shouldDisplay && !["help", "version"].contains($0.preferredName?.name) }
    }
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      var kind, name: String
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: String
    var shouldDisplay, isOptional, isRepeating: Bool
    var names: [Name]?
    var preferredName: Name?
    var valueName, abstract, discussion, defaultValue: String?

    var usage: String {
      let words = [kind == "positional" ? nil : preferredName?.text, kind == "flag" ? nil : value]
      let text = words.compactMap { $0 }.joined(separator: " ") + (isRepeating ? "..." : "")
      return isOptional ? "[\(text)]" : text
    }

    /// The heading in the list of options, with all its names.
    var heading: String {
      let all = (names ?? []).map(\.text).joined(separator: ", ")
      return kind == "positional" ? value : kind == "flag" ? all : "\(all) \(value)"
    }

    /// Its purpose, and its default.
    var purpose: String {
      let texts = [abstract, kind == "flag" ? nil : defaultValue.map { "(default: \($0))" }]
      return texts.compactMap { $0 }.joined(separator: " ")
    }

    private var value: String { "<\(valueName ?? "")>" }
  }

  var command: Command

  static func read(_ program: any ParsableCommand.Type) throws -> CommandReference {
    try JSONDecoder().decode(CommandReference.self, from: Data(program._dumpHelp().utf8))
  }
}
