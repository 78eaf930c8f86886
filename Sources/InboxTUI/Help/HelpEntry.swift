/// An action in the help.
struct HelpEntry: Sendable {
  var action: Action
  var keys: String
  var title: String
  /// Why it cannot be done; nil where it can.
  var why: String?
  /// Whether the reason is that it belongs to another place.
  var isElsewhere: Bool

  /// Its section: what it is about, or that it cannot be done.
  var section: String {
    isElsewhere ? "In other places" : why == nil ? ActionRegistry.section(of: action.id) : "Not available now"
  }

  /// First what can be done where the help was opened, then what cannot be done now, then what belongs to other
  /// places, each in the registry's order.
  ///
  /// What would show identifiers to an audience is left out. Every word of a filter must occur in the keys, the
  /// title or the id; the id is shown where it is what matches. A key written in full comes first.
  static func matching(_ state: AppState) -> [HelpEntry] {
    let filter = state.layerNarrowing
    var below = state
    below.layer = state.layerBelowHelp
    let place = below.layer?.content.context
    let context = place ?? state.contextBelow
    let entries = ActionRegistry.actions(for: state).compactMap { action -> (rank: Int, entry: HelpEntry)? in
      let isHere = place.map(action.contexts.contains) ?? state.isHere(action)
      var entry = HelpEntry(
        action: action,
        keys: isHere ? state.keys.text(of: action.binding, in: context) : state.keys.text(of: action),
        title: isHere ? action.title(in: below) : action.titleAndPlace(in: below),
        why: isHere ? action.whyDisabled(below) : "Only in: \(action.places).", isElsewhere: !isHere)
      if !filter.matches("\(entry.keys) \(entry.title)") {
        entry.title += " · \(action.id.rawValue)"
        guard filter.matches("\(entry.keys) \(entry.title)") else { return nil }
      }
      let keys = isHere ? state.keys.working(action.binding, in: context) : state.keys.keys(of: action.id)
      let isKey = keys.contains { state.keys.label($0) == filter.text || $0.notation == filter.text }
      return (isKey ? 0 : entry.isElsewhere ? 3 : entry.why != nil ? 2 : 1, entry)
    }
    return (0...3).flatMap { rank in entries.filter { $0.rank == rank }.map(\.entry) }
  }
}

extension Action {
  /// The places where it works, in words.
  package var places: String {
    contexts.count == ActionContext.allCases.count
      ? "everywhere" : ActionContext.allCases.filter(contexts.contains).map(\.title).joined(separator: ", ")
  }

  /// Its title in this inbox, and where it works unless that is nearly everywhere.
  func titleAndPlace(in state: AppState) -> String {
    contexts.count <= 2 ? "\(title(in: state)) · \(places)" : title(in: state)
  }
}

extension AppState {
  /// Runs the selected action; one that cannot be done is reported, and the help stays.
  mutating func runHelp() -> [AppEffect] {
    guard case .help(let help)? = layer else { return [] }
    let entries = HelpEntry.matching(self)
    guard entries.indices.contains(help.selected) else { return notify("No matches.", .warning) }
    let entry = entries[help.selected]
    if let why = entry.why {
      return notify(why, .warning)
    }
    uncoverHelp()
    return run(entry.action)
  }

  /// Ends the help and returns to the layer below it.
  mutating func uncoverHelp() { (layer, layerBelowHelp) = (layerBelowHelp, nil) }

  /// Runs an action chosen from a list; where it needs an argument, the palette asks for it.
  mutating func run(_ action: Action) -> [AppEffect] {
    guard let command = action.id.command else { return perform(action.id) }
    var palette = PaletteState()
    palette.input = LineEditor(command.rawValue + " ")
    palette.feedback = Notice(text: command.usage(in: self), level: .info)
    layer = .command(palette)
    return paletteChanged()
  }
}
