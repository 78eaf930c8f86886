/// Something that the palette can do.
enum PaletteEntry: Sendable {
  /// A command, and how it is written.
  case command(name: String, usage: String)
  /// A whole line: a command with one of the arguments that it can have.
  case line(String)
  /// An action of the registry.
  case action(Action)

  /// What is searched, and shown.
  func title(in state: AppState) -> String {
    switch self {
    case .command(_, let usage): usage
    case .line(let text): text
    case .action(let action):
      action.lack(in: state).map { "\(action.title): \($0)" } ?? action.title(in: state)
    }
  }

  /// Everything that matches an input, the best first.
  static func matching(_ state: AppState, _ input: String) -> [PaletteEntry] {
    // They name campaigns by their ids.
    let usages = state.presenting == nil ? SandboxCommand.usages : []
    let words = input.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    if words.count == 2, let found = withArgument(state, String(words[0]), String(words[1])) { return found }
    let commands =
      FrontCommand.allCases.map { PaletteEntry.command(name: $0.rawValue, usage: $0.usage(in: state)) }
      + usages.map { PaletteEntry.command(name: $0.name, usage: $0.usage) }
    let actions = ActionRegistry.actions.filter { action in
      state.isHere(action) && action.id != .command && action.id.command == nil
    }
    let all = commands + actions.map { PaletteEntry.action($0) }
    let scored = all.enumerated().compactMap { index, entry in
      FuzzyMatch.score(input, in: entry.title(in: state)).map { (score: $0, index: index, entry: entry) }
    }
    return scored.sorted { ($0.score, $0.index) < ($1.score, $1.index) }.map(\.entry)
  }

  /// A command that is typed with an argument, and what that can be; nil where it is not a command.
  private static func withArgument(_ state: AppState, _ name: String, _ argument: String) -> [PaletteEntry]? {
    let front = FrontCommand(rawValue: name)
    let sandbox = state.presenting == nil ? SandboxCommand.usages : []
    guard let usage = front?.usage(in: state) ?? sandbox.first(where: { $0.name == name })?.usage else {
      return nil
    }
    let command = PaletteEntry.command(name: name, usage: usage)
    let choices = front.map { $0.choices(state) ?? [] } ?? SandboxCommand.choices(name, state)
    let scored = choices.enumerated().compactMap { index, choice in
      FuzzyMatch.score(argument, in: choice).map {
        (isOther: choice != argument, score: $0, index: index, choice: choice)
      }
    }
    let best = scored.sorted {
      ($0.isOther ? 1 : 0, $0.score, $0.index) < ($1.isOther ? 1 : 0, $1.score, $1.index)
    }
    let lines = best.map { PaletteEntry.line("\(name) \($0.choice)") }
    // What can be anything else as well is first of all what was typed.
    let isOpen = front?.standsAlone ?? true
    return isOpen || lines.isEmpty ? [command] + lines : lines
  }
}

/// Whether the letters of a word stand in a text in their order, and how far apart.
enum FuzzyMatch {
  /// - Returns: 0 for the beginning of the text, more for letters that stand apart or late; nil where one is missing.
  static func score(_ word: String, in text: String) -> Int? {
    let letters = Array(word.lowercased().filter { !$0.isWhitespace })
    guard let first = letters.first else { return 0 }
    let text = Array(text.lowercased())
    var best: Int?
    for start in text.indices where text[start] == first {
      guard let end = self.end(of: letters, in: text, from: start) else { break }
      let isWordStart = start == 0 || !text[start - 1].isLetter
      let score = (end - start + 1 - letters.count) * 4 + (isWordStart ? 0 : 3) + (start == 0 ? 0 : 1)
      best = min(best ?? score, score)
    }
    return best
  }

  private static func end(of letters: [Character], in text: [Character], from start: Int) -> Int? {
    var position = start
    for letter in letters {
      guard let found = text[position...].firstIndex(of: letter) else { return nil }
      position = found + 1
    }
    return position - 1
  }
}
