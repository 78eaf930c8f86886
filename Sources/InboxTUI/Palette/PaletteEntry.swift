/// An entry of the palette.
enum PaletteEntry: Sendable {
  case command(name: String, usage: String)
  /// A whole line: a command with one of its possible arguments.
  case line(String)
  case action(Action)

  /// The text that is searched and shown.
  func title(in state: AppState) -> String {
    switch self {
    case .command(_, let usage): usage
    case .line(let text): text
    case .action(let action):
      action.lack(in: state).map { "\(action.title): \($0)" } ?? action.title(in: state)
    }
  }

  /// All entries that match an input, the best first.
  static func matching(_ state: AppState, _ input: String) -> [PaletteMatch] {
    // They name campaigns by their ids.
    let usages = state.presenting == nil ? SandboxCommand.usages : []
    let words = input.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    if words.count == 2, let found = withArgument(state, String(words[0]), String(words[1])) { return found }
    let commands =
      FrontCommand.allCases.filter { $0.whyHidden(state) == nil }
      .map { PaletteEntry.command(name: $0.rawValue, usage: $0.usage(in: state)) }
      + usages.map { PaletteEntry.command(name: $0.name, usage: $0.usage) }
    let actions = ActionRegistry.actions(for: state).filter { action in
      state.isHere(action) && action.id != .command && action.id.command == nil
    }
    let all = commands + actions.map { PaletteEntry.action($0) }
    return PaletteMatch.ranked(all, by: input) { $0.title(in: state) }
  }

  /// A command typed with an argument, and its possible arguments; nil where it is not a command.
  private static func withArgument(_ state: AppState, _ name: String, _ argument: String) -> [PaletteMatch]? {
    let front = FrontCommand(rawValue: name).flatMap { $0.whyHidden(state) == nil ? $0 : nil }
    let sandbox = state.presenting == nil ? SandboxCommand.usages : []
    guard let usage = front?.usage(in: state) ?? sandbox.first(where: { $0.name == name })?.usage else {
      return nil
    }
    let command = PaletteMatch(entry: .command(name: name, usage: usage), isLikely: true)
    let choices = front.map { $0.choices(state) ?? [] } ?? SandboxCommand.choices(name, state)
    let same = choices.filter { $0 == argument }
    let lines = PaletteMatch.ranked(
      (same + choices.filter { $0 != argument }).map { PaletteEntry.line("\(name) \($0)") }, by: argument
    ) { String($0.title(in: state).dropFirst(name.count + 1)) }
    // Where other arguments are possible too, the typed text comes first, and so does the number of a tab.
    let isOpen = front?.standsAlone ?? true || front == .center && Int(argument) != nil
    return isOpen || lines.first?.isLikely != true ? [command] + lines : lines
  }
}

struct PaletteMatch: Sendable {
  var entry: PaletteEntry
  /// Whether words of the entry begin with the input, so that Enter means it; an entry that only has the letters must
  /// be selected first.
  var isLikely: Bool

  /// The entries that match, the best first: those with words that begin with the input, then those that contain it,
  /// then those that have its letters in order.
  static func ranked(
    _ entries: [PaletteEntry], by input: String, title: (PaletteEntry) -> String
  ) -> [PaletteMatch] {
    let scored = entries.enumerated().compactMap { index, entry in
      let title = title(entry)
      return FuzzyMatch.score(input, in: title).map { score in
        (rank: WordMatch.rank(input, in: title), score: score, index: index, entry: entry)
      }
    }
    return scored.sorted { ($0.rank, $0.score, $0.index) < ($1.rank, $1.score, $1.index) }
      .map { PaletteMatch(entry: $0.entry, isLikely: $0.rank < 2) }
  }
}

/// How well a text matches the typed one.
enum WordMatch {
  /// - Returns: 0 where the input begins the text, 1 where its words begin words of the text in order, 2 where it
  ///   occurs inside, 3 otherwise.
  static func rank(_ input: String, in text: String) -> Int {
    let (input, text) = (input.lowercased(), text.lowercased())
    if text.hasPrefix(input) { return 0 }
    let typed = words(of: input)
    if !typed.isEmpty, begin(words(of: text)[...], typed[...]) { return 1 }
    return text.contains(input) ? 2 : 3
  }

  private static func words(of text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber }
  }

  private static func begin(_ words: ArraySlice<Substring>, _ typed: ArraySlice<Substring>) -> Bool {
    guard let first = typed.first else { return true }
    return words.indices.contains { start in
      rest(of: words[start...], behind: first).map { begin($0, typed.dropFirst()) } ?? false
    }
  }

  /// The words after successive words whose beginnings make up the letters; nil where none do.
  private static func rest(
    of words: ArraySlice<Substring>, behind letters: Substring
  ) -> ArraySlice<Substring>? {
    guard !letters.isEmpty else { return words }
    guard let word = words.first else { return nil }
    let common = zip(word, letters).prefix { $0 == $1 }.count
    return stride(from: common, to: 0, by: -1).lazy
      .compactMap { rest(of: words.dropFirst(), behind: letters.dropFirst($0)) }.first
  }
}

/// Whether a text has the letters of a word in order, and how far apart.
enum FuzzyMatch {
  /// - Returns: 0 for the beginning of the text, more for letters that are far apart or late; nil where one is missing.
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
