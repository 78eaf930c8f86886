import InboxCore
import InboxModel

/// What keys do in the palette.
extension AppState {
  private static let longestInput = 512

  mutating func take(_ event: CommandEvent) -> [AppEffect] {
    switch event {
    case .sandboxResponded(let response, let failed, let command):
      return sandboxResponded(response, failed: failed, to: command)
    // What earlier runs remember comes before what this one does.
    case .historyLoaded(let lines):
      commands = HistoryLines.joined(lines.commands, commands)
      find.history = HistoryLines.joined(lines.filters, find.history)
      return []
    }
  }

  /// - Returns: nil when the key is not one of the palette's own.
  mutating func typedIntoPalette(_ key: Key) -> [AppEffect]? {
    guard case .command(var palette)? = layer else { return nil }
    switch key {
    case .backspace where palette.input.isEmpty:
      layer = nil
      return []
    case .tab:
      if let text = completion(of: palette) { palette.input = LineEditor(text) }
    case .down, .up: choose(key == .down ? 1 : -1, &palette)
    case .control("p"): recall(1, &palette)
    case .control("n"): recall(-1, &palette)
    default:
      switch palette.input.take(key, most: Self.longestInput) {
      case .edited?: palette.recalled = HistoryPosition()
      case .moved?: break
      case .full?:
        layer = .command(palette)
        return notify("A command has at most \(Self.longestInput) characters.", .warning)
      case nil: return nil
      }
    }
    layer = .command(palette)
    return paletteChanged()
  }

  /// Asks for the names that complete what is typed, once.
  mutating func paletteChanged() -> [AppEffect] {
    guard case .command(var palette)? = layer, !palette.hasAskedForThemes,
      palette.text.hasPrefix(FrontCommand.theme.rawValue + " ")
    else { return [] }
    palette.hasAskedForThemes = true
    layer = .command(palette)
    return [.loadThemes]
  }

  /// The themes are there: their names complete, and a line that waited for them is run.
  mutating func themesLoaded(_ choices: [ThemeChoice]) -> [AppEffect] {
    themeChoices = choices
    guard case .command(var palette)? = layer, palette.isWaiting else { return [] }
    palette.isWaiting = false
    layer = .command(palette)
    return run(palette.input.text, palette)
  }

  private func recall(_ step: Int, _ palette: inout PaletteState) {
    // They name campaigns by their ids.
    guard presenting == nil,
      let text = palette.recalled.move(step, in: commands, from: palette.input.text)
    else { return }
    palette.input = LineEditor(text)
  }

  /// Selects another entry; the first where none is selected so far.
  private func choose(_ step: Int, _ palette: inout PaletteState) {
    let entries = entries(of: palette)
    guard palette.selection(in: entries) != nil else {
      (palette.selected, palette.isChosen) = (0, !entries.isEmpty)
      return
    }
    palette.selected = min(max(0, palette.selected + step), entries.count - 1)
    palette.isChosen = true
  }

  private func entries(of palette: PaletteState) -> [PaletteMatch] {
    PaletteEntry.matching(self, palette.text)
  }

  private func entry(of palette: PaletteState) -> PaletteEntry? {
    let entries = entries(of: palette)
    return palette.selection(in: entries).map { entries[$0].entry }
  }

  /// What the line becomes by what is selected; nil where it says all already.
  private func completion(of palette: PaletteState) -> String? {
    switch entry(of: palette) {
    case .line(let text)?: return text
    case .command(let name, _)?:
      guard palette.text.hasPrefix(name + " ") else { return name + " " }
      // An argument is begun: the best of those that it can be.
      return entries(of: palette).lazy.compactMap { match in
        if case .line(let text) = match.entry { text } else { nil }
      }.first
    case .action?, nil: return nil
    }
  }

  /// Runs what is typed, or what is selected.
  mutating func runCommand() -> [AppEffect] {
    guard case .command(var palette)? = layer else { return [] }
    let words = palette.input.text.split(whereSeparator: \.isWhitespace).map(String.init)
    switch entry(of: palette) {
    case .command(let name, let usage)?:
      let command = FrontCommand(rawValue: name)
      // What needs no argument is run also where only some of its letters were typed.
      if command == .quit || command == .refresh, words.first != name { return run(name, palette) }
      guard words.first == name, words.count > 1 || command?.standsAlone == true else {
        palette.input = LineEditor(name + " ")
        palette.feedback = Notice(text: usage, level: .info)
        layer = .command(palette)
        return paletteChanged()
      }
      return run(words.joined(separator: " "), palette)
    case .line(let text)?: return run(text, palette)
    case .action(let action)?:
      layer = nil
      if let why = action.whyDisabled(self) {
        return notify(why, .warning)
      }
      return run(action)
    case nil:
      let known =
        (SandboxCommand.names
        + FrontCommand.allCases.filter { ActionRegistry[$0.action].lack(in: self) == nil }.map(\.rawValue))
        .joined(separator: ", ")
      let help = helpKey
      let hint =
        !entries(of: palette).isEmpty
        ? "\(keys.label(.down)) selects one of these."
        : presenting == nil
          ? "Commands: \(known); \(help) lists all actions."
          : "While presenting, \(help) lists what there is; \(keys.name(of: .present)) stops presenting."
      // The commands of the sandbox name campaigns by their ids.
      let isOfSandbox = words.first.map(SandboxCommand.names.contains) == true
      let named = words.first.flatMap(FrontCommand.init(rawValue:))?.action
      let refusal = (isOfSandbox ? ActionID.faults : named).flatMap { ActionRegistry[$0].whyHidden(self) }
      palette.feedback = Notice(
        text: refusal ?? "Unknown command “\(words.first ?? "")”. \(hint)", level: .warning)
      return showLayer(.command(palette))
    }
  }

  /// Runs a line: what is refused stays beside it, so that it can be put right.
  private mutating func run(_ line: String, _ before: PaletteState) -> [AppEffect] {
    var palette = before
    if palette.input.text != line { palette.input = LineEditor(line) }
    commands = HistoryLines.joined(commands, [line])
    let name = String(line.prefix { $0 != " " })
    let argument = String(line.dropFirst(name.count + 1))
    var effects: [AppEffect] = [.remember(HistoryLines(commands: [line]))]
    guard let command = FrontCommand(rawValue: name) else { return effects + send(line, palette) }
    if command == .theme, themeChoices == nil, whyDisabled(command) == nil {
      palette.isWaiting = true
      palette.hasAskedForThemes = true
      palette.feedback = Notice(text: "Loading themes…", level: .info)
      layer = .command(palette)
      return before.hasAskedForThemes ? effects : effects + [.loadThemes]
    }
    layer = nil
    if let problem = run(command, argument, &effects) {
      palette.feedback = Notice(text: problem, level: .warning)
      layer = .command(palette)
    }
    return effects
  }

  private mutating func send(_ command: String, _ palette: PaletteState) -> [AppEffect] {
    var palette = palette
    guard profile.hasSandbox else {
      palette.feedback = Notice(text: SandboxCommand.noSandbox, level: .warning)
      return showLayer(.command(palette))
    }
    palette.feedback = Notice(text: "Sending to the sandbox…", level: .info)
    palette.asked = command
    layer = .command(palette)
    return [.askSandbox(command)]
  }

  /// What the sandbox said: a refusal stays beside what was typed, everything else closes the palette that asked; one
  /// that was opened meanwhile is left alone.
  mutating func sandboxResponded(_ response: String, failed: Bool, to command: String?) -> [AppEffect] {
    let launch = command.flatMap { LaunchCommand($0) }
    let launched = launch.flatMap { profile.campaigns?.launched(by: $0) } ?? []
    if failed, launched.contains(where: { $0.id == presenting?.launched?.campaign }) {
      presenting?.launched = nil
    }
    if case .command(var palette)? = pageLayer, let asked = palette.asked, command == nil || command == asked
    {
      palette.asked = nil
      palette.feedback = Notice(text: response, level: .error)
      pageLayer = failed ? .command(palette) : nil
      if failed { return [] }
    }
    guard !failed else {
      // An audience is not told why.
      let said = launch == nil ? "It could not be done." : "The campaign could not be launched."
      return notify(presenting == nil ? response : said, .error)
    }
    guard launch != nil else {
      notify(presenting == nil ? TimeLabel.full(in: response, at: now, in: zone) : "Done.", .info)
      return []
    }
    let effects = fetch(of: launched)
    notify(words(forLaunch: response, of: launched, fetches: !effects.isEmpty), .info)
    return effects
  }

  /// What is said of a launch: before an audience nothing that names a message by its id.
  private func words(
    forLaunch response: String, of campaigns: [CampaignFacts.Campaign], fetches: Bool
  ) -> String {
    let said = presenting == nil ? response : "Launched."
    if let disabled = snapshot?.disabled { return "\(said) \(sentence(disabled))" }
    if presenting?.launched != nil { return Presentation.awaited }
    guard said.hasSuffix(".") else { return said }
    if fetches { return presenting == nil ? "\(said.dropLast()); it is fetched now." : said }
    let places = campaigns.compactMap(elsewhere)
    guard let place = places.first, places.count == campaigns.count else { return said }
    return "\(said.dropLast()); it goes to \(place)."
  }

  /// What was searched for since the last frame is remembered for the next start.
  mutating func saveFilters() -> [AppEffect] {
    guard !find.unsaved.isEmpty else { return [] }
    defer { find.unsaved = [] }
    return [.remember(HistoryLines(filters: find.unsaved))]
  }
}

extension ActionID {
  package static let command = ActionID("command.line")
  package static let runCommand = ActionID("command.run")
}

extension Action {
  static let palette: [Action] = [
    Action(
      .command, "Command palette: clock +5m, fault messages 500, launch ID …", keys: [":"], in: .panes,
      titleNow: { $0.presenting == nil ? nil : "Command palette" }, allowed: .anywhere
    ) { $0.showLayer(.command(PaletteState())) },
    Action(
      .runCommand, "Run the command", keys: [.enter], in: [.command], hint: "run", allowed: .anywhere,
      unless: needsFittingText
    ) { $0.runCommand() },
  ]
}
