import InboxCore

/// What keys do in the palette.
extension AppState {
  /// How many commands are remembered.
  private static let remembered = 100
  private static let longestInput = 512

  /// - Returns: nil when the key is not one of the palette's own.
  mutating func typedIntoPalette(_ key: Key) -> [AppEffect]? {
    guard case .command(var palette)? = layer else { return nil }
    switch key {
    case .character(let character):
      guard palette.input.count < Self.longestInput else { return [] }
      palette.input.append(character)
      palette.recalled = nil
    case .paste(let text):
      palette.input = String((palette.input + text.filter { !$0.isNewline }).prefix(Self.longestInput))
    case .backspace:
      guard !palette.input.isEmpty else {
        layer = nil
        return []
      }
      palette.input.removeLast()
    case .control("u"): palette.input = ""
    case .control("w"): palette.input = palette.input.withoutLastWord
    case .tab:
      if case .command(let name, _)? = entry(of: palette) { palette.input = name + " " }
    case .down: palette.selected = min(palette.selected + 1, max(0, entries(of: palette).count - 1))
    case .up: palette.selected = max(0, palette.selected - 1)
    case .control("p"): recall(1, &palette)
    case .control("n"): recall(-1, &palette)
    case .left, .right: break
    default: return nil
    }
    layer = .command(palette)
    return []
  }

  private mutating func recall(_ step: Int, _ palette: inout PaletteState) {
    // They name campaigns by their ids.
    guard !commands.isEmpty, presenting == nil else { return }
    let index = (palette.recalled ?? -1) + step
    palette.input = index < 0 ? "" : commands[max(0, commands.count - 1 - index)]
    palette.recalled = index < 0 ? nil : min(index, commands.count - 1)
  }

  private func entries(of palette: PaletteState) -> [PaletteEntry] {
    PaletteEntry.matching(self, palette.input)
  }

  private func entry(of palette: PaletteState) -> PaletteEntry? {
    let entries = entries(of: palette)
    return entries.indices.contains(palette.selected) ? entries[palette.selected] : nil
  }

  /// Selects a line of the palette, or runs it where it is selected.
  mutating func clickedInPalette(_ line: Int) -> [AppEffect] {
    guard case .command(var palette)? = layer else { return [] }
    guard palette.selected == line else {
      palette.selected = line
      layer = .command(palette)
      return []
    }
    return runCommand()
  }

  /// Runs what is typed, or what is selected.
  mutating func runCommand() -> [AppEffect] {
    guard case .command(var palette)? = layer else { return [] }
    let words = palette.input.split(whereSeparator: \.isWhitespace).map(String.init)
    switch entry(of: palette) {
    case .command(let name, let usage)?:
      guard words.first == name, words.count > 1 else {
        palette.input = name + " "
        palette.answer = Notice(text: "Go on: \(usage)", level: .info)
        layer = .command(palette)
        return []
      }
      return send(words.joined(separator: " "), palette)
    case .action(let action)?:
      layer = nil
      if let why = action.whyDisabled(self) {
        tell(why, .warning)
        return []
      }
      return perform(action.id)
    case nil:
      let known = SandboxCommand.names.joined(separator: ", ")
      let hint =
        presenting == nil
        ? "There are: \(known), and what ? lists." : "While presenting there is what ? lists; F5 ends it."
      palette.answer = Notice(text: "“\(words.first ?? "")” is no command. \(hint)", level: .warning)
      layer = .command(palette)
      return []
    }
  }

  private mutating func send(_ command: String, _ palette: PaletteState) -> [AppEffect] {
    var palette = palette
    commands.removeAll { $0 == command }
    commands.append(command)
    if commands.count > Self.remembered { commands.removeFirst() }
    guard profile.hasSandbox else {
      palette.answer = Notice(text: SandboxCommand.noSandbox, level: .warning)
      layer = .command(palette)
      return []
    }
    palette.answer = Notice(text: "Asking the sandbox…", level: .info)
    layer = .command(palette)
    return [.askSandbox(command)]
  }

  /// What the sandbox said: a refusal stays beside what was typed, everything else closes the palette.
  mutating func sandboxAnswered(_ answer: String, failed: Bool) {
    if case .command(var palette)? = layer, failed {
      palette.answer = Notice(text: answer, level: .error)
      layer = .command(palette)
      return
    }
    if case .command? = layer { layer = nil }
    // It names the message by its id.
    tell(presenting != nil && !failed ? "Done." : answer, failed ? .error : .info)
  }
}
