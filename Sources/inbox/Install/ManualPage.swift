import InboxTUI

/// The manual page, from the tables that make `--help`, the hints and the help on the screen.
nonisolated enum ManualPage {
  /// The page in the language of man(7).
  static func text(_ reference: CommandReference) -> String {
    let root = reference.command
    var page = [
      ".TH INBOX 1 \"\" \"inbox \(Version.text)\" \"User Commands\"",
      ".SH NAME", "inbox \\- \(escaped(lowered(root.abstract ?? "")))",
      ".SH SYNOPSIS", ".B inbox", "[\\fICOMMAND\\fR] [\\fIOPTION\\fR]...",
      ".SH DESCRIPTION",
    ]
    page += paragraphs(root.discussion)
    page.append(".SH COMMANDS")
    page += commands(root)
    page += keys
    page += places
    return page.joined(separator: "\n") + "\n"
  }

  private static func commands(_ command: CommandReference.Command) -> [String] {
    (command.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }.flatMap { each in
      let own = each.ownArguments
      var lines = [
        ".SS \(escaped(each.path)) \(escaped(own.map(\.usage).joined(separator: " ")))",
        sentence(each.abstract),
      ]
      lines += paragraphs(each.discussion).isEmpty ? [] : [".PP"] + paragraphs(each.discussion)
      for argument in own {
        lines += [".TP", "\\fB\(escaped(argument.heading))\\fR", sentence(argument.abstract)]
        if let discussion = argument.discussion { lines.append(sentence(discussion)) }
      }
      return lines + commands(each)
    }
  }

  private static var keys: [String] {
    [
      ".SH KEYS",
      "On the screen ? lists them, with those that the configuration changes. The words behind them are what [keys] "
        + "in config.toml calls them.",
    ]
      + ActionRegistry.actions.flatMap { action in
        let keys = KeyMap.standard.text(of: action)
        let places =
          action.contexts.count == ActionContext.allCases.count
          ? "everywhere" : action.contexts.map(\.title).sorted().joined(separator: ", ")
        return [
          ".TP", "\\fB\(escaped(keys.isEmpty ? "(palette)" : keys))\\fR",
          "\(sentence(action.title)) \(escaped(places)).", ".br", "\\fI\(escaped(action.id.rawValue))\\fR",
        ]
      }
  }

  private static var places: [String] {
    [
      ".SH FILES", ".TP", "\\fI$XDG_CONFIG_HOME/inbox/config.toml\\fR",
      "Profiles, theme, keys; \\(oqinbox init\\(cq writes one with comments. Else ~/.config.", ".TP",
      "\\fI$XDG_CONFIG_HOME/inbox/themes\\fR", "Themes of your own.", ".TP", "\\fI$XDG_STATE_HOME/inbox\\fR",
      "Archives, outboxes, logs; the only place that is written to. Else ~/.local/state.",
      ".SH ENVIRONMENT",
    ]
      + [
        ("NO_COLOR", "Attributes instead of colours, when it is not empty."),
        ("INBOX_THEME", "The theme, where --theme gives none."),
        ("COLORTERM", "truecolor or 24bit: 24-bit colours."),
        ("INBOX_CONTROL_TOKEN", "The control token of a sandbox that listens beyond this machine."),
        ("TZ", "The time zone of the screen."), ("BROWSER", "What opens web addresses; else xdg-open."),
        ("PAGER", "What shows a message's JSON."),
        ("ESCDELAY", "How long Esc waits for a sequence, in milliseconds."),
      ].flatMap { [".TP", "\\fB\($0.0)\\fR", escaped($0.1)] }
  }

  private static func paragraphs(_ text: String?) -> [String] {
    (text ?? "").split(separator: "\n\n").map { sentence(String($0)) }.flatMap { [$0, ".PP"] }.dropLast()
  }

  /// A sentence has an end, and no line of it begins with what would be a request.
  private static func sentence(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "" }
    let whole = ".!?:)".contains(text.last ?? ".") ? text : text + "."
    return escaped(whole)
  }

  private static func lowered(_ text: String) -> String {
    let text = text.hasSuffix(".") ? String(text.dropLast()) : text
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static func escaped(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map { line in
      let text = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
    return lines.joined(separator: "\n")
  }
}
