import ArgumentParser
import Foundation

/// The commands as the argument parser tells of them: what `--help` says, for other forms of it.
nonisolated struct CommandReference: Decodable {
  /// A command.
  struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var superCommands: [String]?
    var shouldDisplay: Bool
    var subcommands: [Command]?
    var arguments: [Argument]?

    /// Its name as it is typed: `inbox campaign check`.
    var path: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

    /// Its own options and arguments, but for those that every command has.
    var ownArguments: [Argument] {
      (arguments ?? []).filter {
        $0.shouldDisplay && $0.preferredName?.name != "help" && $0.preferredName?.name != "version"
      }
    }
  }

  /// An option, a flag or an argument.
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    var kind: String
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var preferredName: Name?
    var valueName: String?
    var defaultValue: String?
    var abstract: String?
    var discussion: String?

    /// As the synopsis writes it.
    var usage: String {
      let value = valueName.map { "<\($0)>" } ?? ""
      let dots = isRepeating ? "..." : ""
      let text =
        switch kind {
        case "positional": value + dots
        case "flag": preferredName?.text ?? ""
        default: "\(preferredName?.text ?? "") \(value)\(dots)"
        }
      return isOptional ? "[\(text)]" : text
    }

    /// As the list of options writes it, with all its names.
    var heading: String {
      guard kind != "positional" else { return "<\(valueName ?? "")>" }
      let all = (names ?? []).map(\.text).joined(separator: ", ")
      return kind == "flag" ? all : "\(all) <\(valueName ?? "")>"
    }
  }

  var command: Command

  /// What this program's parser says.
  static func read() throws -> CommandReference {
    try JSONDecoder().decode(CommandReference.self, from: Data(Inbox._dumpHelp().utf8))
  }
}
