import InboxTUI

/// The manual page in the language of man(7), from the tables that make `--help` and the help on the screen.
///
/// ArgumentParser's GenerateManual plugin is not used: it knows no keys, files and variables, and runs only where the
/// package is built.
nonisolated enum ManualPage {
  static func text(_ reference: CommandReference) -> String {
    let root = reference.command
    let abstract = (root.abstract ?? "").prefix(1).lowercased() + (root.abstract ?? "").dropFirst()
    let head = [
      ".TH INBOX 1 \"\" \"inbox \(Version.text)\" \"User Commands\"", ".SH NAME",
      "inbox \\- \(escaped(abstract))", ".SH SYNOPSIS", ".B inbox", "[\\fICOMMAND\\fR] [\\fIOPTION\\fR]...",
      ".SH DESCRIPTION",
    ]
    let lines =
      head + paragraphs(root.discussion) + [".SH COMMANDS"] + commands(root) + keys + places + examples
    return lines.joined(separator: "\n") + "\n"
  }

  private static func commands(_ command: CommandReference.Command) -> [String] {
    (command.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }.flatMap { each in
      let usage = each.ownArguments.map(\.usage).joined(separator: " ")
      let options = each.ownArguments.flatMap { argument in
        entry("\\fB\(escaped(argument.heading))\\fR", argument.purpose, argument.discussion)
      }
      let discussion = paragraphs(each.discussion)
      return [".SS \(escaped(each.path)) \(escaped(usage))", sentence(each.abstract)]
        + (discussion.isEmpty ? [] : [".PP"] + discussion) + options + commands(each)
    }
  }

  private static var keys: [String] {
    let head = [
      ".SH KEYS",
      "In the inbox, ? lists the keys, with those that the configuration changes. The name below each is the action's "
        + "name in [keys] of config.toml, followed by where it applies.",
    ]
    return head
      + ActionRegistry.actions.flatMap { action in
        let keys = KeyMap.standard.text(of: action)
        return [
          ".TP", "\\fB\(escaped(keys.isEmpty ? "(palette)" : keys))\\fR",
          escaped(".?…".contains(action.title.last ?? " ") ? action.title : action.title + "."), ".br",
          "\\fI\(escaped(action.id.rawValue))\\fR: \(escaped(action.places)).",
        ]
      }
  }

  private static var places: [String] {
    [".SH FILES"]
      + [
        (
          "$XDG_CONFIG_HOME/inbox/config.toml",
          "Profiles, theme, keys; ~/.config by default. ‘inbox init’ writes it."
        ),
        ("$XDG_CONFIG_HOME/inbox/themes", "Your own themes."),
        (
          "$XDG_STATE_HOME/inbox",
          "Archives, outboxes, logs; ~/.local/state by default. By itself it writes nothing elsewhere."
        ),
      ].flatMap { entry("\\fI\($0.0)\\fR", $0.1) } + [".SH ENVIRONMENT"]
      + [
        ("NO_COLOR", "If not empty: attributes instead of colours."),
        ("INBOX_THEME", "The theme, unless --theme names one."),
        ("COLORTERM", "truecolor or 24bit: use 24-bit colours."),
        ("COLORFGBG", "The background, where the terminal does not report it: 0;15 is light."),
        ("LC_ALL, LC_CTYPE, LANG", "The character set: ASCII only, if they name another than UTF-8."),
        ("INBOX_CONTROL_TOKEN", "The control token of a sandbox that listens beyond this machine."),
        ("TZ", "The time zone of the screen."),
        (
          "BROWSER",
          "What opens web addresses: programs, with colons between them, tried in turn; xdg-open by default."
        ),
        ("PAGER", "The program that shows a message's JSON."),
        ("ESCDELAY", "How long to wait for the rest of a sequence after Esc, in milliseconds."),
      ].flatMap { entry("\\fB\($0.0)\\fR", $0.1) }
  }

  private static var examples: [String] {
    [".SH EXAMPLES"]
      + [
        ("inbox demo", "Look around: no account, no configuration."),
        ("inbox init; inbox --profile shop", "Read your own inbox, once its keys are in config.toml."),
        ("inbox --profile shop --read-only", "Look without a trace: nothing changes on any server."),
        ("inbox list --filter 'is:unread sale' --json", "Unread messages with a word, for programs."),
        ("inbox show ID --peek", "Print a message without opening it."),
        ("inbox resolve --dry-run URL", "Say what a link is, and where it would lead, without a request."),
        (
          "inbox fault set messages 503 times 2; inbox list --profile sandbox",
          "With ‘inbox sandbox’ in another terminal: see what a client does while its server is unavailable."
        ),
        ("inbox check", "Run the bundled scenarios, each against a sandbox of its own."),
        ("inbox report", "Prove that each display and open arrived exactly once."),
        ("inbox tap --to https://api.iterable.com", "Watch what an app sends to its vendor."),
      ].flatMap { entry("\\fB\(escaped($0.0))\\fR", $0.1) }
  }

  private static func entry(_ heading: String, _ texts: String?...) -> [String] {
    [".TP", heading] + texts.compactMap { $0 }.map(sentence)
  }

  private static func paragraphs(_ text: String?) -> [String] {
    Array((text ?? "").split(separator: "\n\n").flatMap { [sentence(String($0)), ".PP"] }.dropLast())
  }

  private static func sentence(_ text: String?) -> String {
    guard let text, let last = text.last else { return "" }
    return escaped(".!?:)".contains(last) ? text : text + ".")
  }

  /// Escapes a text, so that none of its lines begins with a request.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let text = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }.joined(separator: "\n")
  }
}
